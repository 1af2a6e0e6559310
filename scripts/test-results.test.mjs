// @ts-check

import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "./run.mjs";
import { count, readPlaywright, readVitest } from "./test-results.mjs";

const vitest = { numPassedTests: 9, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] };
const playwright = { stats: { expected: 4, unexpected: 0, flaky: 0, skipped: 0 }, errors: [] };

/** @param {Partial<Parameters<typeof count>[0]>} given */
const counted = (given) => {
  const { passed, failed } = count({
    name: "Vitest",
    code: 0,
    report: vitest,
    isFiltered: false,
    read: readVitest,
    ...given,
  });
  return [passed, failed];
};

describe("count", () => {
  it("adds up a good run", () => {
    expect(counted({})).toEqual([9, 0]);
    expect(counted({ report: playwright, read: readPlaywright })).toEqual([4, 0]);
  });

  it("counts what failed", () => {
    expect(counted({ code: 1, report: { ...vitest, numFailedTests: 2 } })).toEqual([9, 2]);
    const stats = { expected: 3, unexpected: 1, flaky: 1, skipped: 0 };
    expect(counted({ code: 1, report: { stats, errors: [] }, read: readPlaywright })).toEqual([3, 2]);
  });

  it("fails a run that wrote no results", () => {
    expect(counted({ code: 0, report: undefined })).toEqual([0, 1]);
  });

  it("fails a run that ended badly though every test passed", () => {
    expect(counted({ code: 1 })).toEqual([9, 1]);
  });

  it("fails a file that could not be loaded", () => {
    const testResults = [{ name: "a.test.ts", status: "failed", assertionResults: [] }];
    expect(counted({ code: 1, report: { ...vitest, testResults } })).toEqual([9, 1]);
    const errors = [{ message: "no such module" }];
    expect(counted({ code: 1, report: { ...playwright, errors }, read: readPlaywright })).toEqual([4, 1]);
  });

  it("fails a run that ran nothing", () => {
    expect(counted({ report: { ...vitest, numPassedTests: 0 } })).toEqual([0, 1]);
  });

  it("fails tests that were left out", () => {
    expect(counted({ report: { ...vitest, numPendingTests: 1, numTodoTests: 2 } })).toEqual([9, 3]);
  });

  it("lets a filter leave out tests, and find none in one of the runners", () => {
    expect(counted({ isFiltered: true, report: { ...vitest, numPendingTests: 3 } })).toEqual([9, 0]);
    const none = { ...vitest, numPassedTests: 0 };
    expect(counted({ isFiltered: true, report: none })).toEqual([0, 0]);
    // It is told that it may find none, so this is another fault.
    expect(counted({ isFiltered: true, code: 1, report: none })).toEqual([0, 1]);
  });
});

describe("what is said of a failure", () => {
  const story = (/** @type {object[]} */ errors, status = "unexpected") => ({
    suites: [
      {
        title: "doors/doors.spec.ts",
        suites: [
          {
            title: "Las puertas",
            specs: [
              {
                title: "a door opens",
                file: "doors/doors.spec.ts",
                line: 12,
                tests: [{ status, results: [{ status: "failed", errors }] }],
              },
            ],
          },
        ],
      },
    ],
    stats: { expected: 0, unexpected: 1, flaky: 0, skipped: 0 },
    errors: [],
    config: { rootDir: join(root, "e2e") },
  });
  const said = (/** @type {object} */ report, read = /** @type {any} */ (readPlaywright)) =>
    count({ name: "Playwright", code: 1, report, isFiltered: false, read }).notes.join("\n");

  it("names a story, its line, the line that failed and what was missed", () => {
    const message = `Error: \u001b[2mexpect(\u001b[22mlocator).toBeVisible() failed

Locator: getByRole('button', { name: 'Abrir' })
Timeout: 20000ms
    at ${root}/e2e/doors/doors.spec.ts:15:60`;
    const location = { file: join(root, "e2e/doors/doors.spec.ts"), line: 15 };
    expect(said(story([{ message, location }]))).toBe(
      `FALLÓ Las puertas › a door opens
  e2e/doors/doors.spec.ts:12
    e2e/doors/doors.spec.ts:15
    Error: expect(locator).toBeVisible() failed
    Locator: getByRole('button', { name: 'Abrir' })
    Timeout: 20000ms
        at e2e/doors/doors.spec.ts:15:60`,
    );
  });

  it("also of one that passed in a second try, and not of one that passed", () => {
    expect(said(story([{ message: "Error: slow" }], "flaky"))).toContain("Error: slow");
    expect(said(story([{ message: "Error: meant to fail" }], "expected"))).not.toContain("FALLÓ");
  });

  it("keeps to the first lines of an error, and to a test's first two", () => {
    const long = Array.from({ length: 99 }, (_, line) => `line ${line}`).join("\n");
    const text = said(story([{ message: long }, { message: "the console said: bad" }, { message: "third" }]));
    expect(text).toContain("line 14\n");
    expect(text).not.toContain("line 15");
    expect(text).toContain("the console said: bad");
    expect(text).not.toContain("third");
  });

  it("names a test of Vitest, its line, what it expected, and a file that cannot be loaded", () => {
    const file = join(root, "apps/web/a.test.ts");
    const fails = (/** @type {string} */ text) => ({
      status: "failed",
      fullName: "a rule holds",
      failureMessages: [text],
    });
    const frames = `    at ${file}:7:3\n    at file://${root}/node_modules/@vitest/runner/dist/a.js:302:11`;
    const text = said(
      {
        ...vitest,
        numFailedTests: 2,
        testResults: [
          {
            name: file,
            status: "failed",
            assertionResults: [
              { status: "passed", fullName: "another", failureMessages: [] },
              fails(`AssertionError: expected 1 to be 2\n${frames}`),
              fails(`Error: STACK_TRACE_ERROR\n${frames}`),
            ],
          },
          { name: `${root}/b.test.mjs`, status: "failed", message: "Cannot find it", assertionResults: [] },
        ],
      },
      readVitest,
    );
    expect(text).toBe(`FALLÓ a rule holds
  apps/web/a.test.ts:7
    AssertionError: expected 1 to be 2
        at apps/web/a.test.ts:7:3
FALLÓ a rule holds
  apps/web/a.test.ts:7
    tardó demasiado
        at apps/web/a.test.ts:7:3
FALLÓ no se pudo ejecutar
  b.test.mjs
    Cannot find it
Playwright: 1 archivo(s) no se pudieron ejecutar.`);
  });

  it("only names the others when very many fail", () => {
    const one = story([{ message: "Error: no database" }]).suites[0];
    const text = said({ ...story([]), suites: Array.from({ length: 40 }, () => one) });
    expect(text.match(/FALLÓ/g)).toHaveLength(40);
    expect(text.match(/no database/g)).toHaveLength(25);
  });
});
