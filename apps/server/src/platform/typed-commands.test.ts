import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { z } from "zod";
import { asTyped, commandNames } from "./typed-commands.ts";

const root = new URL("../../../../", import.meta.url);

it("is what a person types where this program was called from", () => {
  expect(asTyped("restore", "COPIA", undefined)).toBe("npm run restore -- COPIA");
  expect(asTyped("backup", "", undefined)).toBe("npm run backup");
  expect(asTyped("restore", "COPIA", "umbral")).toBe("sudo umbral restaurar COPIA");
  expect(asTyped("admin-off", "--cedula N", "/opt/umbral/run")).toBe(
    "/opt/umbral/run admin-state off --cedula N",
  );
});

it.each(commandNames)("%s is there under each of its names", async (name) => {
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(await readFile(new URL("package.json", root), "utf8")));
  const [run = "", ...more] = asTyped(name, "", "run").split(" ").slice(1);
  expect(scripts[asTyped(name, "", undefined).replace("npm run ", "")]).toBe(
    ["node scripts/command.mjs", run, ...more].join(" "),
  );
  expect(existsSync(new URL(`apps/server/src/commands/${run}.ts`, root))).toBe(true);
  const [umbral = ""] = asTyped(name, "", "umbral").split(" ").slice(2);
  expect(await readFile(new URL("deploy/server/umbral", root), "utf8")).toContain(
    `\n  ${umbral}) as_server ${run} "$@" ;;\n`,
  );
});
