import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runServer } from "../testing/server-process.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "umbral-start-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A start that should be refused; one that is not goes no further than its database. */
const start = (variables: Record<string, string>) =>
  runServer(
    folder,
    { DATA_DIR: join(folder, "data"), PORT: "0", ...variables },
    "Iniciando la base de datos",
  );

describe("a start that is refused", () => {
  it("makes nothing: the demonstration where others could come in", async () => {
    for (const open of [{ HOST: "0.0.0.0" }, { HOST: "::" }, { PUBLIC_URL: "https://umbral.example" }]) {
      const { code, said } = await start({ DEMO: "1", ...open });
      expect(said).toContain("DEMO: la demostración solo se abre en esta máquina");
      expect(code).toBe(1);
      expect(await readdir(folder)).toEqual([]);
    }
  });
});
