// @ts-check
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "./run.mjs";

/** @param {string} folder what the linter says of it, by the rules of the house */
const lint = (folder) =>
  new Promise((resolve) => {
    const args = [join(root, "node_modules/oxlint/bin/oxlint"), "-c", join(root, ".oxlintrc.json"), folder];
    execFile(process.execPath, args, (_error, stdout) => resolve(stdout));
  });

it("the linter finds two files that need each other, though it be for a type alone", async () => {
  const folder = await mkdtemp(join(tmpdir(), "umbral-cycle-"));
  try {
    await writeFile(
      join(folder, "one.ts"),
      'import type { Two } from "./two.ts";\nexport type One = Two | null;\n',
    );
    await writeFile(join(folder, "two.ts"), "export type Two = string;\n");
    expect(await lint(folder)).not.toContain("no-cycle");
    await writeFile(
      join(folder, "two.ts"),
      'import type { One } from "./one.ts";\nexport type Two = { one: One };\n',
    );
    expect(await lint(folder)).toContain("no-cycle");
  } finally {
    await rm(folder, { recursive: true });
  }
});
