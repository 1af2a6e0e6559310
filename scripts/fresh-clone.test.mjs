// @ts-check
import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { expect, it } from "vitest";
import { root } from "./run.mjs";

/**
 * What a program names that is no file of ours and no part of Node.js, before it runs.
 * @param {string} file
 * @param {Set<string>} [seen]
 * @returns {string[]}
 */
function packagesNamedBy(file, seen = new Set()) {
  if (seen.has(file)) {
    return [];
  }
  seen.add(file);
  return [
    ...readFileSync(file, "utf8").matchAll(/^(?:import|export|\}) [^;]*?from "([^"]+)"|^import "([^"]+)"/gm),
  ]
    .map(([, from, alone]) => from ?? alone ?? "")
    .flatMap((name) =>
      name.startsWith(".")
        ? packagesNamedBy(resolve(dirname(file), name), seen)
        : name.startsWith("node:")
          ? []
          : [`${file.slice(root.length + 1)}: ${name}`],
    );
}

it.each(["start", "test", "check"])("%s begins in a fresh clone, where no package is there yet", (name) => {
  const seen = /** @type {Set<string>} */ (new Set());
  expect(packagesNamedBy(join(root, "scripts", `${name}.mjs`), seen)).toEqual([]);
  // It installs by itself.
  expect([...seen]).toContain(join(root, "scripts/dependencies.mjs"));
});
