// @ts-check
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { controllerVariables } from "../apps/controller/src/platform/env.ts";
import { bridgeVariables } from "../apps/mqtt-bridge/src/settings.ts";
import { readEnv, serverVariables } from "../apps/server/src/platform/env.ts";
import { root } from "./run.mjs";

const example = await readFile(join(root, ".env.example"), "utf8");
const lines = example.split("\n");
const named = lines.flatMap((line) => /^([A-Z][A-Z0-9_]*)=/.exec(line)?.[1] ?? []);

/** What the demonstration alone sets for the controllers that it starts. */
const NOBODYS = ["CONTROLLER_DEMONSTRATION"];

it("names every variable of the programs, once, and no other", () => {
  const variables = [...serverVariables, ...controllerVariables, ...bridgeVariables];
  const all = new Set(variables.filter((name) => !NOBODYS.includes(name)));
  expect([...named].sort()).toEqual([...all].sort());
});

it("explains each, and changes nothing as it is", () => {
  const unexplained = named.filter((name) => {
    const at = lines.findIndex((line) => line.startsWith(`${name}=`));
    const above = lines.slice(0, at).findLastIndex((line) => !/^[A-Z]/.test(line));
    return !lines[above]?.startsWith("#");
  });
  expect(unexplained).toEqual([]);
  const asItIs = Object.fromEntries(
    lines.flatMap((line) => {
      const [, name, value] = /^([A-Z][A-Z0-9_]*)=(.*)$/.exec(line) ?? [];
      return name !== undefined && value !== undefined && serverVariables.includes(name)
        ? [[name, value]]
        : [];
    }),
  );
  expect(readEnv(asItIs)).toEqual(readEnv({}));
});
