import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { storedIds, withBrokenTable } from "../../../testing/broken-parts.ts";
import { seeMessages } from "../../../testing/seen-messages.ts";
import { fileOf } from "../../../testing/test-forms.ts";
import { formsFor, register } from "../../../testing/test-registration.ts";
import { startTestServer } from "../../../testing/test-server.ts";

const server = await startTestServer();
afterAll(() => server.close());
const messages = await seeMessages(server);
beforeEach(() => server.clock.push(15 * 60_000));

const { files } = server.app.services;

async function rowsOf(cedula: string | File | undefined) {
  const users = await server.db
    .selectFrom("users")
    .select("id")
    .where("cedula", "=", String(cedula))
    .execute();
  return users.length;
}

const codesOf = (replies: { status: number; body: Record<string, unknown> }[]) =>
  replies.map(({ status, body }) => (status === 200 ? 200 : String(body["code"]))).sort();

describe("two people at once", () => {
  it("do not share a cédula: one wins, the other is told that it exists", async () => {
    const forms = await formsFor(await server.newBuilding());
    const before = await storedIds(files);
    const form = forms.home();
    const other = forms.home();
    const replies = await Promise.all([
      register(server, forms.residentPath, form),
      register(server, forms.ownerPath, other, { cedula: form["cedula"] }),
      register(server, forms.residentPath, forms.home(), {
        cedula: form["cedula"],
        password: "una clave distinta",
        passwordConfirmation: "una clave distinta",
      }),
    ]);
    const codes = codesOf(replies);
    expect(codes).toContain(200);
    expect(codes.filter((code) => code !== 200 && code !== "ALREADY_EXISTS")).toEqual([]);
    expect(await rowsOf(form["cedula"])).toBe(1);
    expect(await storedIds(files)).toHaveLength(before.length + 1);
  });

  it("do not share an address", async () => {
    const forms = await formsFor(await server.newBuilding());
    const before = await storedIds(files);
    const form = forms.visitor();
    const replies = await Promise.all(
      ["uno@correo.example", "UNO@correo.example", "Uno@Correo.example"].map((email) =>
        register(server, forms.visitorPath, forms.visitor(), { email }),
      ),
    );
    expect(codesOf(replies)).toEqual([200, "ALREADY_EXISTS", "ALREADY_EXISTS"]);
    expect(await storedIds(files)).toHaveLength(before.length + 1);
    expect(await rowsOf(form["cedula"])).toBe(0);
  });

  it("do not use one code twice", async () => {
    const forms = await formsFor(await server.newBuilding());
    const form = forms.express();
    await register(server, forms.expressPath, form);
    const { id } = await server.db
      .selectFrom("users")
      .select("id")
      .where("cedula", "=", String(form["cedula"]))
      .executeTakeFirstOrThrow();
    await register(server, forms.visitorPath, forms.visitor(), { cedula: form["cedula"] });
    const claimCode = /\d{6}/.exec((await messages.to(id)).at(-1)?.body ?? "")?.[0];
    const before = await storedIds(files);
    const replies = await Promise.all(
      ["una@correo.example", "dos@correo.example"].map((email) =>
        register(server, forms.visitorPath, forms.visitor(), { cedula: form["cedula"], email, claimCode }),
      ),
    );
    const codes = codesOf(replies);
    expect(codes.filter((code) => code === 200)).toHaveLength(1);
    expect(["ALREADY_EXISTS", "CLAIM_CODE_NOT_VALID"]).toContain(codes[1]);
    expect(await storedIds(files)).toHaveLength(before.length + 1);
  });

  it("press twice, and have one request", async () => {
    const forms = await formsFor(await server.newBuilding());
    const form = forms.home();
    await register(server, forms.residentPath, form);
    const elsewhere = await formsFor(await server.newBuilding());
    const again = { ...elsewhere.home(), cedula: form["cedula"] ?? "" };
    const replies = await Promise.all([
      register(server, elsewhere.residentPath, again),
      register(server, elsewhere.residentPath, again),
    ]);
    expect(codesOf(replies)).toEqual([200, "ACCESS_ALREADY_REQUESTED"]);
  });
});

describe("a registration that fails", () => {
  it("leaves nothing: no person, no request, no message and no file, wherever it broke", async () => {
    const forms = await formsFor(await server.newBuilding());
    const before = await storedIds(files);
    for (const table of ["users", "files", "spaces", "terms_acceptances", "audit_lines", "outbox"]) {
      const form = forms.home();
      const reply = await withBrokenTable(server.db, table, () => register(server, forms.residentPath, form));
      expect([table, reply.status, await rowsOf(form["cedula"])]).toEqual([table, 503, 0]);
      expect([table, await storedIds(files)]).toEqual([table, before]);
      // The same form is taken when the trouble is over.
      expect((await register(server, forms.residentPath, form)).status).toBe(200);
      const [kept] = (await storedIds(files)).filter((id) => !before.includes(id));
      before.push(kept ?? "");
      before.sort();
    }
  });

  it("leaves no file when its picture is none", async () => {
    const forms = await formsFor(await server.newBuilding());
    const before = await storedIds(files);
    const form = forms.home();
    const reply = await register(server, forms.residentPath, form, {
      photo: fileOf("<svg/>", "image/svg+xml"),
    });
    expect([reply.status, reply.body]).toMatchObject([
      422,
      { code: "PICTURE_NOT_VALID", errors: [{ property: "photo" }] },
    ]);
    expect([await rowsOf(form["cedula"]), await storedIds(files)]).toEqual([0, before]);
  });
});

describe("registering often", () => {
  it("is stopped at five of a cédula in a quarter of an hour, successes too", async () => {
    const forms = await formsFor(await server.newBuilding());
    const form = forms.home();
    const answers: unknown[] = [];
    for (let time = 0; time < 6; time += 1) {
      const reply = await register(server, forms.residentPath, form);
      answers.push(reply.status === 200 ? 200 : reply.body["code"]);
    }
    const repeated = Array.from({ length: 4 }, () => "ACCESS_ALREADY_REQUESTED");
    expect(answers).toEqual([200, ...repeated, "TOO_OFTEN"]);
    // However the number is written, and on every form.
    const dotted = `${String(form["cedula"]).slice(0, 1)}.${String(form["cedula"]).slice(1)}`;
    const express = await register(server, forms.expressPath, forms.express(), { cedula: dotted });
    expect([express.status, express.body["code"]]).toEqual([429, "TOO_OFTEN"]);
  });

  it("is stopped at sixty of an address, before any picture is decoded", async () => {
    const forms = await formsFor(await server.newBuilding());
    const photo = fileOf("no es una foto");
    const answers: unknown[] = [];
    for (let time = 0; time < 61; time += 1) {
      const reply = await register(server, forms.expressPath, forms.express(), { photo });
      answers.push(reply.body["code"]);
    }
    expect(answers.slice(0, 60)).toEqual(Array.from({ length: 60 }, () => "PICTURE_NOT_VALID"));
    expect(answers[60]).toBe("TOO_OFTEN");
    server.clock.push(15 * 60_000);
    expect((await register(server, forms.expressPath, forms.express())).status).toBe(200);
  });
});
