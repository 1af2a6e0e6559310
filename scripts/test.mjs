// @ts-check
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { buildWhatChanged } from "./build.mjs";
import { readChange } from "./changed.mjs";
import { ensureDependencies } from "./dependencies.mjs";
import { root, runNode, say } from "./run.mjs";
import { ensureSystemParts } from "./system-parts.mjs";
import { count, readPlaywright, readReport, readVitest } from "./test-results.mjs";

/*
 * npm test                              all tests
 * npm test -- --only server             one project of vitest.config.ts, or `e2e`; may be repeated
 * npm test -- doors                     the files whose path contains the word, everywhere
 * npm test -- --changed                 what a change can break: of each room that changed since the branch left main
 *                                       (committed or not) its tests on the server and its stories, and whatever imports
 *                                       what changed in the other projects. See changed.mjs
 */

/** @typedef {import("./test-results.mjs").Count} Count */

/** Projects of e2e/playwright.config.ts, one after the other: a call's cameras need what all the others do together. */
const STORIES = ["stories", "calls"];

const reports = join(root, "test-results");
const { only, words, isOfChange } = wishes(process.argv.slice(2));
const isFiltered = only.length > 0 || words.length > 0 || isOfChange;

/** @type {Count[]} */
const counts = [];
/** @type {string | undefined} */
let command;

// Each step is tried, so that one that cannot be done hides nothing of the others.
if (await done(ensureDependencies)) {
  /** @type {string | undefined} */
  let chromium;
  await done(async () => {
    const parts = await ensureSystemParts();
    ({ chromium, command } = parts);
    if (chromium !== undefined) {
      // Where e2e/chromium.ts looks, for the screens and the stories.
      process.env["CHROMIUM_PATH"] = chromium;
      process.env["CHROMIUM_SHELL_PATH"] = parts.shell ?? chromium;
    }
  });
  // The rest is tried without a browser too.
  const others = chromium === undefined ? ["--exclude", "**/*.screen.test.tsx"] : [];
  if (chromium === undefined && (only.length === 0 || only.includes("screens"))) {
    counts.push(failure("Pantallas: falta Chromium."));
  }
  await done(buildWhatChanged);
  await rm(reports, { recursive: true, force: true });
  await mkdir(reports, { recursive: true });
  if (isOfChange) {
    await done(() => runOfChange(chromium));
  } else {
    const projects = only.filter((name) => name !== "e2e");
    if (projects.length > 0 || only.length === 0) {
      // To Vitest, one that is left out beside another means all but the one.
      const chosen = projects.length > 0 ? projects.flatMap((name) => ["--project", name]) : others;
      counts.push(await runVitest([...chosen, ...words]));
    }
    if (only.includes("e2e") || only.length === 0) {
      await runStories(words, chromium);
    }
  }
}
conclude();

/** @param {() => Promise<void>} step */
async function done(step) {
  try {
    await step();
    return true;
  } catch (error) {
    counts.push(failure(error instanceof Error ? error.message : String(error)));
    return false;
  }
}

/**
 * @param {string} note
 * @returns {Count}
 */
function failure(note) {
  return { passed: 0, failed: 1, notes: [note] };
}

/** @param {string[]} args */
function wishes(args) {
  /** @type {{ only: string[], words: string[], isOfChange: boolean }} */
  const result = { only: [], words: [], isOfChange: false };
  for (let index = 0; index < args.length; index++) {
    const arg = args[index] ?? "";
    if (arg === "--only") {
      index += 1;
      result.only.push(args[index] ?? "");
    } else if (arg === "--changed") {
      result.isOfChange = true;
    } else {
      result.words.push(arg);
    }
  }
  return result;
}

/** @param {string | undefined} chromium */
async function runOfChange(chromium) {
  const { base, plan } = await readChange();
  counts.push(await runVitest(["--project", "!server", "--changed", base]));
  if (plan.server.length > 0) {
    counts.push(await runVitest(["--project", "server", ...(plan.server === "all" ? [] : plan.server)]));
  }
  if (plan.stories.length > 0) {
    await runStories(plan.stories, chromium);
  }
  if (plan.unasked.length > 0) {
    const notes = [
      `Las historias de todos los cuartos las corre \`npm test\`: cambió ${plan.unasked.join(", ")}.`,
    ];
    counts.push({ passed: 0, failed: 0, notes });
  }
}

/** @param {string[]} args which projects, and which files */
async function runVitest(args) {
  const file = join(reports, "vitest.json");
  await rm(file, { force: true });
  // What it means: apps/web/testing/screens/project.ts.
  const env = isFiltered ? process.env : { ...process.env, UMBRAL_REACT: "production" };
  const { code } = await runNode(
    "node_modules/vitest/vitest.mjs",
    [
      "run",
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${file}`,
      ...(isFiltered ? ["--passWithNoTests"] : []),
      ...args,
    ],
    { env },
  );
  return count({ name: "Vitest", code, report: await readReport(file), isFiltered, read: readVitest });
}

/**
 * @param {string[]} words of their paths
 * @param {string | undefined} chromium
 */
async function runStories(words, chromium) {
  if (chromium === undefined) {
    counts.push(failure("Navegador: falta Chromium."));
    return;
  }
  for (const project of STORIES) {
    counts.push(await runPlaywright(project, words));
  }
}

/**
 * @param {string} project
 * @param {string[]} words of their paths
 */
async function runPlaywright(project, words) {
  const file = join(reports, `playwright-${project}.json`);
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: file };
  const { code } = await runNode(
    "node_modules/@playwright/test/cli.js",
    [
      "test",
      "-c",
      "e2e/playwright.config.ts",
      `--project=${project}`,
      "--retries=0",
      "--reporter=line,json",
      ...(isFiltered ? ["--pass-with-no-tests"] : []),
      ...words,
    ],
    { env },
  );
  return count({
    name: `Playwright (${project})`,
    code,
    report: await readReport(file),
    isFiltered,
    read: readPlaywright,
  });
}

function conclude() {
  const passed = counts.reduce((sum, one) => sum + one.passed, 0);
  let failed = counts.reduce((sum, one) => sum + one.failed, 0);
  say("");
  for (const note of counts.flatMap(({ notes }) => notes)) {
    say(note);
  }
  if (passed + failed === 0 && !isOfChange) {
    say("Ninguna prueba corresponde a lo pedido.");
    failed = 1;
  }
  if (command) {
    say(`Faltan programas del sistema. Instálalos con:\n\n  ${command}\n`);
    failed = Math.max(failed, 1);
  }
  say(`${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}
