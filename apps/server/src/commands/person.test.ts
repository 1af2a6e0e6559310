import { randomBytes } from "node:crypto";
import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, it, vi } from "vitest";
import { urlOf } from "../../testing/cluster.ts";
import { runProgram } from "../../testing/server-process.ts";
import { startTestServer } from "../../testing/test-server.ts";

/* `npm run person` beside a server that runs. */

const server = await startTestServer();
afterAll(() => server.close());
const { dataDir } = server.app.services.env;

const settings = {
  DEMO: "0",
  LOG_LEVEL: "silent",
  DATA_DIR: dataDir,
  DATABASE_URL: urlOf(server.connection),
};
const run = (...args: string[]) => runProgram("commands/person", dataDir, settings, { args });
await mkdir(join(dataDir, "keys"), { recursive: true });
await writeFile(join(dataDir, "keys", "files.key"), randomBytes(32));

it("takes everything of somebody into a file, and erases them once their number is typed", async () => {
  const building = await server.newBuilding();
  const person = await server.newPerson({
    name: "Zoraida Quimbayo",
    spaces: [{ role: "CONSERJE", buildingId: building.id }],
  });

  const auditWasWritten = vi.fn();
  server.app.services.news.on("audit", auditWasWritten);
  const to = join(dataDir, "zoraida.zip");
  const taken = await run("export", person.cedula, "--to", to);
  expect(taken).toMatchObject({ code: 0, said: expect.stringContaining("Va sin cifrar") });
  // The server seals what the command wrote down.
  await expect.poll(() => auditWasWritten.mock.calls.length).toBe(1);
  expect((await readFile(to)).subarray(0, 2).toString()).toBe("PK");
  expect((await stat(to)).mode & 0o777).toBe(0o600);
  const full = await runProgram("commands/person", dataDir, settings, {
    args: ["export", person.cedula, "--to", join(dataDir, "cut.zip")],
    fileKilobytes: 1,
  });
  expect(full).toMatchObject({ code: 1, said: expect.stringContaining("El disco está lleno") });
  expect(full.said).not.toContain("    at ");
  await expect(stat(join(dataDir, "cut.zip"))).rejects.toMatchObject({ code: "ENOENT" });
  const again = await run("export", person.id, "--to", to);
  expect(again).toMatchObject({ code: 1, said: expect.stringContaining("ya existe") });

  const wrong = await run("erase", person.cedula, "--confirm", "1234567");
  expect(wrong).toMatchObject({ code: 1, said: expect.stringContaining("No se borró nada") });
  expect((await run("erase", person.cedula)).said).toContain("Uso: npm run person");
  const erased = await run("erase", person.cedula, "--confirm", person.cedula);
  expect(erased).toMatchObject({ code: 0, said: expect.stringContaining("quedó sin nombre") });
  const row = await server.db
    .selectFrom("users")
    .select(["name", "cedula", "user_type as userType"])
    .where("id", "=", person.id)
    .executeTakeFirst();
  expect(row).toEqual({ name: "Persona eliminada", cedula: null, userType: "ERASED" });
  expect((await run("erase", person.cedula, "--confirm", person.cedula)).said).toContain("No hay nadie");
});

it("hands over what is kept of who administers the platform by their number, and does not erase them", async () => {
  const laura = await server.newPerson({ userType: "ADMIN", name: "Laura Plataforma" });
  const taken = await run("export", laura.cedula, "--to", join(dataDir, "laura.zip"));
  expect(taken).toMatchObject({ code: 0, said: expect.stringContaining("Va sin cifrar") });
  const erased = await run("erase", laura.cedula, "--confirm", laura.cedula);
  expect(erased).toMatchObject({ code: 1, said: expect.stringContaining("se le desactiva") });
});
