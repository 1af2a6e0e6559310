// @ts-check
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "./run.mjs";

/*
 * docs/asvs.md is a promise on paper: it is worth something as far as what it names is there.
 */

/** By section of ASVS 5.0 the level of each of its requirements, in their order. */
const LEVELS = `
  1.1=22 1.2=1111122223 1.3=112222222223 1.4=222 1.5=123 2.1=122 2.2=112 2.3=12223 2.4=23 3.1=3 3.2=113
  3.3=12223 3.4=11222233 3.5=11122333 3.6=3 3.7=22333 4.1=12233 4.2=23333 4.3=22 4.4=1222 5.1=2 5.2=112333
  5.3=113 5.4=222 6.1=122 6.2=111111112222 6.3=11223333 6.4=112233 6.5=22222333 6.6=2223 6.7=33 6.8=2222
  7.1=222 7.2=1111 7.3=22 7.4=11222 7.5=223 7.6=22 8.1=1233 8.2=1123 8.3=133 8.4=23 9.1=111 9.2=1222
  10.1=22 10.2=223 10.3=22223 10.4=1111122222233333 10.5=22222 10.6=22 10.7=222 11.1=2233 11.2=22233
  11.3=11233 11.4=1222 11.5=23 11.6=23 11.7=33 12.1=12233 12.2=11 12.3=22223 13.1=2333 13.2=222223
  13.3=2233 13.4=1222233 14.1=22 14.2=12223333 14.3=122 15.1=12233 15.2=12233 15.3=1222222 15.4=3333
  16.1=2 16.2=22222 16.3=2222 16.4=222 16.5=2223 17.1=23 17.2=22223333 17.3=22
`;
const STATUSES = ["met", "partly", "not met", "not applicable"];

/** What is asked up to level 2: its number and its level. */
const asked = LEVELS.trim()
  .split(/\s+/)
  .flatMap((section) => {
    const [name = "", levels = ""] = section.split("=");
    return [...levels].map((level, index) => ({ id: `${name}.${index + 1}`, level }));
  })
  .filter(({ level }) => level !== "3");

const text = readFileSync(join(root, "docs/asvs.md"), "utf8");
const lines = [...text.matchAll(/^\| (\d+\.\d+\.\d+) \| (\d) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$/gm)].map(
  ([, id = "", level = "", words = "", status = "", by = ""]) => ({ id, level, words, status, by }),
);

/** @typedef {{ path: string, quoted: string[] }} Named a file, and the words that are to stand in it */

/**
 * What a line names, each with the words in quotation marks behind it.
 * @param {string} by
 * @returns {Named[]}
 */
function namedIn(by) {
  /** @type {Named[]} */
  const named = [];
  for (const [, path, words] of by.matchAll(/`([^`\s]+)`|“([^”]+)”/g)) {
    if (
      path !== undefined &&
      /^[\w.@-]+(\/[\w.@-]+)*\.(m?[jt]sx?|md|json|yaml|conf)$|^[\w./-]+file$|^\.env/.test(path)
    ) {
      named.push({ path, quoted: [] });
    } else if (words !== undefined) {
      named.at(-1)?.quoted.push(words);
    }
  }
  return named;
}

it("has each requirement of levels 1 and 2 once, in its order, in a few words and with one of four states", () => {
  expect(asked).toHaveLength(253);
  expect(lines.map(({ id, level }) => ({ id, level }))).toEqual(asked);
  expect(lines.filter(({ status }) => !STATUSES.includes(status))).toEqual([]);
  expect(lines.filter(({ words }) => words.split(/\s+/).length > 12)).toEqual([]);
});

it("names what is there, and tests by words that they have", () => {
  const absent = lines.flatMap(({ id, by }) =>
    namedIn(by).flatMap(({ path, quoted }) => {
      if (!existsSync(join(root, path))) {
        return [`${id}: ${path}`];
      }
      const file = readFileSync(join(root, path), "utf8");
      return quoted.filter((words) => !file.includes(words)).map((words) => `${id}: ${path} “${words}”`);
    }),
  );
  expect(absent).toEqual([]);
});

it("calls nothing met without a file that holds it, and gives a reason for everything else", () => {
  expect(lines.filter(({ status, by }) => status === "met" && namedIn(by).length === 0)).toEqual([]);
  expect(lines.filter(({ by }) => by.trim().length < 5)).toEqual([]);
});

it("names for all that is met a test that holds it, or says why there is none", () => {
  const isTest = (/** @type {Named} */ { path }) => /\.(test|spec|suite)\.m?[jt]sx?$/.test(path);
  const without = lines.filter(
    ({ status, by }) =>
      status === "met" && !namedIn(by).some(isTest) && !/; no test: .{10,}$/.test(by.trim()),
  );
  expect(without.map(({ id, by }) => `${id}: ${by}`)).toEqual([]);
});

it("counts right", () => {
  const counted = [
    ["Level 1", "1"],
    ["Level 2", "2"],
    ["Both", "12"],
  ].map(([name, levels = ""]) => {
    const counts = STATUSES.map(
      (state) => lines.filter(({ status, level }) => status === state && levels.includes(level)).length,
    );
    return `| ${name} | ${counts.join(" | ")} |`;
  });
  expect(text).toContain(`|---|---|---|---|---|\n${counted.join("\n")}\n`);
});
