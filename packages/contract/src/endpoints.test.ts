import { expect, it } from "vitest";
import { z } from "zod";
import { allSchemas } from "./endpoints.ts";

declare global {
  interface ImportMeta {
    /** Vite's: the modules of these files. */
    glob(patterns: string[], how: { eager: true }): Record<string, Record<string, unknown>>;
  }
}

const known = new Set<unknown>(allSchemas.map(({ schema }) => schema));

/** What a file declares to travel and the contract's list does not have. */
const forgottenIn = (file: string, declared: Record<string, unknown>): string[] =>
  Object.entries(declared).flatMap(([name, thing]) =>
    typeof thing === "object" && thing !== null && !(thing instanceof z.ZodType)
      ? Object.entries(thing).flatMap(([part, schema]) =>
          schema instanceof z.ZodType && !known.has(schema) ? [`${file}: ${name}.${part}`] : [],
        )
      : [],
  );

it("every request, message and event that a file declares is one of the contract", () => {
  const files = Object.entries(import.meta.glob(["./**/*.contract.ts"], { eager: true }));
  expect(files.length).toBeGreaterThan(80);
  expect(files.flatMap(([file, declared]) => forgottenIn(file, declared))).toEqual([]);
});
