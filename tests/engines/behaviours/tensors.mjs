// Files of a reader's own, read by every engine: DecompressionStream, File and blobs are each engine's.
import assert from "node:assert/strict";
import { at, files } from "../../browser/tensor-files.mjs";
import { open, quiet } from "../page.mjs";

export const tensors = [
    {
        name: "attention of a reader's own is shown, from files of NumPy, safetensors and JSON; a broken one leaves it",
        async run(browser) {
            const page = await open(browser, '<attention-explainer id="f" exhibit="heads"></attention-explainer>');
            const bring = (name) =>
                page.evaluate(
                    async ([name, text]) => {
                        const figure = document.getElementById("f");
                        const told = [];
                        const hear = ({ detail }) => told.push(`${detail.type}: ${detail.message}`);
                        figure.addEventListener("error", hear);
                        figure.tensors = new File([Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))], name);
                        figure.restore("layer=1;head=2;query=3;key=1");
                        await figure.settled();
                        figure.removeEventListener("error", hear);
                        return { told, state: figure.save(), weight: figure.describe().values["weight"], width: figure.clientWidth };
                    },
                    [name, files[name].toString("base64")],
                );
            for (const name of ["own.npy", "own.npz", "stored.npz", "own.safetensors", "own.json", "bertviz.json"]) {
                const { told, weight } = await bring(name);
                assert.deepEqual(told, [], name);
                assert.ok(Math.abs(weight - at(1, 2, 3, 1)) < 1e-6, `${name}: ${weight}`);
            }
            const { told, weight } = await bring("cut.npy");
            assert.match(told.join(), /^tensors: .*bytes/);
            assert.ok(Math.abs(weight - at(1, 2, 3, 1)) < 1e-6);
            // Of queries, keys and values what arrives is |v| times a weight: both keys score the same.
            const arrives = await page.evaluate(async () => {
                const figure = document.getElementById("f");
                figure.setAttribute("exhibit", "values");
                figure.tensors = {
                    q: [[1, 0]],
                    k: [
                        [2, 3],
                        [2, 5],
                    ],
                    v: [
                        [3, 4],
                        [0, 2],
                    ],
                };
                figure.restore("key=0");
                await figure.settled();
                return figure.describe().values["weight times length"];
            });
            assert.ok(Math.abs(arrives - 2.5) < 1e-6, `${arrives}`);
            // (what was told of the broken one)
            const others = await page.evaluate(() => window.watched.errors.splice(0).filter(({ message }) => !/bytes/.test(message)));
            assert.deepEqual(others, []);
            await quiet(page);
        },
    },
];
