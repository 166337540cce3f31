// Chromium, driven by playwright-core with the settings of the other browser tests.
import { launch as start, wholeChromium } from "../../browser/support.mjs";

/** What a page of Playwright's does for the behaviours. */
async function handOf(page) {
    const session = await page.context().newCDPSession(page);
    const touch = (type, points) =>
        session.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y]) => ({ x, y, id: 1 })) });
    return {
        move: (x, y) => page.mouse.move(x, y),
        down: () => page.mouse.down(),
        up: () => page.mouse.up(),
        async wheel(x, y, deltaY) {
            await page.mouse.move(x, y);
            await page.mouse.wheel(0, deltaY);
        },
        press: (key) => page.keyboard.press(key),
        type: (text) => page.keyboard.type(text),
        async swipe([first, ...others]) {
            await touch("touchStart", [first]);
            for (const point of others) await touch("touchMove", [point]);
            await touch("touchEnd", []);
        },
    };
}

export async function launch() {
    const chromium = await start({ executablePath: wholeChromium });
    return {
        version: chromium.version(),
        async open({ prefers = {}, touch = false } = {}) {
            const context = await chromium.newContext({
                viewport: { width: 1000, height: 800 },
                hasTouch: touch,
                isMobile: touch,
                ...prefers,
            });
            const page = await context.newPage();
            return {
                hand: await handOf(page),
                go: (url) => page.goto(url),
                evaluate: (work, given) => page.evaluate(work, given),
                resize: (width, height) => page.setViewportSize({ width, height }),
                prefer: (wanted) => page.emulateMedia(wanted),
                async print(inside) {
                    await page.emulateMedia({ media: "print" });
                    const seen = await inside();
                    await page.emulateMedia({ media: "screen" });
                    return { seen, pdf: await page.pdf() };
                },
                close: () => context.close(),
            };
        },
        stop: () => chromium.close(),
    };
}
