"""Your model's attention as a figure that you can take hold of.

save                writes tensors as a file for <attention-explainer src="…">
html                makes one page with the figure, the tensors and the explainer in it
show                shows that in a notebook; an AttentionFigure where anywidget is installed
from_transformers   takes the attention of a Hugging Face model's outputs, and the tokens
"""

from .hugging_face import from_transformers
from .notebook import show, widget
from .page import html
from .save import save
from .tensors import Attention

__version__ = "0.1.0"  # of the file VERSION
__all__ = ["Attention", "from_transformers", "html", "save", "show"]

if widget is not None:
    from .widget import AttentionFigure

    __all__ += ["AttentionFigure"]
