# A figure as a widget (`pip install anywidget`): Python sets `exhibit` and `state`, and hears what the reader does.
import anywidget
import traitlets


class AttentionFigure(anywidget.AnyWidget):
    _esm = "https://example.org/attention-explainer@0.1.0/anywidget.js"
    exhibit = traitlets.Unicode("softmax").tag(sync=True)
    state = traitlets.Dict().tag(sync=True)


figure = AttentionFigure(state={"temperature": 0.5})
figure.observe(lambda change: print(change.new.get("temperature")), "state")
figure
