import { type Plugin, parseSync, Visitor } from "vite";

/** Modules of the contract: what they declare does nothing by being made. */
const CONTRACT = /[\\/]packages[\\/]contract[\\/]src[\\/].*\.ts$/;

const PURE = "/* @__PURE__ */ ";

/**
 * Lets go of every schema that nobody reads: a screen that imports one constant of a room does not carry the schema library.
 * Names would not do (`manualPureFunctions`): a schema is made of calls on other schemas as well.
 */
export const pureContract = (): Plugin => ({
  name: "pure-contract",
  apply: "build",
  // Before types are taken away: places are those of the source.
  enforce: "pre",
  transform: {
    filter: { id: CONTRACT },
    handler: (code, id) => ({ code: markPure(code, id), map: null }),
  },
});

/** Marks what a module does to fill its own constants, but not what its functions do later. */
export function markPure(code: string, file = "module.ts"): string {
  /** What is to be put in, by where. */
  const marks = new Map<number, string>();
  let functions = 0;
  let constants = 0;
  let hasSpread = false;
  const enter = () => {
    functions += 1;
  };
  const leave = () => {
    functions -= 1;
  };
  new Visitor({
    ArrowFunctionExpression: enter,
    "ArrowFunctionExpression:exit": leave,
    FunctionExpression: enter,
    "FunctionExpression:exit": leave,
    FunctionDeclaration: enter,
    "FunctionDeclaration:exit": leave,
    VariableDeclarator: () => {
      constants += 1;
    },
    "VariableDeclarator:exit": ({ init }) => {
      constants -= 1;
      if (functions === 0 && hasSpread && init) {
        // Reading the shape of another schema cannot be marked: the whole is one call then.
        marks.set(init.start, `${PURE}(() => (${marks.get(init.start) ?? ""}`);
        marks.set(init.end, "))()");
        hasSpread = false;
      }
    },
    SpreadElement: () => {
      hasSpread ||= functions === 0 && constants > 0;
    },
    CallExpression: ({ start }) => {
      if (functions === 0 && constants > 0) {
        // All calls of one chain begin at one place, and the mark there is for the whole.
        marks.set(start, PURE);
      }
    },
  }).visit(parseSync(file, code).program);
  return [...marks]
    .sort(([one], [other]) => other - one)
    .reduce((marked, [at, mark]) => marked.slice(0, at) + mark + marked.slice(at), code);
}
