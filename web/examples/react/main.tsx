// React 19: the state of the figure is the component's. It goes in as a property and comes out with each change.
import { StrictMode, useState } from "react";
import { createRoot } from "react-dom/client";
import type { State } from "attention-explainer/react";
import "attention-explainer/react"; // registers the tags and tells JSX their attributes

function Softmax() {
    const [state, setState] = useState<State>({ temperature: 0.5 });
    const temperature = Number(state.temperature);
    return (
        <>
            <label>
                Temperature{" "}
                <input
                    type="range"
                    min={0.05}
                    max={30}
                    step={0.05}
                    value={temperature}
                    onChange={(event) => setState({ ...state, temperature: event.target.valueAsNumber })}
                />{" "}
                <output>{temperature.toFixed(2)}</output>
            </label>
            <attention-explainer exhibit="softmax" state={state} onchange={(event) => setState(event.detail.state)}>
                With temperature 0.5 the weights of five scores sharpen.
            </attention-explainer>
        </>
    );
}

createRoot(document.querySelector("#root")!).render(
    <StrictMode>
        <Softmax />
    </StrictMode>,
);
