// A formula in words, for readers whose browser does not read MathML aloud: its alttext.

const names = {
    "√": "the square root of",
    "∑": "the sum",
    "∈": "in",
    "·": "times",
    "⋅": "times",
    "×": "times",
    "=": "equals",
    "+": "plus",
    "−": "minus",
    "-": "minus",
    "/": "over",
    "≤": "at most",
    "≥": "at least",
    "≈": "is about",
    "∞": "infinity",
    "→": "to",
    "⊤": "transposed",
    "𝖳": "transposed",
    "⇒": "so",
    "‖": "length bar",
    "∂": "partial",
    "′": "prime",
    "⁡": "of",
    "∣": "given",
    "∝": "is proportional to",
    α: "alpha",
    β: "beta",
    γ: "gamma",
    δ: "delta",
    θ: "theta",
    σ: "sigma",
    π: "pi",
    Σ: "Sigma",
    ω: "omega",
    μ: "mu",
    τ: "tau",
    λ: "lambda",
};

/** In words what a MathML element says. */
export function spoken($, node) {
    const parts = $(node)
        .children()
        .toArray()
        .map((child) => spoken($, child));
    const [first = "", second = "", third = ""] = parts;
    switch (node.name) {
        case "mfrac":
            return `${first} over ${second}`;
        case "msqrt":
            return `the square root of ${parts.join(" ")}`;
        case "msub":
            return /^the sum/.test(first) ? `${first} over ${second} of` : `${first} ${second}`;
        case "munder":
            return `${first} over ${second} of`;
        case "munderover":
        case "msubsup":
            return /^the sum/.test(first) ? `${first} over ${second} to ${third} of` : `${first} ${second} to the power of ${third}`;
        case "msup":
            return second === "transposed" || second === "prime" ? `${first} ${second}` : `${first} to the power of ${second}`;
        case "mi":
        case "mo":
        case "mn":
        case "mtext": {
            const text = $(node).text().trim();
            return names[text] ?? text;
        }
        default:
            return parts.filter((part) => part !== "").join(" ");
    }
}
