"""A figure as a widget of a notebook. Only where anywidget is installed: importing this needs it."""

import anywidget
import traitlets

from .explainer import ANY, find, script_in_one
from .save import safetensors
from .states import plain_state
from .tensors import gather


def script_of(source) -> str:
    """The address of anywidget.js, or a module with all of dist/ in it that does the same: always the same files, as all widgets of a page
    share those of the first, and each may come to show anything."""
    place = find(source)
    if isinstance(place, str):
        return place + "anywidget.js"
    return script_in_one(place, "anywidget.js", own_tensors=False, language=ANY) + "export default module.default;\n"


def look():
    """An attribute of the tag; None where it is not there."""
    return traitlets.Unicode(None, allow_none=True).tag(sync=True)


class AttentionFigure(anywidget.AnyWidget):
    """The widget of web/anywidget.ts: AttentionFigure(attention, tokens, …), whose arguments are those of show().

    `state` has every parameter once the reader has changed one; assigning changes those it names, and {} is the figure as it opens. What cannot be
    shown leaves what is shown: figure.observe(…, "error") hears why."""

    _esm = traitlets.Unicode().tag(sync=True)
    exhibit = traitlets.Unicode("heads").tag(sync=True)
    state = traitlets.Dict().tag(sync=True)
    tensors = traitlets.Bytes(b"").tag(sync=True)  # of a safetensors file; none: what the exhibit shows by itself
    error = traitlets.Unicode("").tag(sync=True)  # the latest that the figure told
    theme, alt, menu, lang, words, show, group = (look() for _ in range(7))

    def __init__(self, attention=None, tokens=None, q=None, k=None, v=None, *, source=None, state=None, **traits):
        if any(one is not None for one in (attention, tokens, q, k, v)):
            traits["tensors"] = safetensors(*gather(attention, tokens, q, k, v))
        super().__init__(_esm=script_of(source), state=plain_state(state), **traits)

    def set_tensors(self, attention=None, tokens=None, q=None, k=None, v=None, *, state=None) -> None:
        """Shows other tensors, as save takes them, in the state that it is in, as far as that fits: the same head of a model in training.
        `state` changes what it names, and {} is the figure as it opens."""
        tensors = safetensors(*gather(attention, tokens, q, k, v))
        with self.hold_sync():  # as one message
            self.error = ""
            self.tensors = tensors
            if state is not None:
                self.state = plain_state(state)
