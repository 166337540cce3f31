// React 19: the state of the figure is the component's. It goes in as a property and comes out with each change, and so does what the figure computes.
import { StrictMode, useRef, useState } from "react";
import { createRoot } from "react-dom/client";
import type { AttentionExplainer, State } from "attention-explainer/react";
import "attention-explainer/react"; // registers the tags and tells JSX their attributes

function Softmax() {
    const [state, setState] = useState<State>({ temperature: 0.5 });
    const temperature = Number(state.temperature);
    const figure = useRef<AttentionExplainer>(null);
    const [largest, setLargest] = useState<number>();
    const read = async () => {
        const one = figure.current;
        await one?.loaded; // before, it has a state and nothing to tell
        setLargest(one?.describe().values["largest weight"]);
    };
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
            {largest !== undefined && <p>The largest weight is {(100 * largest).toFixed(1)} %.</p>}
            <attention-explainer
                ref={figure}
                exhibit="softmax"
                state={state}
                onload={read}
                onchange={(event) => {
                    setState(event.detail.state);
                    read();
                }}
            >
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
