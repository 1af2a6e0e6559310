import { build, type Plugin, type Rolldown } from "vite";
import { pureContract } from "./pure-contract.ts";

/**
 * What a request costs beside its bytes, in bytes of unminified code: its heads, and its turn on a slow line, where a
 * browser asks for six files at a time.
 */
const REQUEST = 36_000;
/** What every screen needs. */
const BASE = { name: "base", tags: ["$initial" as const], priority: 1 };
/** The frame of every screen behind the sign-in. */
const FRAME = "/src/app/SignedInLayout.tsx";
/** The screens of the administration, and what comes with each of them: the gate before them, their menu and their magnifier. */
const ADMINISTRATION = "/src/app/admin-routes.tsx";
const WITH_ADMINISTRATION = /\/(SecondFactorGate|AdminMenu|FinderButton)\.tsx$/;
/** Screens outside of the frame. One that is missing here is only weighed less well. */
const OUTSIDE =
  /\/(OpenLayout|LoginRoute|RecoveryScreen|ResetScreen|ConfirmEmailScreen|InvitationScreen|HomeRegistration|VisitorRegistration|PairKioskScreen|DemoScreen|OutboxScreen|AskCodeScreen)\.tsx$|\/app\/service-worker\.ts$/;

/** What is opened first and most: what is fetched there in vain weighs as much as in so many other places. */
const WEIGHTS: readonly [RegExp, number][] = [
  [/\/LoginRoute\.tsx$/, 10_000],
  [OUTSIDE, 150],
  [
    /\/(SignedInLayout|CameraScreens|HomeAside|AccessVisitorScreen|AdminHomeScreen|UsersScreen|OpeningsScreen)\.tsx$/,
    2400,
  ],
  [/\/(ProfilePage|CamerasScreen|WelcomeRoute)\.tsx$/, 900],
  // They come by themselves soon after one of those, before anybody asks for them.
  [
    /\/((RingingScreen|DeskEntrance|DeskWaiting|ResidentForm|LastCame|DoorTroubleDetail|ParcelsFound|GuestFound)\.tsx|(at-work|calling-parts)\.ts)$/,
    60,
  ],
];

/** Where everybody comes in, signed in or not: what both need comes with the page itself, and costs nobody a request. */
const EVERYWHERE: readonly RegExp[] = [/\/LoginRoute\.tsx$/, /\/SignedInLayout\.tsx$/];

/** Something that a person opens, and how much it weighs. */
interface Opened {
  source: string;
  weight: number;
}

/** Code that is fetched as one, and what needs it. */
interface Piece {
  files: string[];
  bytes: number;
  /** Its style is a file beside it. */
  hasStyle: boolean;
  neededBy: Set<Opened>;
}

/**
 * How the app is cut into files. Left alone, each icon and each helper that two screens share is a file of its own: a
 * hundred requests for a home screen. So the app is cut once to see who needs what, and pieces are joined for as long as
 * the requests that are saved are worth more than the code that somebody fetches in vain.
 */
export const chunkGroups = (): Plugin => ({
  name: "chunk-groups",
  apply: "build",
  config: async () => ({
    build: { rolldownOptions: { output: { codeSplitting: { groups: await groups() } } } },
  }),
  generateBundle(_, bundle) {
    const files = new Map(Object.entries(bundle));
    const needsOf = (file: string) => {
      const chunk = files.get(file);
      return chunk?.type === "chunk" ? chunk.imports : [];
    };
    for (const file of files.keys()) {
      if (needsItself([file], needsOf)) {
        throw new Error(`${file} needs itself through others: its code would run before what it needs`);
      }
    }
  },
});

async function groups(): Promise<Rolldown.CodeSplittingGroup[]> {
  const chunks = await cut();
  const names = new Map<string, string>();
  const put = ({ files }: Piece, name: string) => {
    for (const id of files.flatMap((file) => chunks.get(file)?.moduleIds ?? [])) {
      names.set(id, name);
    }
  };
  const pieces = piecesOf(chunks);
  const [ofAll, ofSome] = [
    pieces.filter(isNeededEverywhere),
    pieces.filter((one) => !isNeededEverywhere(one)),
  ];
  for (const piece of ofAll) {
    put(piece, BASE.name);
  }
  for (const [index, piece] of joined(ofSome, chunks).entries()) {
    // What somebody opens, and is joined to nothing, is a file by itself anyway, under its own name.
    if (piece.files.length > 1 || !piece.files.some((file) => chunks.get(file)?.isDynamicEntry)) {
      put(piece, `part-${index}`);
    }
  }
  return [
    BASE,
    { name: (id) => names.get(id) ?? null, debugName: "parts", includeDependenciesRecursively: false },
  ];
}

