// @ts-check
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { filesIn } from "./files.mjs";
import { root } from "./run.mjs";

const web = join(root, "apps/web/src");

it("every name of a colour or measure that a style asks for is given somewhere", async () => {
  const files = (await filesIn(web, /\.test\./)).filter((file) => /\.(?:css|tsx?)$/.test(file));
  const texts = await Promise.all(
    files.map(async (file) => ({ file, text: await readFile(join(web, file), "utf8") })),
  );
  // In a style sheet, or by a component: `"--um-strip-height": …`, `setProperty("--um-strip-height", …)`.
  const given = new Set(
    texts.flatMap(({ text }) => [...text.matchAll(/(--um-[\w-]+)(?:"?\]?:|",)/g)].map(([, name]) => name)),
  );
  const unknown = texts.flatMap(({ file, text }) =>
    [...text.matchAll(/var\(\s*(--um-[\w-]+)/g)].flatMap(([, name]) =>
      given.has(name) ? [] : [`${file}: ${name}`],
    ),
  );
  expect(given).toContain("--um-canvas");
  expect(unknown).toEqual([]);
});
