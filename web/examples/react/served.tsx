// React 19 on a server and then in the page: the figure is in what the server sends, and gets its state and its listeners when the page is there.
import { useEffect, useState } from "react";
import { hydrateRoot } from "react-dom/client";
import type { State } from "attention-explainer/react";
import "attention-explainer/react";

export function Softmax() {
    const [state, setState] = useState<State>({ temperature: 0.5 });
    const [here, setHere] = useState(false);
    useEffect(() => setHere(true), []);
    return (
        <attention-explainer key={String(here)} exhibit="softmax" state={state} onchange={(event) => setState(event.detail.state)}>
            With temperature 0.5 the weights of five scores sharpen.
        </attention-explainer>
    );
}

if (typeof document !== "undefined") hydrateRoot(document.querySelector("#root")!, <Softmax />);
