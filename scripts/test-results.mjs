// @ts-check
import { readFile } from "node:fs/promises";

/** @typedef {{ passed: number, failed: number, notes: string[] }} Count */

/**
 * Counts what a runner did, from the file that it wrote and the way that it ended. A run that is not wholly
 * good counts at least one failure: a runner that broke down, that ran nothing, or that left tests out.
 * @param {object} run
 * @param {string} run.name
 * @param {number} run.code the runner's exit code
 * @param {unknown} run.report undefined when it wrote none
 * @param {boolean} run.isFiltered whether it was asked for some of the tests only
 * @param {(report: any) => { passed: number, failed: number, leftOut: number, broken: number }} run.read
 * @returns {Count}
 */
export function count({ name, code, report, isFiltered, read }) {
  if (report === undefined) {
    return { passed: 0, failed: 1, notes: [`${name}: terminó sin resultados (código ${code}).`] };
  }
  const { passed, failed, leftOut, broken } = read(report);
  const notes = [];
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
  if (code !== 0 && all === 0 && !(isFiltered && passed === 0)) {
    all = 1;
    notes.push(`${name}: terminó con código ${code}.`);
  }
  return { passed, failed: all, notes };
}

/**
 * Vitest's JSON. A file that could not even be loaded has no tests in it, and failed.
 * @param {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number,
 *   testResults: { status: string, assertionResults: unknown[] }[] }} report
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
  };
}

/**
 * Playwright's JSON. A test that passed only in a second try did not pass.
 * @param {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number }, errors: unknown[] }} report
 */
export function readPlaywright({ stats, errors }) {
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    leftOut: stats.skipped,
    broken: errors.length,
  };
}

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
