// @ts-check
import { expect, it } from "vitest";
import { isInstalled } from "./dependencies.mjs";

const wanted = {
  "": { version: "0.1.0" },
  "apps/web": { version: "0.1.0" },
  "node_modules/@umbral/web": { link: true },
  "node_modules/zod": { version: "4.0.0" },
  "node_modules/@esbuild/other-arm64": { version: "1.0.0", optional: true },
};
const installed = { "node_modules/@umbral/web": { link: true }, "node_modules/zod": { version: "4.0.0" } };

it("is content with the packages of this platform", () => {
  expect(isInstalled(wanted, installed)).toBe(true);
});

it("misses a package that is not there, and one of another version", () => {
  expect(isInstalled({ ...wanted, "node_modules/pg": { version: "8.0.0" } }, installed)).toBe(false);
  expect(isInstalled(wanted, { ...installed, "node_modules/zod": { version: "3.9.9" } })).toBe(false);
});

it("misses a workspace that was added", () => {
  expect(isInstalled({ ...wanted, "node_modules/@umbral/bench": { link: true } }, installed)).toBe(false);
});
