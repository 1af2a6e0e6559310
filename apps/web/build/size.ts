import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

/** Prints what a person downloads before a screen stands, script and style as gzip; fails over the budget. */

interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}

interface Screen {
  name: string;
  /** Entries of the manifest that are fetched for it. */
  entries: readonly string[];
  budgetKb: number;
  /** Parts that it must do without. */
  without: readonly (keyof typeof wordOf)[];
}

/** A word that only the code of this part holds. */
const wordOf = { zod: "_zod", "socket.io-client": "EIO" } as const;

const FRAMED = ["index.html", "src/app/SignedInLayout.tsx"];
const ADMINISTRATION = [...FRAMED, "src/app/admin-routes.tsx", "src/features/auth/SecondFactorGate.tsx"];

const screens: readonly Screen[] = [
  {
    name: "login",
    entries: ["index.html", "src/app/LoginRoute.tsx"],
    budgetKb: 136,
    without: ["zod", "socket.io-client"],
  },
  {
    name: "resident",
    entries: [
      ...FRAMED,
      "src/app/screens/cameras/CameraScreens.tsx",
      "src/app/screens/home/HomeAside.tsx",
      "../../node_modules/socket.io-client/build/esm/index.js",
    ],
    budgetKb: 196,
    without: ["zod"],
  },
  {
    name: "desk",
    entries: [...FRAMED, "src/app/screens/desk/AccessVisitorScreen.tsx"],
    budgetKb: 219,
    without: ["zod"],
  },
  {
    name: "people",
    entries: [...ADMINISTRATION, "src/features/users/UsersScreen.tsx"],
    budgetKb: 211,
    without: ["zod"],
  },
  {
    name: "openings",
    entries: [...ADMINISTRATION, "src/features/doors/OpeningsScreen.tsx"],
    budgetKb: 212,
    without: ["zod"],
  },
];

const dist = new URL("../dist/", import.meta.url);
const read = (file: string): Buffer => readFileSync(new URL(file, dist));
const manifest = new Map<string, Chunk>(Object.entries(JSON.parse(read(".vite/manifest.json").toString())));

/** Named by the page itself, beside its code. */
const firstScript = readdirSync(new URL("assets/", dist)).filter((file) => /^first-.*\.js$/.test(file));

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

for (const { name, entries, budgetKb, without } of screens) {
  const files = new Set(firstScript.map((file) => `assets/${file}`));
  for (const file of entries.flatMap((entry) => [...filesOf(entry)])) {
    files.add(file);
  }
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
