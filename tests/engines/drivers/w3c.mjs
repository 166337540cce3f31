// What the W3C's two protocols (WebDriver, WebDriver BiDi) have in common: a hand's doings as input actions, a function as text. No connection here.

const keys = {
    Tab: "\uE004",
    Enter: "\uE007",
    Escape: "\uE00C",
    Space: " ",
    Backspace: "\uE003",
    Shift: "\uE008",
    Control: "\uE009",
    Home: "\uE011",
    End: "\uE010",
    PageUp: "\uE00E",
    PageDown: "\uE00F",
    ArrowLeft: "\uE012",
    ArrowUp: "\uE013",
    ArrowRight: "\uE014",
    ArrowDown: "\uE015",
};
const value = (key) => keys[key] ?? key;

const pointer = (type, id) => (actions) => [{ type: "pointer", id, parameters: { pointerType: type }, actions }];
const mouse = pointer("mouse", "mouse");
const finger = pointer("touch", "finger");
const at = (x, y) => ({ x: Math.round(x), y: Math.round(y), origin: "viewport" });
const press = { type: "pointerDown", button: 0 };
const release = { type: "pointerUp", button: 0 };

/** Actions of a page's hand; `perform` hands them to the browser. */
export const handOf = (perform) => ({
    move: (x, y) => perform(mouse([{ type: "pointerMove", duration: 0, ...at(x, y) }])),
    down: () => perform(mouse([press])),
    up: () => perform(mouse([release])),
    wheel: (x, y, deltaY) =>
        perform([{ type: "wheel", id: "wheel", actions: [{ type: "scroll", ...at(x, y), deltaX: 0, deltaY, duration: 0 }] }]),
    press: (key) => {
        const chord = key.split("+").map(value);
        const actions = [
            ...chord.map((one) => ({ type: "keyDown", value: one })),
            ...chord.toReversed().map((one) => ({ type: "keyUp", value: one })),
        ];
        return perform([{ type: "key", id: "keys", actions }]);
    },
    type: (text) =>
        perform([
            {
                type: "key",
                id: "keys",
                actions: [...text].flatMap((one) => [
                    { type: "keyDown", value: one },
                    { type: "keyUp", value: one },
                ]),
            },
        ]),
    swipe: (points) => {
        const [first, ...others] = points.map(([x, y]) => ({ type: "pointerMove", ...at(x, y) }));
        return perform(finger([{ ...first, duration: 0 }, press, ...others.map((move) => ({ ...move, duration: 20 })), release]));
    },
});

/** A function and what it is given as the text of a function that resolves to JSON: what crosses the border is the same in every protocol. */
export const asText = (work, given) => {
    const body = `(${work})(...${JSON.stringify([given])})`;
    return `async () => { try { return JSON.stringify({ value: await ${body} }); } catch (error) { return JSON.stringify({ error: error?.stack ? error + "\\n" + error.stack : String(error) }); } }`;
};

/** What such a function answered. */
export function answer(text) {
    const { value: result, error } = JSON.parse(text);
    if (error !== undefined) throw new Error(error);
    return result;
}
