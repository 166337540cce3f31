// Numbers in sentences are as wide before their script is there as after it: the build says by a class how wide (web/page/numbers.css), with the
// element's own rules.
import { build } from "esbuild";

const source = new URL("../prose/number-text.ts", import.meta.url).pathname;
const { outputFiles } = await build({ entryPoints: [source], bundle: true, format: "esm", write: false, logLevel: "error" });
const { decimalsOf, lookOf, widestText } = await import(
    `data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`
);

export function measureNumbers($, exhibits) {
    $("attention-value[digits]").each((_, one) => {
        if (lookOf($(one).text(), null, null, -1).digits === Number(one.attribs.digits)) $(one).removeAttr("digits"); // the text says so already
    });
    $("attention-value[parameter]").each((_, one) => {
        const figure = $("attention-explainer").filter((_, each) => (each.attribs.id ?? each.attribs.exhibit) === one.attribs.for);
        const exhibit = exhibits.find(({ id }) => id === figure.attr("exhibit"));
        const parameter = exhibit?.parameters.find(({ name }) => name === one.attribs.parameter);
        if (!parameter) return; // checks.mjs says so
        if (parameter.kind !== "number" && parameter.kind !== "integer") return void $(one).addClass("choice");
        const look = lookOf($(one).text(), one.attribs.digits ?? null, one.attribs.unit ?? null, decimalsOf(parameter.step || 1));
        $(one).addClass(`w${widestText(parameter.minimum, parameter.maximum, look, $(one).text())}`);
    });
}
