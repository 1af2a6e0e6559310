// @ts-check
import { readFile } from "node:fs/promises";
import { isAbsolute, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { root } from "./run.mjs";

/** @typedef {{ passed: number, failed: number, notes: string[] }} Count */
/** @typedef {{ title: string, at: string, errors: string[] }} Failure what failed, where, and what it said */

/** Of each error that many lines: its message and where it was, seldom all of a diff. */
const LINES_OF_AN_ERROR = 15;
/** A test's own error and what its clearing up complained of; more says nothing new. */
const ERRORS_OF_A_TEST = 2;
/** When everything fails, what it said is told of the first ones; the others are named. */
const TOLD_WHOLE = 25;
/** What Vitest's JSON has in place of the message of a test that took too long. */
const TOO_LONG = "Error: STACK_TRACE_ERROR";

/**
 * Counts what a runner did, from the file that it wrote and the way that it ended. A run that is not wholly
 * good counts at least one failure: a runner that broke down, that ran nothing, or that left tests out.
 * @param {object} run
 * @param {string} run.name
 * @param {number} run.code the runner's exit code
 * @param {unknown} run.report undefined when it wrote none
 * @param {boolean} run.isFiltered whether it was asked for some of the tests only
 * @param {(report: any) => { passed: number, failed: number, leftOut: number, broken: number, failures: Failure[] }} run.read
 * @returns {Count}
 */
export function count({ name, code, report, isFiltered, read }) {
  if (report === undefined) {
    return { passed: 0, failed: 1, notes: [`${name}: terminó sin resultados (código ${code}).`] };
  }
  const { passed, failed, leftOut, broken, failures } = read(report);
  const notes = failures.map((failure, index) => describe(failure, index < TOLD_WHOLE));
  let all = failed + broken;
  if (broken > 0) {
    notes.push(`${name}: ${broken} archivo(s) no se pudieron ejecutar.`);
  }
  if (leftOut > 0 && !isFiltered) {
    all += leftOut;
    notes.push(`${name}: ${leftOut} prueba(s) se omitieron.`);
  }
  if (passed + all === 0 && !isFiltered) {
    all = 1;
    notes.push(`${name}: no se ejecutó ninguna prueba.`);
  }
  if (code !== 0 && all === 0) {
    all = 1;
    notes.push(`${name}: terminó con código ${code}; lo que dijo está más arriba.`);
  }
  return { passed, failed: all, notes };
}

/**
 * Vitest's JSON. A file that could not even be loaded has no tests in it, and failed.
 * @param {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number,
 *   testResults: { name: string, status: string, message?: string, assertionResults:
 *   { status: string, fullName: string, failureMessages: string[] | null }[] }[] }} report
 */
export function readVitest(report) {
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === "failed" && assertionResults.length === 0,
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    leftOut: report.numPendingTests + report.numTodoTests,
    broken: broken.length,
    failures: report.testResults.flatMap(({ name, status, message, assertionResults }) =>
      status === "failed" && assertionResults.length === 0
        ? [{ title: "no se pudo ejecutar", at: fromRoot(name), errors: [message ?? ""] }]
        : assertionResults
            .filter((test) => test.status === "failed")
            .map((test) => ({
              title: test.fullName,
              at: placeIn(name, test.failureMessages ?? []),
              errors: (test.failureMessages ?? []).map((text) => text.replace(TOO_LONG, "tardó demasiado")),
            })),
    ),
  };
}

/**
 * @typedef {{ title: string, specs?: Spec[], suites?: Suite[] }} Suite
 * @typedef {{ title: string, file: string, line: number, tests: { status: string, results: Result[] }[] }} Spec
 * @typedef {{ status: string, errors: { message?: string, location?: { file: string, line: number } }[] }} Result
 */

/**
 * Playwright's JSON. A test that passed only in a second try did not pass.
 * @param {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number },
 *   errors: { message?: string }[], suites?: Suite[], config?: { rootDir: string } }} report
 */
export function readPlaywright({ stats, errors, suites = [], config }) {
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    leftOut: stats.skipped,
    broken: errors.length,
    failures: [
      ...suites.flatMap((file) => failuresIn(file, [], config?.rootDir ?? root)),
      // Of no test: a file that cannot be read, or what went wrong before the first and after the last one.
      ...errors.map(({ message = "" }) => ({ title: "no se pudo ejecutar", at: "e2e", errors: [message] })),
    ],
  };
}

/**
 * @param {Suite} suite
 * @param {string[]} above the titles that it stands below
 * @param {string} folder what Playwright's paths begin at
 * @returns {Failure[]}
 */
function failuresIn({ specs = [], suites = [] }, above, folder) {
  const own = specs.flatMap(({ title, file, line, tests }) =>
    tests
      .filter(({ status }) => status === "unexpected" || status === "flaky")
      .map(({ results }) => ({
        title: [...above, title].join(" › "),
        at: `${fromRoot(`${folder}/${file}`)}:${line}`,
        errors: (results.find((result) => result.errors.length > 0)?.errors ?? []).map(
          ({ message = "", location }) =>
            location ? `${fromRoot(location.file)}:${location.line}\n${message}` : message,
        ),
      })),
  );
  const below = suites.flatMap((suite) => failuresIn(suite, [...above, suite.title], folder));
  return [...own, ...below];
}

/**
 * A test's own line, where what it threw names it.
 * @param {string} file
 * @param {string[]} stacks
 */
function placeIn(file, stacks) {
  const line = stacks.join("\n").split(`${file}:`)[1];
  const number = line === undefined ? Number.NaN : Number.parseInt(line, 10);
  return Number.isNaN(number) ? fromRoot(file) : `${fromRoot(file)}:${number}`;
}

/** @param {string} file */
const fromRoot = (file) => (isAbsolute(file) ? relative(root, file) : file);

/**
 * @param {Failure} failure
 * @param {boolean} isWhole with what it said
 */
function describe({ title, at, errors }, isWhole) {
  const said = isWhole ? errors.slice(0, ERRORS_OF_A_TEST).flatMap(linesOf) : [];
  return [`FALLÓ ${title}`, `  ${at}`, ...said.map((line) => `    ${line}`)].join("\n");
}

/**
 * What a reader needs of an error, without colours, blank lines and the runners' own frames.
 * @param {string} error
 */
const linesOf = (error) =>
  stripVTControlCharacters(error)
    .split("\n")
    .filter((line) => line.trim() !== "" && !/^\s*at .*(node_modules|node:internal|<anonymous>)/.test(line))
    .map((line) => line.replaceAll(`${root}/`, ""))
    .slice(0, LINES_OF_AN_ERROR);

/**
 * @param {string} file
 * @returns {Promise<unknown>} undefined when it was not written, or not to its end
 */
export async function readReport(file) {
  try {
    return JSON.parse(await readFile(file, "utf8"));
  } catch {
    return undefined;
  }
}
