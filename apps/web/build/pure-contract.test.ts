import { expect, it } from "vitest";
import { markPure } from "./pure-contract.ts";

it.each([
  ["const a = z.string().min(1);", "const a = /* @__PURE__ */ z.string().min(1);"],
  [
    "export const b = z.object({ a: a.max(3) }) as Schema;",
    "export const b = /* @__PURE__ */ z.object({ a: /* @__PURE__ */ a.max(3) }) as Schema;",
  ],
  [
    "const f = z.object({ ...b.shape, g });",
    "const f = /* @__PURE__ */ (() => (/* @__PURE__ */ z.object({ ...b.shape, g })))();",
  ],
  ["const c = (x: number) => find(x);", "const c = (x: number) => find(x);"],
  ["function d() { const e = find(); return e; }", "function d() { const e = find(); return e; }"],
  ['z.config({ locale: "es" });', 'z.config({ locale: "es" });'],
])("marks what fills a module's constants: %s", (code, marked) => {
  expect(markPure(code)).toBe(marked);
});
