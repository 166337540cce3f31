// WebKitGTK's MiniBrowser (Debian's webkit2gtk-driver), driven by W3C WebDriver on a display and a message bus of its own. One window, which goes from
// page to page; a browser of other preferences is another process, as they are read when it starts.
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { display, scratch, start } from "./process.mjs";
import { answer, asText, handOf } from "./w3c.mjs";

/** MiniBrowser lies among the machine's libraries. */
function browser() {
    const places = readdirSync("/usr/lib").flatMap((folder) =>
        ["4.1", "4.0"].map((api) => `/usr/lib/${folder}/webkit2gtk-${api}/MiniBrowser`),
    );
    const found = process.env.MINIBROWSER ?? places.find((file) => existsSync(file));
    if (!found) throw new Error("no MiniBrowser among the libraries: please install webkit2gtk-driver");
    return found;
}

/** A port that is free now. */
const freePort = () =>
    new Promise((resolve) => {
        const server = createServer().listen(0, "127.0.0.1", () => {
            const { port } = server.address();
            server.close(() => resolve(port));
        });
    });

async function startBrowser({ colorScheme, reducedMotion } = {}) {
    const home = scratch();
    mkdirSync(join(home.folder, ".config/gtk-3.0"), { recursive: true });
    writeFileSync(
        join(home.folder, ".config/gtk-3.0/settings.ini"),
        `[Settings]\ngtk-enable-animations=${reducedMotion === "reduce" ? 0 : 1}\n`,
    );
    const screen = await display();
    const port = await freePort();
    const driver = await start("dbus-run-session", ["--", "sh", "-c", "echo begun; exec WebKitWebDriver --port=$0", String(port)], {
        pattern: /begun/,
        env: {
            DISPLAY: screen.name,
            HOME: home.folder,
            XDG_CONFIG_HOME: join(home.folder, ".config"),
            XDG_RUNTIME_DIR: home.folder,
            GDK_BACKEND: "x11",
            LIBGL_ALWAYS_SOFTWARE: "1",
            NO_AT_BRIDGE: "1",
            WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1", // a container's root may make no namespaces; it opens our own pages only
        },
    });
    const call = async (method, path, body) => {
        const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, body: body && JSON.stringify(body) });
        const { value } = await response.json();
        if (value?.error) throw new Error(`${path.split("/").at(-1)}: ${value.error}: ${value.message}`);
        return value;
    };
    for (let tries = 0; ; ++tries) {
        try {
            await call("GET", "/status");
            break;
        } catch (error) {
            if (tries > 600) throw error;
            await new Promise((resolve) => setTimeout(resolve, 50));
        }
    }
    const args = ["--automation", ...(colorScheme === "dark" ? ["--dark-mode"] : [])];
    const alwaysMatch = { browserName: "MiniBrowser", "webkitgtk:browserOptions": { binary: browser(), args } };
    const { sessionId, capabilities } = await call("POST", "/session", { capabilities: { alwaysMatch } });
    const say = (method, path, body) => call(method, `/session/${sessionId}${path}`, body);
    await say("POST", "/timeouts", { script: 120_000, pageLoad: 120_000, implicit: 0 });
    let frame; // what the window has around the page: [width, height]
    return {
        version: capabilities.browserVersion,
        page: {
            hand: handOf((actions) => say("POST", "/actions", { actions })),
            go: (url) => say("POST", "/url", { url }),
            async evaluate(work, given) {
                return answer(
                    await say("POST", "/execute/async", {
                        script: `(${asText(work, given)})().then(arguments[arguments.length - 1]);`,
                        args: [],
                    }),
                );
            },
            /** The window around it is larger; it stays where the display's pointer is, which has the focus as nothing manages windows here. */
            async resize(width, height) {
                // (Asked once: a page that is just being left sometimes answers nothing.)
                frame ??= await this.evaluate(() => [outerWidth - innerWidth, outerHeight - innerHeight]);
                const [wider, higher] = frame;
                const rect = { width: width + wider, height: height + higher };
                await say("POST", "/window/rect", { x: Math.round(800 - rect.width / 2), y: Math.round(700 - rect.height / 2), ...rect });
            },
            close: () => say("POST", "/url", { url: "about:blank" }),
            say,
        },
        async stop() {
            await driver.stop();
            await screen.stop();
            home.forget();
        },
    };
}

export async function launch() {
    const plain = await startBrowser();
    return {
        version: plain.version,
        async open({ prefers } = {}) {
            if (!prefers) return plain.page;
            const other = await startBrowser(prefers);
            return { ...other.page, close: () => other.stop() };
        },
        stop: () => plain.stop(),
    };
}
