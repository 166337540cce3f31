"""A figure in a notebook: a widget where anywidget is installed, whose state Python reads and sets; else a frame with a page."""

from html import escape

from .page import checked, html

try:
    from . import widget
except ImportError:
    widget = None  # a frame, then


class Frame:
    """A page in a frame, for notebooks without anywidget."""

    def __init__(self, page: str, height: int):
        self.page, self.height = page, height

    def _repr_html_(self) -> str:
        return f'<iframe srcdoc="{escape(self.page)}" style="width: 100%; height: {self.height}px; border: 0"></iframe>'


def show(attention=None, tokens=None, q=None, k=None, v=None, *, exhibit="heads", state=None, source=None, height=640, **looks):
    """A figure, as the value of a cell. The arguments are those of html; `height` is a frame's, in pixels, until its figure is there.

    With anywidget it is an AttentionFigure."""
    looks = checked(looks)
    if state is not None and not isinstance(state, dict):
        raise ValueError(f"state is {state!r}; in a notebook it should be a dictionary")
    if widget is None:
        return Frame(html(None, attention, tokens, q, k, v, exhibit=exhibit, state=state, source=source, **looks), height)
    return widget.AttentionFigure(attention, tokens, q, k, v, exhibit=exhibit, state=state, source=source, **looks)
