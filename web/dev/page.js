// In pages that `./build.sh dev` serves, and nowhere else: loads the page anew when something was made anew, with the figures in the states
// they were in; shows what went wrong.
const key = `dev ${location.pathname}`;
const figures = () => [...document.querySelectorAll("attention-explainer")];

function keep() {
    sessionStorage.setItem(
        key,
        JSON.stringify(figures().map((figure) => ({ id: figure.id, exhibit: figure.exhibit, state: figure.save() }))),
    );
}

async function restore() {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? "[]");
    sessionStorage.removeItem(key);
    if (kept.length === 0) return;
    await customElements.whenDefined("attention-explainer");
    const now = figures();
    kept.forEach(({ id, exhibit, state }, index) => {
        const figure = (id && now.find((one) => one.id === id)) || now[index];
        if (figure?.exhibit !== exhibit) return;
        try {
            if (figure.save() !== state) figure.restore(state);
        } catch (error) {
            console.warn(`${exhibit}: its state "${state}" is none any more: ${error.message}`);
        }
    });
}

let shown = null;
function show(problem) {
    shown?.remove();
    shown = document.createElement("pre");
    shown.textContent = problem;
    shown.setAttribute("role", "alert");
    Object.assign(shown.style, {
        position: "fixed",
        inset: "auto 0 0 0",
        maxHeight: "50vh",
        overflow: "auto",
        margin: "0",
        padding: "1em",
        background: "#8b1a1a",
        color: "white",
        font: "13px monospace",
        zIndex: "1000",
    });
    document.body.append(shown);
}

await restore().catch((error) => console.warn(error));
const events = new EventSource("/dev-events");
events.addEventListener("problem", ({ data }) => show(JSON.parse(data)));
events.addEventListener("reload", () => {
    keep();
    location.reload();
});
