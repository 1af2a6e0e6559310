// @ts-check
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { bundle } from "./build.mjs";
import { root, run } from "./run.mjs";

const PROGRAM = `interface Door {
  name: string;
}

function open(door: Door): void {
  throw new Error(door.name);
}

export function main(): void {
  // What is not in the program moves its lines.
  open({
    name: "lobby",
  });
}

main();
`;

it("a built program's fault names files and lines of the sources, by a map that holds nothing else", async () => {
  const folder = await mkdtemp(join(tmpdir(), "umbral-build-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, "src"));
  writeFileSync(join(folder, "src/main.ts"), PROGRAM);
  await bundle(relative(root, folder), join(folder, "dist"));
  const { output } = await run(process.execPath, ["--enable-source-maps", join(folder, "dist/main.js")], {
    quiet: true,
  });
  expect(output).toMatch(
    /at open .*src\/main\.ts:6:[\s\S]*at main .*src\/main\.ts:11:[\s\S]*src\/main\.ts:16:/,
  );
  const map = JSON.parse(readFileSync(join(folder, "dist/main.js.map"), "utf8"));
  // With every name of each statement a server opens no door for as long as it reads that.
  expect(map.mappings).toMatch(/^[^,]+$/);
  expect(map).not.toHaveProperty("sourcesContent");
});
