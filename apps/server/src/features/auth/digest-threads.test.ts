import { readdirSync, readFileSync } from "node:fs";
import { getPriority } from "node:os";
import { expect, it } from "vitest";
import { DigestThreads } from "./digest-threads.ts";

const COST = { memoryCost: 1024, timeCost: 1, parallelism: 1 };

/** How little each thread of this process is preferred (`nice`), as the kernel counts it. */
const nicenessOfThreads = () =>
  readdirSync("/proc/self/task").map((thread) =>
    Number(
      readFileSync(`/proc/self/task/${thread}/stat`, "utf8")
        .replace(/^.*\) /, "")
        .split(" ")[16],
    ),
  );

it("makes digests that only their password matches, with less priority than the rest of the process", async () => {
  const threads = new DigestThreads();
  const own = getPriority();
  const digest = await threads.hash("correct horse battery", COST);
  expect(digest).toMatch(/^\$argon2id\$v=19\$m=1024,t=1,p=1\$/);
  const [right, wrong] = await Promise.all([
    threads.verify(digest, "correct horse battery"),
    threads.verify(digest, "correct horse"),
  ]);
  expect([right, wrong]).toEqual([true, false]);
  expect(getPriority()).toBe(own);
  expect(nicenessOfThreads()).toContain(own + 10);
  await expect(threads.verify("no digest", "correct horse")).rejects.toThrow("was not worked out");
  expect(await threads.verify(digest, "correct horse battery")).toBe(true);
});

it("fails what a thread that died was asked, and goes on with another", async () => {
  const program = `import { parentPort } from "node:worker_threads";
    parentPort.on("message", ({ password }) => password === "dies" ? process.exit(1) : parentPort.postMessage(true));`;
  const threads = new DigestThreads(new URL(`data:text/javascript,${encodeURIComponent(program)}`));
  expect(await threads.verify("", "lives")).toBe(true);
  const [died, lived] = await Promise.allSettled([threads.verify("", "dies"), threads.verify("", "lives")]);
  expect([died.status, lived.status]).toEqual(["rejected", "fulfilled"]);
  expect(await threads.verify("", "lives")).toBe(true);
});
