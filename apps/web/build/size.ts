import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { adminPaths, openDoorPath } from "../src/lib/admin-paths.ts";
import { paths } from "../src/lib/paths.ts";

/** Prints what a person downloads before a screen stands, script and style as gzip; fails over the budget. */

interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}

interface Screen {
  name: string;
  /** Its address: the build wrote down which files are named with it (`first-files.ts`). */
  path: string;
  /** Entries of the manifest that it fetches besides, once it stands. */
  later: readonly string[];
  budgetKb: number;
  /** Parts that it must do without. */
  without: readonly (keyof typeof wordOf)[];
}

/** A word that only the code of this part holds. */
const wordOf = { zod: "_zod", "socket.io-client": "EIO" } as const;

const screens: readonly Screen[] = [
  {
    name: "login",
    path: paths.login,
    later: [],
    budgetKb: 137,
    without: ["zod", "socket.io-client"],
  },
  {
    name: "resident",
    path: paths.dashboard,
    later: ["../../node_modules/socket.io-client/build/esm/index.js"],
    budgetKb: 190,
    without: ["zod"],
  },
  { name: "desk", path: paths.accessVisitor, later: [], budgetKb: 217, without: ["zod"] },
  { name: "people", path: adminPaths.users, later: [], budgetKb: 215, without: ["zod"] },
  { name: "openings", path: openDoorPath(), later: [], budgetKb: 215, without: ["zod"] },
];

const dist = new URL("../dist/", import.meta.url);
const read = (file: string): Buffer => readFileSync(new URL(file, dist));
const manifest = new Map<string, Chunk>(Object.entries(JSON.parse(read(".vite/manifest.json").toString())));

const firstFiles = new Map<string, string[]>(
  Object.entries(JSON.parse(read(".vite/first-files.json").toString())),
);

function filesOf(entry: string, found = new Set<string>()): Set<string> {
  const chunk = manifest.get(entry);
  if (chunk === undefined) {
    throw new Error(`${entry} is not in the build; run \`npm run build -w apps/web\` first`);
  }
  if (!found.has(chunk.file)) {
    found.add(chunk.file);
    for (const style of chunk.css ?? []) {
      found.add(style);
    }
    for (const needed of chunk.imports ?? []) {
      filesOf(needed, found);
    }
  }
  return found;
}

const print = (line: string): void => void process.stdout.write(`${line}\n`);

for (const { name, path, later, budgetKb, without } of screens) {
  const first = firstFiles.get(path);
  if (first === undefined) {
    throw new Error(`the build says of ${path} no files`);
  }
  const files = new Set([
    ...first.map((file) => file.slice(1)),
    ...later.flatMap((entry) => [...filesOf(entry)]),
  ]);
  let total = 0;
  for (const file of files) {
    const bytes = gzipSync(read(file), { level: 9 }).byteLength;
    total += bytes;
    print(`  ${(bytes / 1000).toFixed(1).padStart(6)} kB  ${file}`);
  }
  const totalKb = total / 1000;
  print(`${name}_first_load_requests: ${files.size}`);
  print(`${name}_first_load_gzip_kb: ${totalKb.toFixed(1)}`);
  print(`${name}_budget_kb: ${budgetKb}`);
  if (totalKb > budgetKb) {
    process.exitCode = 1;
  }
  const code = [...files].map((file) => read(file).toString()).join("");
  for (const part of without) {
    if (code.includes(wordOf[part])) {
      print(`${name} carries ${part}`);
      process.exitCode = 1;
    }
  }
}
