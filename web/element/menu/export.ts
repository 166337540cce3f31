// A description as text that other programs read: CSV, JSON, NumPy. The numbers are those of describe(), in full precision; nothing
// is computed here.

import type { Description, State, Table } from "../types.js";

/**
 * RFC 4180: a field with a comma, a quote or a line break is quoted. Words come from links too, and a spreadsheet computes what begins with =, +, −, @, a tab
 * or a carriage return: an apostrophe before it keeps them words. Numbers are left alone.
 */
function csvField(cell: string | number): string {
    const words = String(cell);
    const isFormula = typeof cell === "string" && /^[=+\-\u2212@\t\r]/.test(words) && !/^[+\-\u2212]?[\d.]+$/.test(words);
    const text = isFormula ? `'${words}` : words;
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Each table: its title in a line, its columns, its rows; an empty line between tables. */
export function toCsv(description: Description): string {
    const line = (cells: (string | number)[]): string => cells.map(csvField).join(",");
    const block = (table: Table): string => [[table.title], table.columns, ...table.rows].map(line).join("\r\n");
    return description.tables.map(block).join("\r\n\r\n") + "\r\n";
}

export function toJson(exhibit: string, state: State, description: Description): string {
    return JSON.stringify({ exhibit, state, ...description }, null, 2) + "\n";
}

/** A Python name for a table or a column: lower case words joined by underscores, never a keyword, never twice. */
function pythonName(title: string, taken: Set<string>): string {
    const words = title
        .replaceAll("ß", "ss")
        .normalize("NFKD")
        .replace(/\p{M}/gu, "")
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, "_")
        .replace(/^_+|_+$/g, "");
    const base = /^[a-z]/.test(words) ? words : `table_${words}`.replace(/_$/, "");
    let name = base;
    for (let count = 2; taken.has(name); ++count) name = `${base}_${count}`;
    taken.add(name);
    return name;
}

function pythonNumber(value: number): string {
    if (Number.isNaN(value)) return "np.nan";
    if (!Number.isFinite(value)) return value > 0 ? "np.inf" : "-np.inf";
    return String(value);
}

/** Python source: for each table its numeric columns as one array, its words as lists. */
export function toNumpy(exhibit: string, state: string, description: Description): string {
    const taken = new Set(["np", "and", "or", "not", "in", "is", "for", "if", "else", "lambda", "with", "as", "class", "def"]);
    const comment = description.summary.split(/\r?\n/).map((line) => `# ${line}`);
    const lines = [`# attention-explainer, exhibit ${exhibit}, state "${state}"`, ...comment, "import numpy as np"];
    for (const table of description.tables) {
        const name = pythonName(table.title, taken);
        const numeric = table.columns.map((_, index) => table.rows.every((row) => typeof row[index] === "number"));
        lines.push("", `# ${table.title.replaceAll("\n", " ")}`);
        table.columns.forEach((column, index) => {
            if (numeric[index]) return;
            const words = table.rows.map((row) => JSON.stringify(String(row[index] ?? "")));
            lines.push(`${pythonName(`${name} ${column}`, taken)} = [${words.join(", ")}]`);
        });
        const columns = table.columns.filter((_, index) => numeric[index]);
        if (columns.length === 0) continue;
        lines.push(`${name} = np.array([  # columns: ${columns.join(", ").replaceAll("\n", " ")}`);
        for (const row of table.rows) {
            const numbers = row.filter((_, index) => numeric[index]).map((cell) => pythonNumber(Number(cell)));
            lines.push(`    [${numbers.join(", ")}],`);
        }
        lines.push("])");
    }
    return lines.join("\n") + "\n";
}
