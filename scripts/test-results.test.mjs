// @ts-check
import { describe, expect, it } from "vitest";
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
    const testResults = [{ status: "failed", assertionResults: [] }];
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
    expect(counted({ isFiltered: true, code: 1, report: { ...vitest, numPassedTests: 0 } })).toEqual([0, 0]);
  });
});
