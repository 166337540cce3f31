// Firefox (Debian's firefox-esr), driven by WebDriver BiDi: in a window of its own display it draws with WebGL2, headless it has none.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { WebSocket } from "ws";
import { display, scratch, start } from "./process.mjs";
import { answer, asText, handOf } from "./w3c.mjs";

const preferences = {
    "webgl.force-enabled": true, // on a software renderer
    "gfx.webrender.software": true,
    "general.smoothScroll": false,
    "dom.w3c_touch_events.enabled": 1,
    "dom.disable_open_during_load": false,
    "browser.aboutwelcome.enabled": false,
    "datareporting.policy.dataSubmissionEnabled": false,
    "app.normandy.enabled": false,
    "extensions.getAddons.cache.enabled": false,
    "network.captive-portal-service.enabled": false,
    "network.connectivity-service.enabled": false,
    "services.settings.server": "",
    "security.sandbox.warn_unprivileged_namespaces": false,
};

/** A connection that answers commands by their number. */
async function connect(address) {
    const socket = new WebSocket(address, { perMessageDeflate: false, maxPayload: 2 ** 28 });
    const waiting = new Map();
    let last = 0;
    await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
    const end = () => {
        for (const { reject } of waiting.values()) reject(new Error("Firefox has closed the connection"));
        waiting.clear();
    };
    socket.on("close", end).on("error", end);
    socket.on("message", (data) => {
        const message = JSON.parse(data);
        const asker = waiting.get(message.id);
        if (!asker) return; // an event
        waiting.delete(message.id);
        if (message.type === "error") asker.reject(new Error(`${asker.method}: ${message.error}: ${message.message}`));
        else asker.resolve(message.result);
    });
    return {
        send: (method, params = {}) =>
            new Promise((resolve, reject) => {
                const id = ++last;
                waiting.set(id, { method, resolve, reject });
                socket.send(JSON.stringify({ id, method, params }));
            }),
        close: () => socket.terminate(),
    };
}

export async function launch({ headless = false } = {}) {
    const profile = scratch();
    const lines = Object.entries(preferences).map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`);
    writeFileSync(join(profile.folder, "user.js"), lines.join("\n"));
    const screen = headless ? null : await display();
    const args = [
        "--remote-debugging-port",
        "0",
        "--remote-allow-system-access",
        "--profile",
        profile.folder,
        "--no-remote",
        "--new-instance",
        ...(headless ? ["--headless"] : []),
        "about:blank",
    ];
    const firefox = await start(process.env.FIREFOX ?? "firefox-esr", args, {
        pattern: /WebDriver BiDi listening on (ws:\S+)/,
        env: {
            DISPLAY: screen?.name ?? "",
            LIBGL_ALWAYS_SOFTWARE: "1",
            MOZ_ENABLE_WAYLAND: "0",
            MOZ_CRASHREPORTER_DISABLE: "1",
            HOME: profile.folder,
        },
    });
    const { send, close } = await connect(`${firefox.match[1]}/session`);
    const { capabilities } = await send("session.new", { capabilities: {} });

    // The browser's own window may set preferences while pages are open, which BiDi has no word for.
    const {
        contexts: [chrome],
    } = await send("browsingContext.getTree", { "moz:scope": "chrome" });
    const set = (name, value) =>
        send("script.callFunction", {
            functionDeclaration: "(name, value) => Services.prefs.setIntPref(name, value)",
            awaitPromise: false,
            target: { context: chrome.context },
            arguments: [
                { type: "string", value: name },
                { type: "number", value },
            ],
        });
    const prefer = async ({ colorScheme = "light", reducedMotion = "no-preference", forcedColors = "none" }) => {
        await set("ui.systemUsesDarkTheme", Number(colorScheme === "dark"));
        await set("ui.prefersReducedMotion", Number(reducedMotion === "reduce"));
        await set("browser.display.document_color_use", forcedColors === "active" ? 2 : 1);
    };

    return {
        version: capabilities.browserVersion,
        async open({ prefers = {} } = {}) {
            await prefer(prefers);
            const { context } = await send("browsingContext.create", { type: "tab" });
            return {
                hand: handOf((actions) => send("input.performActions", { context, actions })),
                go: (url) => send("browsingContext.navigate", { context, url, wait: "complete" }),
                async evaluate(work, given) {
                    const { type, result, exceptionDetails } = await send("script.callFunction", {
                        functionDeclaration: asText(work, given),
                        awaitPromise: true,
                        target: { context },
                        resultOwnership: "none",
                    });
                    if (type === "exception") throw new Error(exceptionDetails.text);
                    return answer(result.value);
                },
                resize: (width, height) => send("browsingContext.setViewport", { context, viewport: { width, height } }),
                prefer,
                /** Firefox prints a copy of the page: what is seen inside is that copy's, on paper. */
                print: async () => ({ seen: null, pdf: Buffer.from((await send("browsingContext.print", { context })).data, "base64") }),
                async close() {
                    await send("browsingContext.close", { context });
                    await prefer({});
                },
            };
        },
        async stop() {
            close();
            await firefox.stop();
            await screen?.stop();
            profile.forget();
        },
    };
}
