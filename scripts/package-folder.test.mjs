// @ts-check
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root, run } from "./run.mjs";

it("a folder of the server that cannot be made leaves the one that is there", async () => {
  const place = await mkdtemp(join(tmpdir(), "umbral-folder-"));
  try {
    // A repository of which all is missing that a server is built of.
    const repository = join(place, "repository");
    await cp(join(root, "scripts"), join(repository, "scripts"), { recursive: true });
    await cp(join(root, "package.json"), join(repository, "package.json"));
    await symlink(join(root, "node_modules"), join(repository, "node_modules"));
    const folder = join(place, "umbral");
    await mkdir(folder);
    await writeFile(join(folder, "run"), "of the version before");

    const program = join(repository, "scripts/package-server.mjs");
    const made = await run(process.execPath, [program, "--folder", folder], { cwd: repository, quiet: true });
    expect(made.code).toBe(1);
    expect(await readdir(folder)).toEqual(["run"]);
    expect((await readdir(place)).sort()).toEqual(["repository", "umbral"]);
  } finally {
    await rm(place, { recursive: true, force: true });
  }
});
