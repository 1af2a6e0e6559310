import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { freePort } from "../../../scripts/free-port.mjs";

/** A Redis of a test's own, on the loopback, which keeps nothing. */
export interface TestRedis {
  url: string;
  /** It is killed, as by a power cut. */
  kill(): Promise<void>;
  /** It comes back, on the same port. */
  start(): Promise<void>;
}

/** Starts the system's own; `npm test` installs it where it is missing. */
export async function startTestRedis(): Promise<TestRedis> {
  const port = await freePort();
  let running: { child: ChildProcess; ended: Promise<void> } | undefined;
  const start = async (): Promise<void> => {
    const options = ["--bind", "127.0.0.1", "--port", String(port), "--save", "", "--appendonly", "no"];
    const child = spawn("redis-server", options, { stdio: ["ignore", "pipe", "inherit"] });
    const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
    running = { child, ended };
    await new Promise<void>((resolve, reject) => {
      child.once("error", reject);
      createInterface({ input: child.stdout }).on("line", (line) => {
        if (line.includes("Ready to accept connections")) {
          resolve();
        }
      });
      void ended.then(() => reject(new Error("redis-server ended")));
    });
  };
  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    start,
    async kill() {
      running?.child.kill("SIGKILL");
      await running?.ended;
    },
  };
}
