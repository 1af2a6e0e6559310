// @ts-check
import { readFile } from "node:fs/promises";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { filesIn } from "./files.mjs";

/*
 * The house rules that follow from the names of folders: which rooms there are, and who may import whom.
 * docs/words.md names the rooms, ARCHITECTURE.md draws the arrows.
 */

/** A room is a domain word. A new one is written in docs/words.md first. */
export const rooms = [
  "auth",
  "spaces",
  "accounts",
  "registration",
  "users",
  "buildings",
  "access-requests",
  "access-control",
  "visits",
  "passes",
  "parcels",
  "entrance-sign",
  "calls",
  "doors",
  "inputs",
  "boards",
  "cameras",
  "clips",
  "cards",
  "alarms",
  "notifications",
  "notice-rules",
  "kiosks",
  "integrations",
  "controllers",
  "audit",
  "logbook",
  "overview",
  "reports",
  "personal-data",
  "system-state",
];

const NOT_OURS = /(^|\/)(node_modules|dist|\.git|\.cache|data|test-results|playwright-report)$/;
const CODE = /\.(ts|tsx|mts|mjs|js)$/;
const TEST = /\.(test|spec)\.(ts|tsx|mjs)$|^e2e\//;

/** Words that would keep a test from running, or make it pass by luck. */
const LEFT_OUT = /\.(skip|only|todo|fixme|skipIf|runIf)\(/;
const WAITING = /\bwaitForTimeout\b/;
const SECOND_TRY = /\bretr(y|ies)["']?\s*[:=]\s*[1-9]/;

/**
 * @param {Map<string, string>} files text by path below the root, with forward slashes
 * @param {string} words the text of docs/words.md
 * @returns {string[]} one line for each broken rule
 */
export function checkRooms(files, words) {
  const problems = [
    ...unknownFolders([...files.keys()]),
    ...rooms
      .filter((room) => !words.includes(`\`${room}\``))
      .map((room) => `docs/words.md: lacks \`${room}\``),
  ];
  const inner = innerRooms([...files.keys()]);
  /** @type {Arrows} */
  const arrows = new Map();
  for (const [file, text] of files) {
    if (!CODE.test(file)) {
      continue;
    }
    problems.push(...dodgedTests(file, text));
    for (const specifier of importsOf(text)) {
      const target = targetOf(file, specifier);
      const broken = brokenRule(file, target) ?? brokenFace(file, target, text, inner);
      if (broken) {
        problems.push(`${file}: imports ${specifier}: ${broken}`);
      }
      drawArrow(arrows, file, target);
      drawInnerArrows(arrows, file, target, inner);
    }
  }
  return [...problems, ...circles(arrows)].sort();
}

/** @param {string[]} paths */
function unknownFolders(paths) {
  /** @type {[RegExp, string[]][]} */
  const places = [
    [/^apps\/[^/]+\/src\/features\/([^/]+)\//, rooms],
    [/^packages\/contract\/src\/([^/]+)\//, [...rooms, "lib"]],
    [/^e2e\/([^/]+)\//, [...rooms, "journeys"]],
  ];
  const found = new Set();
  for (const path of paths) {
    for (const [pattern, known] of places) {
      const [folder, name] = pattern.exec(path) ?? [];
      if (folder && name && !known.includes(name)) {
        found.add(`${folder}: "${name}" is not a room (docs/words.md names them)`);
      }
    }
  }
  return found;
}

/**
 * @param {string} file
 * @param {string} text
 */
function dodgedTests(file, text) {
  const isRunner = /(^|\/)(playwright|vitest)\.config\.ts$/.test(file);
  const rules = TEST.test(file) ? [LEFT_OUT, WAITING, SECOND_TRY] : isRunner ? [SECOND_TRY] : [];
  return text.split("\n").flatMap((line, index) =>
    rules.flatMap((rule) => {
      const match = rule.exec(line);
      return match
        ? [`${file}:${index + 1}: "${match[0]}": every test runs, once, and waits for events`]
        : [];
    }),
  );
}

const COMMENT = /\/\*[\s\S]*?\*\/|(^|\s)\/\/.*$/gm;
const IMPORT =
  /(?:^|[;\n])\s*(?:import|export)\s[^"';]*?from\s*["']([^"']+)["']|(?:^|[;\n])\s*import\s*["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']\s*\)|\bnew URL\(\s*["'](\.[^"']+)["']\s*,\s*import\.meta\.url/g;

/**
 * What a file imports, types too: an arrow is an arrow.
 * @param {string} text
 */
export function importsOf(text) {
  return [...text.replace(COMMENT, "$1").matchAll(IMPORT)].map(
    ([, from, bare, dynamic, address]) => from ?? bare ?? dynamic ?? address ?? "",
  );
}

/**
 * Where an import leads: a path below the root for our own files, else the package's name.
 * @param {string} file
 * @param {string} specifier
 */
function targetOf(file, specifier) {
  if (specifier.startsWith(".")) {
    return posix.normalize(posix.join(posix.dirname(file), specifier));
  }
  const [, ours, rest] = /^@umbral\/([^/]+)(\/.*)?$/.exec(specifier) ?? [];
  if (ours === "contract" || ours === "simulated-building") {
    return `packages/${ours}/src${rest ?? ""}.ts`;
  }
  if (ours === "e2e" || ours === "bench") {
    return `${ours}${rest ?? ""}`;
  }
  return ours ? `apps/${ours}${rest ?? ""}` : specifier;
}

/**
 * @typedef {object} Place where a file stands in the house
 * @property {string} part `apps/web`, `packages/contract`, `e2e`, … or "" for a package of others
 * @property {"feature" | "base" | "app" | "testing" | "outside"} layer
 * @property {string} room
 */

/**
 * @param {string} path
 * @returns {Place}
 */
function placeOf(path) {
  const [part = ""] = /^(apps|packages)\/[^/]+|^(e2e|bench|scripts)\b/.exec(path) ?? [];
  const inside = path.slice(part.length + 1);
  const isRunner = path === "vitest.config.ts";
  const [, folder = "", room = ""] = /^src\/([^/]+)\/(?:([^/]+)\/)?/.exec(inside) ?? [];
  if (
    TEST.test(path) ||
    /^(src\/)?testing\//.test(inside) ||
    part === "e2e" ||
    part === "bench" ||
    isRunner
  ) {
    return { part, layer: "testing", room: folder === "features" ? room : "" };
  }
  if (!inside.startsWith("src/") || part.startsWith("packages/")) {
    return { part, layer: "outside", room: "" };
  }
  if (folder === "features") {
    return { part, layer: "feature", room };
  }
  return { part, layer: ["platform", "lib", "ui"].includes(folder) ? "base" : "app", room: "" };
}

/** A room keeps these to itself: its tables, its addresses, its sockets. */
const PRIVATE = /\.(queries|routes|live)\.tsx?$/;

/**
 * @param {string} file
 * @param {string} target
 * @returns {string | undefined} the rule that this import breaks
 */
function brokenRule(file, target) {
  const from = placeOf(file);
  const to = placeOf(target);
  const isTest = from.layer === "testing";
  if (to.part === "") {
    return from.part === "packages/contract" && !isTest && target !== "zod" && !target.startsWith("zod/")
      ? "the contract depends on the schema library alone"
      : undefined;
  }
  if (!isTest && from.part !== "scripts" && (to.layer === "testing" || to.part === "scripts")) {
    return "the product does not know its tests";
  }
  if (from.part.startsWith("packages/") && to.part.startsWith("apps/")) {
    return "packages do not know the programs";
  }
  if (from.part === "packages/contract" && to.part !== from.part) {
    return "the contract depends on the schema library alone";
  }
  // A test may start the other program, as it is installed.
  const isStarted = isTest && to.layer === "testing";
  if (from.part.startsWith("apps/") && to.part.startsWith("apps/") && from.part !== to.part && !isStarted) {
    return "the programs meet in the contract only";
  }
  if (from.part === "apps/web" && to.part.startsWith("packages/") && to.part !== "packages/contract") {
    return "the web takes from the contract only";
  }
  return from.part === to.part && !isTest ? brokenDirection(from, to, target) : undefined;
}

/**
 * @param {Place} from
 * @param {Place} to
 * @param {string} target
 */
function brokenDirection(from, to, target) {
  if (from.layer === "base" && (to.layer === "feature" || to.layer === "app")) {
    return "platform, lib and ui know no room and no app";
  }
  if (from.layer === "feature" && to.layer === "app") {
    return "a room does not know the app that puts it together";
  }
  if (from.layer === "feature" && to.layer === "feature" && from.room !== to.room && PRIVATE.test(target)) {
    return `${to.room} keeps its queries, routes and live messages to itself`;
  }
  return undefined;
}

/** Others come into a room of the web, or into a room within a room, here; what is behind it is its own. */
const FACE = "index.ts";

/**
 * Folders inside a feature that have a face: rooms within the room.
 * @param {string[]} paths
 */
function innerRooms(paths) {
  return paths
    .filter(
      (path) => posix.basename(path) === FACE && /^apps\/[^/]+\/src\/features\/[^/]+\/[^/]+\//.test(path),
    )
    .map((path) => posix.dirname(path))
    .sort();
}

/**
 * @param {string} folder
 * @param {string} path
 */
const holds = (folder, path) => path.startsWith(`${folder}/`);

/**
 * What is fetched only when it is opened is named by its own file: fetched through the face, it would bring the
 * whole room with it.
 * @param {string} file
 * @param {string} target
 * @param {string} text of the file
 * @param {string[]} inner
 */
function brokenFace(file, target, text, inner) {
  const entered = enteredRoom(file, target, inner);
  if (entered === undefined || target === `${entered}/${FACE}` || placeOf(file).layer === "testing") {
    return undefined;
  }
  const way = posix.relative(posix.dirname(file), target);
  return text.includes(`import("${way.startsWith(".") ? way : `./${way}`}")`)
    ? undefined
    : `${posix.basename(entered)} is entered through its ${FACE}, or fetched when it is opened`;
}

/**
 * The outermost room that an import leads into from outside of it.
 * @param {string} file
 * @param {string} target
 * @param {string[]} inner
 */
function enteredRoom(file, target, inner) {
  const from = placeOf(file);
  const to = placeOf(target);
  if (from.part === "apps/web" && to.layer === "feature" && from.room !== to.room) {
    return `${from.part}/src/features/${to.room}`;
  }
  return inner.find((room) => holds(room, target) && !holds(room, file));
}

/** Which rooms a room reads, by program and room. @typedef {Map<string, Set<string>>} Arrows */

/** The programs whose rooms stand above one another: no two of them read each other, not even round corners. */
const TREES = ["packages/contract", "apps/server", "apps/web", "apps/controller"];

/**
 * @param {Arrows} arrows
 * @param {string} file
 * @param {string} target
 */
function drawArrow(arrows, file, target) {
  const from = roomOf(file);
  const to = roomOf(target);
  if (from !== undefined && to !== undefined && from.part === to.part && from.room !== to.room) {
    const room = `${from.part}: ${from.room}`;
    arrows.set(room, (arrows.get(room) ?? new Set()).add(`${to.part}: ${to.room}`));
  }
}

/**
 * The room that a file stands in, of a program whose rooms are a tree; its tests may look around.
 * @param {string} path
 */
function roomOf(path) {
  const part = TREES.find((one) => path.startsWith(`${one}/src/`));
  const room = /^(?:features\/)?([^/]+)\//.exec(path.slice(`${part}/src/`.length))?.[1] ?? "";
  return part !== undefined && rooms.includes(room) && !TEST.test(path) ? { part, room } : undefined;
}

/**
 * The same for the rooms within a room. A file beside them stands for itself: what several of them use, and what puts
 * several of them together.
 * @param {Arrows} arrows
 * @param {string} file
 * @param {string} target
 * @param {string[]} inner
 */
function drawInnerArrows(arrows, file, target, inner) {
  const houses = new Set(inner.map((room) => posix.dirname(room)));
  for (const house of houses) {
    if (holds(house, file) && holds(house, target) && !TEST.test(file)) {
      /** @param {string} path */
      const standing = (path) =>
        inner.find((room) => posix.dirname(room) === house && holds(room, path)) ?? path;
      const [from, to] = [standing(file), standing(target)];
      if (from !== to) {
        arrows.set(from, (arrows.get(from) ?? new Set()).add(to));
      }
    }
  }
}

/**
 * @param {Arrows} arrows
 * @returns {string[]} each circle once, from the first of its rooms by name
 */
function circles(arrows) {
  /** @type {Set<string>} */
  const found = new Set();
  /** @param {string[]} way the rooms gone through */
  const walk = (way) => {
    for (const next of arrows.get(way.at(-1) ?? "") ?? []) {
      if (next === way[0]) {
        found.add(`${[...way, next].join(" → ")}: these rooms read each other in a circle`);
      } else if (next > (way[0] ?? "") && !way.includes(next)) {
        walk([...way, next]);
      }
    }
  };
  for (const room of arrows.keys()) {
    walk([room]);
  }
  return [...found];
}

/**
 * @param {string} root
 * @returns {Promise<string[]>}
 */
export async function checkRoomsIn(root) {
  const files = new Map();
  for (const path of await filesIn(root, NOT_OURS)) {
    files.set(path, CODE.test(path) ? await readFile(join(root, path), "utf8") : "");
  }
  return checkRooms(files, await readFile(join(root, "docs/words.md"), "utf8"));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problems = await checkRoomsIn(dirname(dirname(fileURLToPath(import.meta.url))));
  process.stdout.write(problems.map((problem) => `${problem}\n`).join(""));
  process.exitCode = problems.length > 0 ? 1 : 0;
}
