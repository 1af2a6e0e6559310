import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { z } from "zod";
import { asTyped, COMMANDS } from "./typed-commands.ts";

const root = new URL("../../../../", import.meta.url);

it("is what a person types where this program was called from", () => {
  expect(asTyped("restore", "COPIA", undefined)).toBe("npm run restore -- COPIA");
  expect(asTyped("backup", "", undefined)).toBe("npm run backup");
  expect(asTyped("restore", "COPIA", "umbral")).toBe("sudo umbral restaurar COPIA");
  expect(asTyped("admin-off", "--cedula N", "/opt/umbral/run")).toBe(
    "/opt/umbral/run admin-state off --cedula N",
  );
});

it.each(Object.entries(COMMANDS))(
  "%s is there under each of its names",
  async (_name, { npm, run, umbral }) => {
    const { scripts } = z
      .object({ scripts: z.record(z.string(), z.string()) })
      .parse(JSON.parse(await readFile(new URL("package.json", root), "utf8")));
    expect(scripts[npm]).toBe(`node scripts/command.mjs ${run}`);
    const [file] = run.split(" ");
    expect(existsSync(new URL(`apps/server/src/commands/${file}.ts`, root))).toBe(true);
    const [word] = umbral.split(" ");
    expect(await readFile(new URL("deploy/server/umbral", root), "utf8")).toContain(
      `\n  ${word}) as_server ${file} "$@" ;;\n`,
    );
  },
);
