// A folder dist/ in one file. Each file is base64 of gzip; it is unpacked when another names it, and is a Blob with an address from then on.
// Its scripts have been rewritten by explainer.py: "file:NAME" stands for the address of a file.
globalThis.attentionFiles ??= (() => {
    const files = {/* files */};
    const types = { js: "text/javascript", wasm: "application/wasm", json: "application/json" };
    const addresses = new Map();

    async function unpacked(name) {
        const bytes = Uint8Array.from(atob(files[name]), (letter) => letter.charCodeAt(0));
        return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
    }

    async function make(name) {
        let content = await unpacked(name);
        if (name.endsWith(".js")) {
            content = new TextDecoder().decode(content);
            const named = [...new Set([...content.matchAll(/"file:([\w./-]+)"/g)].map(([, other]) => other))];
            const found = new Map(await Promise.all(named.map(async (other) => [other, await addressOf(other)])));
            content = content.replace(/"file:([\w./-]+)"/g, (_, other) => JSON.stringify(found.get(other)));
        }
        return URL.createObjectURL(new Blob([content], { type: types[name.split(".").pop()] ?? "application/octet-stream" }));
    }

    function addressOf(name) {
        if (!addresses.has(name)) addresses.set(name, make(name));
        return addresses.get(name);
    }

    return { load: async (name) => import(await addressOf(name)) };
})();
