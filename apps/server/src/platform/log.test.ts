import { sql } from "kysely";
import { afterAll, expect, it } from "vitest";
import { startTestServer } from "../../testing/test-server.ts";
import { openLog } from "./log.ts";

const server = await startTestServer();
afterAll(() => server.close());

const { db } = server;

async function logged(work: Promise<unknown>): Promise<string> {
  const lines: string[] = [];
  const log = openLog("error", { write: (line) => void lines.push(line) });
  await work.then(
    () => log.error("it should have failed"),
    (error: unknown) => log.error({ err: error }, "request failed"),
  );
  return lines.join("");
}

it("strikes out what the contract marks as personal, wherever it stands in a line, and leaves the rest", () => {
  const lines: string[] = [];
  const log = openLog("info", { write: (line) => void lines.push(line) });
  const person = { cedula: "1040500111", name: "Zoila", phone: "+573001112233", id: "of-nobody" };
  log.info({ ...person, email: "z@correo.example" }, "said by mistake");
  log.info({ body: { resident: person, password: "secreta-79", code: "BAD_REQUEST" } }, "said by mistake");
  log.info({ err: Object.assign(new Error("no"), { resident: person, code: "ECONNREFUSED" }) }, "failed");
  const text = lines.join("");
  expect(text).not.toMatch(/1040500111|Zoila|573001112233|correo\.example|secreta-79/);
  expect(text.match(/of-nobody/g)).toHaveLength(3);
  expect(text).toContain("BAD_REQUEST");
  expect(text).toContain("ECONNREFUSED");
});

it("says which rule of the database was broken, and nothing of the row that broke it", async () => {
  const person = await server.newPerson({ name: "Zoila Nombre" });
  const double = { id: server.app.services.newId(), cedula: person.cedula, name: "Zoila Nombre" };
  const taken = await logged(db.insertInto("users").values(double).execute());
  expect(taken).toContain("users_cedula_key");
  expect(taken).not.toContain(person.cedula);

  const nameless = sql`insert into users (id, cedula, name) values (${person.id}, 'secreta-77', null)`;
  const absent = await logged(nameless.execute(db));
  expect(absent).toContain('\\"name\\"');
  expect(absent).not.toContain("secreta-77");

  const noDate = await logged(sql`select ${"secreta-78"}::date`.execute(db));
  expect(noDate).toContain("22007");
  expect(noDate).not.toContain("secreta-78");
});
