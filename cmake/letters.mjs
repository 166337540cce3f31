// Writes src/explainer/letters_table.h: Unicode's letters, and capitals with their small letters, as Node's
// own tables have them. To be run by hand when Unicode has grown; the file is kept, so that the same words
// give the same numbers whatever Node builds:
//     node cmake/letters.mjs
import { writeFileSync } from "node:fs";

const last = 0x10ffff;
const hex = (number) => `0x${number.toString(16)}`;

const letters = [];
const capitals = [];
for (let c = 0; c <= last; ++c) {
    if (c >= 0xd800 && c <= 0xdfff) continue; // halves of UTF-16 pairs are no code points
    const text = String.fromCodePoint(c);
    if (/\p{L}/u.test(text)) {
        const range = letters.at(-1);
        if (range?.last === c - 1) range.last = c;
        else letters.push({ first: c, last: c });
    }
    const shift = text.toLowerCase().codePointAt(0) - c; // (İ has two code points: i and a dot.)
    if (shift === 0) continue;
    const range = capitals.at(-1);
    const step = range ? c - range.last : 0;
    if (range?.shift === shift && step <= 2 && (range.step ?? step) === step) Object.assign(range, { last: c, step });
    else capitals.push({ first: c, last: c, shift });
}

/** As many rows on a line as fit 110 columns. */
function list(rows) {
    const lines = [""];
    for (const row of rows.map((row) => `{${row.join(", ")}},`)) {
        if (lines.at(-1).length + row.length > 105) lines.push("");
        lines[lines.length - 1] += ` ${row}`;
    }
    return lines.map((line) => `   ${line}`).join("\n");
}
writeFileSync(
    new URL("../src/explainer/letters_table.h", import.meta.url),
    `// Letters and capitals of Unicode ${process.versions.unicode}. Written by cmake/letters.mjs; not to be edited.
#pragma once

#include <cstdint>

namespace explainer::unicode {

// clang-format off
/// All letters (category L), in their order.
constexpr struct { uint32_t first, last; } letters[] = {
${list(letters.map(({ first, last }) => [hex(first), hex(last)]))}
};

/// Capitals, in their order: all of a range or every other one, and how far behind them their small letters are.
constexpr struct { uint32_t first, last; int32_t shift; uint32_t step; } capitals[] = {
${list(capitals.map(({ first, last, shift, step }) => [hex(first), hex(last), shift, step ?? 1]))}
};
// clang-format on

}  // namespace explainer::unicode
`,
);
