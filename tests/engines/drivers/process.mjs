// What the drivers share about processes: a display of one's own (Xvfb), a program that is waited for until it says where it listens, folders that
// are gone afterwards. Ends only what it started, by its process group.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const patience = 60_000; // ms that a program may take to start on a busy machine

// Whoever ends the tests ends what they have started: a signal alone would run nobody's "exit".
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => process.exit(1));

/** A folder of its own, which forget() removes. */
export function scratch() {
    const folder = mkdtempSync(join(tmpdir(), "attention-engines-"));
    return { folder, forget: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }) };
}

/** Starts a program and waits until it says `pattern` on its output. `stop()` ends it and all that it has started. */
export async function start(command, args, { pattern, env = {}, stdio = ["ignore", "pipe", "pipe"] }) {
    const child = spawn(command, args, { stdio, detached: true, env: { ...process.env, ...env } });
    let said = "";
    let timer;
    const closed = new Promise((resolve) => child.once("close", resolve));
    const end = (signal) => {
        try {
            process.kill(-child.pid, signal);
        } catch {
            // it has ended
        }
    };
    const killed = () => end("SIGKILL");
    process.once("exit", killed);
    const stop = async () => {
        end("SIGTERM");
        const late = setTimeout(killed, 5000);
        await closed;
        clearTimeout(late);
        killed(); // what it left behind in its group
        process.off("exit", killed);
    };
    const match = await new Promise((resolve, reject) => {
        timer = setTimeout(() => reject(new Error(`${command} did not say ${pattern}:\n${said}`)), patience);
        child.once("error", (error) => reject(new Error(`${command}: ${error.message}`)));
        child.once("close", (code, signal) => reject(new Error(`${command} ended with ${code ?? signal}:\n${said}`)));
        for (const stream of child.stdio.slice(1)) {
            stream?.on("data", (data) => {
                said = (said + data).slice(-20_000);
                const found = pattern.exec(said);
                if (found) resolve(found);
            });
        }
    })
        .catch(async (error) => {
            if (child.pid) killed();
            throw error;
        })
        .finally(() => clearTimeout(timer));
    return { match, stop };
}

/** A display for one browser, so that no other one's window takes the focus from it. */
export async function display() {
    const { match, stop } = await start("Xvfb", ["-displayfd", "3", "-screen", "0", "1600x1400x24", "-nolisten", "tcp", "-noreset"], {
        pattern: /^(\d+)\n/m,
        stdio: ["ignore", "ignore", "pipe", "pipe"],
    });
    return { name: `:${match[1]}`, stop };
}
