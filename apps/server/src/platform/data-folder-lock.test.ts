import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DataFolderInUse, holdDataFolder } from "./data-folder-lock.ts";

let base: string;
let dataDir: string;

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), "umbral test "));
  dataDir = join(base, "data");
});
afterEach(() => rm(base, { recursive: true }));

/** Another process that takes the folder and lives until it is killed. */
async function holdInAnotherProcess(folder: string) {
  const module = new URL("./data-folder-lock.ts", import.meta.url);
  const code = `
    import { holdDataFolder } from ${JSON.stringify(module.href)};
    await holdDataFolder(process.argv[1]);
    console.log("held");
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", code, folder], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  return child;
}

describe("holdDataFolder", () => {
  it("refuses a second process, naming the first", async () => {
    const child = await holdInAnotherProcess(dataDir);
    const refusal = await holdDataFolder(dataDir).catch((error: unknown) => error);
    child.kill("SIGKILL");

    expect(refusal).toBeInstanceOf(DataFolderInUse);
    expect(refusal).toMatchObject({
      pid: child.pid,
      message: `La carpeta de datos "${dataDir}" ya está en uso por otro proceso (PID ${child.pid}).`,
    });
  });

  it("refuses although the holder is stopped and cannot answer", async () => {
    const child = await holdInAnotherProcess(dataDir);
    child.kill("SIGSTOP");
    const refusal = await holdDataFolder(dataDir).catch((error: unknown) => error);
    child.kill("SIGKILL");

    expect(refusal).toMatchObject({ name: "DataFolderInUse", pid: undefined });
  });

  it("clears the lock of a process that was killed", async () => {
    const child = await holdInAnotherProcess(dataDir);
    child.kill("SIGKILL");
    await once(child, "exit");

    const lock = await holdDataFolder(dataDir);
    await lock.release();
  });

  it("gives it to exactly one of many at once, over and over", async () => {
    for (let round = 0; round < 20; round++) {
      const results = await Promise.allSettled(Array.from({ length: 8 }, () => holdDataFolder(dataDir)));
      const winners = results.filter((result) => result.status === "fulfilled");
      const refusals = results
        .filter((result) => result.status === "rejected")
        .map((result) => result.reason);

      expect(winners).toHaveLength(1);
      for (const refusal of refusals) {
        expect(refusal).toBeInstanceOf(DataFolderInUse);
      }
      await winners[0]?.value.release();
    }
  });

  it("knows the folder by any of its names", async () => {
    const lock = await holdDataFolder(dataDir);
    await symlink(dataDir, join(base, "other name"));

    await expect(holdDataFolder(join(base, "other name"))).rejects.toThrow(DataFolderInUse);
    await lock.release();
  });

  it("works in a folder deeper than a socket's path may be", async () => {
    const deep = join(base, ...Array.from({ length: 12 }, () => "una carpeta profunda"), "datos");
    const lock = await holdDataFolder(deep);

    await expect(holdDataFolder(deep)).rejects.toThrow(DataFolderInUse);
    await lock.release();
  });

  it("does not fill the folder with what earlier holders left", async () => {
    await mkdir(dataDir);
    for (let round = 0; round < 40; round++) {
      await (await holdDataFolder(dataDir)).release();
    }
    expect((await readdir(join(dataDir, ".lock"))).length).toBeLessThanOrEqual(16);
  });
});
