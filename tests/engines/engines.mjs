// The engines that every behaviour is shown in: how each is started, what its driver cannot do and why. A claim that something cannot be done is itself
// tried in every run, where it can be tried: the day the driver learns it, the run says so.
import { launch as chromium } from "./drivers/chromium.mjs";
import { launch as firefox } from "./drivers/firefox.mjs";
import { launch as webkit } from "./drivers/webkit.mjs";
import { open } from "./page.mjs";

/** Whether a finger that goes up the page does this in it. */
const byFinger = (look) => async (browser) => {
    const page = await open(browser, '<p class="tall">on</p>', { style: ".tall { height: 3000px }", wait: false });
    await page.evaluate(() => {
        window.touched = 0;
        addEventListener("touchstart", () => ++window.touched, { passive: true });
    });
    try {
        await page.hand.swipe(Array.from({ length: 11 }, (_, step) => [200, 600 - 25 * step]));
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
        return await page.evaluate(look);
    } finally {
        await page.close();
    }
};

const fingerScrolls = {
    why: "WebDriver BiDi's finger gives the page its events, but Firefox scrolls by real ones only",
    learnt: byFinger(() => scrollY > 0),
};

export const engines = [
    { name: "Chromium", webgl2: true, launch: chromium, cannot: {} },
    { name: "Firefox", webgl2: true, launch: firefox, cannot: { "scrolling by touch": fingerScrolls } },
    {
        name: "Firefox without WebGL2",
        webgl2: false,
        launch: () => firefox({ headless: true }),
        cannot: { "scrolling by touch": fingerScrolls, WebGL2: { why: "there is none that could be lost", cell: "none to lose" } },
    },
    {
        name: "WebKitGTK",
        webgl2: true,
        launch: webkit,
        cannot: {
            touch: { why: "WebKitGTK's WebDriver makes a mouse of every pointer", learnt: byFinger(() => window.touched > 0) },
            "scrolling by touch": {
                why: "WebKitGTK's WebDriver makes a mouse of every pointer",
                learnt: byFinger(() => window.touched > 0),
            },
            "preferences that change": { why: "MiniBrowser reads them when it starts" },
            "forced colours": { why: "neither MiniBrowser nor WebDriver has a setting for them" },
            print: {
                why: "WebKitGTK's WebDriver has no print command",
                async learnt(browser) {
                    const page = await open(browser, "<p>On paper.</p>", { wait: false });
                    return page.say("POST", "/print", {}).then(
                        () => true,
                        (error) => !/unknown command/.test(error.message),
                    );
                },
            },
        },
    },
];
