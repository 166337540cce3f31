// Random state strings, right ones and wrong ones, of any exhibit.

/** Makes a function of an exhibit (of its table) that returns a string a call; `next` gives numbers from 0 to 1. */
export function stateStrings(next) {
    const whole = (below) => Math.floor(next() * below);
    const pick = (items) => items[whole(items.length)];
    const strange = [
        "",
        " ",
        "x",
        "1e999",
        "-0",
        "+1",
        ".5",
        "1.",
        "0x1",
        "NaN",
        "1,2",
        "1/2",
        "%",
        "%zz",
        "%ed%a0%80",
        "%C0%80",
        "=",
        "\u{1F600}",
        '"',
        "\\",
        "true",
        "−1",
        "1e-320",
        "\u0000",
    ];
    const spaces = [" ", "  ", "\t", "\n", "\u00a0", "\u2003", "\u3000", "\ufeff", "\u200b", "\u0085", "\u001c"];
    const letters = ["a", "cat", "\u{1F469}\u200d\u{1F467}", "مرحبا", "名", "é", "%", ";", "&", "=", '"', "\\"];
    const number = ({ minimum, maximum, step }) => {
        const value = minimum + (maximum - minimum) * (next() * 1.1 - 0.05);
        return [
            String(value),
            String(Math.round(value / step) * step),
            value.toFixed(2),
            value.toExponential(3),
            String(minimum),
            String(maximum),
        ][whole(6)];
    };
    const text = () => Array.from({ length: whole(next() < 0.1 ? 90 : 9) }, () => pick(letters) + pick(spaces)).join("");
    const matrix = (parameter) => {
        const shape = pick(parameter.matrices ?? [parameter.default]);
        const rows = shape.length + (next() < 0.1 ? 1 : 0);
        return Array.from({ length: rows }, () => shape[0].map(() => (next() < 0.03 ? pick(strange) : number(parameter))).join(",")).join(
            "/",
        );
    };
    const value = (parameter) => {
        if (next() < 0.06) return pick(strange);
        switch (parameter.kind) {
            case "integer":
                return next() < 0.9 ? String(Math.round(Number(number(parameter)) * (next() < 0.5 ? 1 : 0.2))) : number(parameter);
            case "number":
                return number(parameter);
            case "toggle":
                return pick(["true", "false"]);
            case "choice":
                return pick(parameter.choices).id;
            case "matrix":
                return matrix(parameter);
            case "text":
                return next() < 0.9 ? encodeURIComponent(text()) : text().replace(/[;&]/g, "");
            default:
                return "true";
        }
    };
    return (exhibit) => {
        const own = exhibit.parameters.filter(({ kind }) => kind !== "action" || next() < 0.05);
        const names = Array.from({ length: whole(6) }, () => pick(own));
        // (What is trained step by step stays near the beginning.)
        const of = (parameter) => (exhibit.id === "learn" && parameter.name === "step" ? { ...parameter, maximum: 30 } : parameter);
        return names
            .map(of)
            .map((parameter) => (next() < 0.02 ? pick([`${parameter.name}`, "nothing=1", ""]) : `${parameter.name}=${value(parameter)}`))
            .join(pick([";", "&"]));
    };
}
