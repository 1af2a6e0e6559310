import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runProgram } from "../testing/server-process.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "umbral-start-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A start that should be refused; one that is not goes no further than its database. */
const start = (variables: Record<string, string>) =>
  runProgram(
    "main",
    folder,
    { DATA_DIR: join(folder, "data"), PORT: "0", ...variables },
    { stopWhen: "Iniciando la base de datos" },
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

  it("says which variables of its `.env` do nothing, and that what is set already comes first", async () => {
    await writeFile(
      join(folder, ".env"),
      'PORT=many # not a number\nS3_BUCKET="un secreto"\nTWILIO_TOKEN=secreto\nDATABSE_URL=secreto\nDEMO=0\n',
    );
    const { code, said } = await start({ DEMO: "2" });
    expect(said).toContain("Aviso: TWILIO_TOKEN: esa variable no existe y no se usa. Mira .env.example.");
    expect(said).toContain(
      "Aviso: DATABSE_URL: esa variable no existe y no se usa. ¿Quisiste escribir DATABASE_URL?",
    );
    expect(said).toContain("S3_BUCKET: debe ser el nombre de un bucket");
    expect(said).toContain("DEMO: debe ser 0 o 1");
    expect(said).not.toContain("PORT: debe");
    expect(said).not.toContain("secreto");
    expect(code).toBe(1);
    expect(await readdir(folder)).toEqual([".env"]);
  });

  it("says that its `.env` cannot be read", async () => {
    await mkdir(join(folder, ".env"));
    const { code, said } = await start({});
    expect(said).toContain(".env: no se puede leer");
    expect(code).toBe(1);
  });
});
