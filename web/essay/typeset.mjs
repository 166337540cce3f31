// What TeX does with a formula and MathML leaves undone: no space around signs in scripts or before a function's bracket, a prime at the height that the type
// face gives it, rows of a table evenly apart; and a line of its own for a displayed one. It adds and changes no symbols.

const applied = "\u2061"; // between a function and its argument, without ink
const scripts = ["msub", "msup", "msubsup", "munder", "mover", "munderover"].map((name) => `${name} > :not(:first-child) mo`).join(", ");
const close = { lspace: "0em", rspace: "0em" };
const strut = '<mspace height="0.91em" depth="0.39em"></mspace>'; // as far above the middle of brackets as below

export function typeset($) {
    for (const sign of $("math mo").toArray()) {
        // Firefox makes room for it but at the end of a row
        if ($(sign).text() === applied) $(sign).prev().add(sign).wrapAll("<mrow></mrow>");
        else if ($(sign).is(scripts) && $(sign).text() !== ",") $(sign).attr(close);
    }
    for (const prime of $("math msup > mo.tml-prime").toArray()) {
        prime.parent.tagName = "mrow"; // a prime stands raised already: as a script it would be raised twice
        $(prime).attr(close).removeAttr("class");
    }
    $("math mtd").append(strut);
    $("math.tml-display").wrap('<span class="formula"></span>');
}
