import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { getPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { DigestProcesses } from "./digest-processes.ts";

const COST = { memoryCost: 1024, timeCost: 1, parallelism: 1 };
const AUTOGROUP = "/proc/self/autogroup";

/** Programs of this name that this process began, by their number. */
const begunHere = (name: string): number[] =>
  readdirSync("/proc")
    .filter((entry) => /^\d+$/.test(entry))
    .filter((pid) => readOf(pid, "status").includes(`\nPPid:\t${process.pid}\n`))
    .filter((pid) => readOf(pid, "cmdline").includes(name))
    .map(Number);

/** Empty where it has ended meanwhile. */
function readOf(pid: string, what: string): string {
  try {
    return readFileSync(`/proc/${pid}/${what}`, "utf8");
  } catch {
    return "";
  }
}

it("makes digests that only their password matches, with less priority than the rest of the machine", async () => {
  const processes = new DigestProcesses();
  const others = begunHere("digests.worker");
  const own = getPriority();
  const digest = await processes.hash("correct horse battery", COST);
  expect(digest).toMatch(/^\$argon2id\$v=19\$m=1024,t=1,p=1\$/);
  const [right, wrong] = await Promise.all([
    processes.verify(digest, "correct horse battery"),
    processes.verify(digest, "correct horse"),
  ]);
  expect([right, wrong]).toEqual([true, false]);
  expect(getPriority()).toBe(own);
  const begun = begunHere("digests.worker").filter((pid) => !others.includes(pid));
  // One that had nothing to do was asked again.
  expect(begun).toHaveLength(2);
  for (const pid of begun) {
    expect(getPriority(pid)).toBe(own + 5);
  }
  if (existsSync(AUTOGROUP)) {
    expect(begun.map((pid) => readOf(String(pid), "autogroup"))).toContainEqual(
      expect.stringMatching(/ nice 5\n$/),
    );
  }
  await expect(processes.verify("no digest", "correct horse")).rejects.toThrow("was not worked out");
  expect(await processes.verify(digest, "correct horse battery")).toBe(true);
});

it("fails what a process that died was asked, and goes on with another", async () => {
  const folder = await mkdtemp(join(tmpdir(), "umbral-digests-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const program = join(folder, "dies.mjs");
  await writeFile(
    program,
    `process.on("message", ({ password }) => password === "dies" ? process.exit(1) : process.send({ done: true }));`,
  );
  const processes = new DigestProcesses(program);
  expect(await processes.verify("", "lives")).toBe(true);
  const [died, lived] = await Promise.allSettled([
    processes.verify("", "dies"),
    processes.verify("", "lives"),
  ]);
  expect([died.status, lived.status]).toEqual(["rejected", "fulfilled"]);
  expect(await processes.verify("", "lives")).toBe(true);
});