const isNeededEverywhere = ({ neededBy }: Piece): boolean =>
  EVERYWHERE.every((which) => [...neededBy].some(({ source }) => which.test(source)));

type Chunks = ReadonlyMap<string, Rolldown.OutputChunk>;

async function cut(): Promise<Chunks> {
  const result = await build({
    configFile: false,
    logLevel: "silent",
    plugins: [pureContract()],
    build: {
      write: false,
      minify: false,
      modulePreload: false,
      reportCompressedSize: false,
      rolldownOptions: { output: { codeSplitting: { groups: [BASE] } } },
    },
  });
  if (!("output" in result)) {
    throw new Error("the app was not built once");
  }
  return new Map(
    result.output.flatMap((file) => (file.type === "chunk" ? [[file.fileName, file] as const] : [])),
  );
}

function piecesOf(chunks: Chunks): Piece[] {
  const initial = new Set(
    [...chunks.values()].filter(({ isEntry }) => isEntry).flatMap((entry) => [...withImports(entry, chunks)]),
  );
  const opened = [...chunks.values()].filter(({ isDynamicEntry }) => isDynamicEntry);
  const frame = opened.find(({ facadeModuleId }) => facadeModuleId?.endsWith(FRAME));
  if (frame === undefined) {
    throw new Error(`nothing begins with ${FRAME}`);
  }
  const framed = withImports(frame, chunks);
  const administration = opened.find(({ facadeModuleId }) => facadeModuleId?.endsWith(ADMINISTRATION));
  if (administration === undefined) {
    throw new Error(`nothing begins with ${ADMINISTRATION}`);
  }
  const withAdministration = opened
    .filter(({ facadeModuleId }) => WITH_ADMINISTRATION.test(facadeModuleId ?? ""))
    .flatMap((chunk) => [...withImports(chunk, chunks)]);
  const there = new Map<string, Set<string>>();
  // Screens come with their frame. What is opened from within others comes on top of what all of those have.
  const waiting = opened.map((chunk) => ({ chunk, own: withImports(chunk, chunks) }));
  for (const { chunk, own } of waiting) {
    if ([...initial].some((file) => chunks.get(file)?.dynamicImports.includes(chunk.fileName))) {
      const isOutside = chunk === frame || OUTSIDE.test(chunk.facadeModuleId ?? "");
      there.set(chunk.fileName, isOutside ? own : new Set([...own, ...framed]));
    }
  }
  for (let isChanging = true; isChanging; ) {
    isChanging = false;
    for (const { chunk, own } of waiting) {
      const from = [...there.values()].filter((needs) =>
        [...needs].some((file) => chunks.get(file)?.dynamicImports.includes(chunk.fileName)),
      );
      if (!there.has(chunk.fileName) && from.length > 0) {
        const common = [...(from[0] ?? [])].filter((file) => from.every((needs) => needs.has(file)));
        const along = common.includes(administration.fileName) ? withAdministration : [];
        there.set(chunk.fileName, new Set([...own, ...common, ...along]));
        isChanging = true;
      }
    }
  }
  const things = [...there].map(([file, needs]) => {
    const source = chunks.get(file)?.facadeModuleId ?? "";
    return { needs, source, weight: WEIGHTS.find(([which]) => which.test(source))?.[1] ?? 1 };
  });
  return [...chunks.values()]
    .filter(({ fileName }) => !initial.has(fileName))
    .map(({ fileName, code, viteMetadata }) => ({
      files: [fileName],
      bytes: code.length,
      hasStyle: (viteMetadata?.importedCss.size ?? 0) > 0,
      neededBy: new Set(things.filter(({ needs }) => needs.has(fileName))),
    }));
}

