# A slider of the notebook that sets the temperature of `figure` (widget.py) and goes along when the reader changes it there.
import ipywidgets

slider = ipywidgets.FloatSlider(value=figure.state.get("temperature", 1), min=0.05, max=30, step=0.01, description="T")


def drive(change):
    if abs(change.new - figure.state.get("temperature", change.old)) > slider.step / 2:  # else it is the figure's own, rounded
        figure.state = {**figure.state, "temperature": change.new}


def follow(change):
    if "temperature" in change.new:
        slider.value = change.new["temperature"]


slider.observe(drive, "value")
figure.observe(follow, "state")
slider
