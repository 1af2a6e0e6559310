// @ts-check
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

/** @type {string} */
let folder;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "umbral test "));
});
afterEach(() => rm(folder, { recursive: true }));

/** Tells which signals it heard, and takes its time to end, so that a second one would be heard too. */
const SERVER = `
  const heard = [];
  for (const signal of ["SIGINT", "SIGTERM"]) {
    process.on(signal, () => {
      heard.push(signal);
      setTimeout(() => {
        console.log("heard " + heard.join(" "));
        process.exit(Number(process.argv[2] ?? 0));
      }, 100);
    });
  }
  const awake = setInterval(() => {}, 1000);
  console.log("ready " + process.pid);
`;

/** @param {string} [exitCode] */
async function launch(exitCode = "0") {
  const server = join(folder, "server.mjs");
  await writeFile(server, SERVER);
  const serve = new URL("./serve.mjs", import.meta.url).href;
  const code = `
    import { serve } from ${JSON.stringify(serve)};
    process.exitCode = await serve(process.argv[1], [process.argv[2]]);`;
  const launcher = spawn(process.execPath, ["--input-type=module", "-e", code, server, exitCode], {
    // A group of its own, as a terminal makes one for a command.
    detached: true,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines = createInterface({ input: launcher.stdout })[Symbol.asyncIterator]();
  const next = async () => String((await lines.next()).value);
  const serverPid = Number((await next()).replace("ready ", ""));
  return { launcher, next, serverPid, pid: launcher.pid ?? Number.NaN };
}

describe("serve", () => {
  it("hands a signal on and ends with the server's code", async () => {
    const { launcher, next, pid } = await launch("7");
    process.kill(pid, "SIGTERM");

    expect(await next()).toBe("heard SIGTERM");
    expect(await once(launcher, "exit")).toEqual([7, null]);
  });

  it("lets the server hear one Ctrl-C once, though the whole group gets it", async () => {
    const { launcher, next, pid } = await launch();
    process.kill(-pid, "SIGINT");

    expect(await next()).toBe("heard SIGINT");
    expect(await once(launcher, "exit")).toEqual([0, null]);
  });

  it("ends the server in order when the launcher is killed", async () => {
    const { next, pid } = await launch();
    process.kill(-pid, "SIGKILL");

    expect(await next()).toBe("heard SIGTERM");
  });

  it("tells that the server was killed", async () => {
    const { launcher, serverPid } = await launch();
    process.kill(serverPid, "SIGKILL");

    expect(await once(launcher, "exit")).toEqual([137, null]);
  });
});