/** Joins two and two, those first that are worth it most, until none are. No file ever needs itself through another. */
function joined(pieces: readonly Piece[], chunks: Chunks): Piece[] {
  let left = [...pieces];
  let pieceOf = new Map<string, Piece>();
  /** All that comes with a piece, because it needs it. */
  let broughtBy = new Map<Piece, Set<Piece>>();
  const look = () => {
    pieceOf = new Map(left.flatMap((piece) => piece.files.map((file) => [file, piece] as const)));
    broughtBy = new Map();
    for (const piece of left) {
      const brought = new Set<Piece>();
      const follow = (from: Piece) => {
        for (const file of from.files.flatMap((own) => chunks.get(own)?.imports ?? [])) {
          const next = pieceOf.get(file);
          if (next !== undefined && next !== piece && !brought.has(next)) {
            brought.add(next);
            follow(next);
          }
        }
      };
      follow(piece);
      broughtBy.set(piece, brought);
    }
  };
  look();
  const worth = (one: Piece, other: Piece) =>
    worthOf(one, other, (piece) => broughtBy.get(piece) ?? new Set());
  const needsOf = (file: string) =>
    (pieceOf.get(file)?.files ?? [file]).flatMap((beside) => chunks.get(beside)?.imports ?? []);
  interface Match {
    one: Piece;
    other: Piece;
    worth: number;
  }
  const matchesOf = (one: Piece, others: readonly Piece[]): Match[] =>
    others.map((other) => ({ one, other, worth: worth(one, other) })).filter((match) => match.worth > 0);
  let matches = left.flatMap((one, index) => matchesOf(one, left.slice(index + 1)));
  while (matches.length > 0) {
    const best = matches.reduce((found, match) => (match.worth > found.worth ? match : found));
    const { one, other } = best;
    // What was joined meanwhile may have made it worth less.
    const now = worth(one, other);
    if (now < best.worth) {
      best.worth = now;
      matches = now > 0 ? matches : matches.filter((match) => match !== best);
      continue;
    }
    if (needsItself([...one.files, ...other.files], needsOf)) {
      matches = matches.filter((match) => match !== best);
      continue;
    }
    const isGone = (piece: Piece) => piece === one || piece === other;
    const both: Piece = {
      files: [...one.files, ...other.files],
      bytes: one.bytes + other.bytes,
      hasStyle: one.hasStyle || other.hasStyle,
      neededBy: new Set([...one.neededBy, ...other.neededBy]),
    };
    left = [...left.filter((piece) => !isGone(piece)), both];
    look();
    for (const brought of broughtBy.get(both) ?? []) {
      for (const opened of both.neededBy) {
        brought.neededBy.add(opened);
      }
    }
    matches = matches.filter((match) => !isGone(match.one) && !isGone(match.other));
    matches.push(...matchesOf(both, left.slice(0, -1)));
  }
  return left;
}

/** Do these, as one file, need something else that needs one of them? */
function needsItself(files: readonly string[], needsOf: (file: string) => readonly string[]): boolean {
  const own = new Set(files);
  const seen = new Set(files.flatMap(needsOf).filter((file) => !own.has(file)));
  for (const file of seen) {
    for (const needed of needsOf(file)) {
      if (own.has(needed)) {
        return true;
      }
      seen.add(needed);
    }
  }
  return false;
}

/** In bytes, over all that can be opened: requests that are saved, less what is fetched in vain, with all that it brings. */
function worthOf(one: Piece, other: Piece, broughtBy: (piece: Piece) => ReadonlySet<Piece>): number {
  const saved = REQUEST * (one.hasStyle && other.hasStyle ? 2 : 1);
  let worth = 0;
  for (const opened of one.neededBy) {
    worth += other.neededBy.has(opened) ? opened.weight * saved : 0;
  }
  for (const [needed, beside] of [
    [one, other],
    [other, one],
  ] as const) {
    for (const opened of needed.neededBy) {
      if (!beside.neededBy.has(opened)) {
        worth -= opened.weight * beside.bytes;
        for (const brought of broughtBy(beside)) {
          worth -= brought.neededBy.has(opened) ? 0 : opened.weight * brought.bytes;
        }
      }
    }
  }
  return worth;
}

/** A file and all that come with it. */
function withImports(first: Rolldown.OutputChunk, chunks: Chunks): Set<string> {
  const seen = new Set<string>();
  const follow = (file: string) => {
    if (!seen.has(file)) {
      seen.add(file);
      for (const next of chunks.get(file)?.imports ?? []) {
        follow(next);
      }
    }
  };
  follow(first.fileName);
  return seen;
}
