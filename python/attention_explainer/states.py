"""The state of a figure, the values of its parameters: a dictionary, in the forms in which a figure takes it. What a value may be the figure checks."""

import json
from urllib.parse import quote


def plain_state(state) -> dict:
    """With values that JSON knows: NumPy's numbers become Python's."""
    return json.loads(json.dumps(state or {}, default=lambda one: one.tolist()))


def written_value(value) -> str:
    """True is true, rows of a matrix have slashes between them, and a text has no sign that would end it."""
    if isinstance(value, list):
        return "/".join(",".join(written_value(cell) for cell in row) for row in value)
    return quote(value, safe="") if isinstance(value, str) else json.dumps(value)


def written_state(state) -> str:
    """As the attribute `state` and the figure's menu have it: name=value;name=value."""
    if isinstance(state, str):
        return state
    return ";".join(f"{name}={written_value(value)}" for name, value in plain_state(state).items())
