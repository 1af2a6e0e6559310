import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { seeMessages } from "../../../testing/seen-messages.ts";
import { picture } from "../../../testing/test-forms.ts";
import { formsFor, newPapers, register } from "../../../testing/test-registration.ts";
import { startTestServer } from "../../../testing/test-server.ts";

const server = await startTestServer();
afterAll(() => server.close());
const messages = await seeMessages(server);
// Limits count by quarters of an hour, and all of these people come from one address.
beforeEach(() => server.clock.push(15 * 60_000));

const PASSWORD = "tres loros en la mesa";

const signIn = (cedula: string, password = PASSWORD) =>
  server.app.http.inject({
    method: "POST",
    url: "/api/user/auth/login",
    payload: { cedula, password, userType: "USER" },
  });

async function userOf(cedula: string) {
  const user = await server.db
    .selectFrom("users")
    .selectAll()
    .where("cedula", "=", cedula)
    .executeTakeFirst();
  const spaces = await server.db
    .selectFrom("spaces")
    .selectAll()
    .where("user_id", "=", user?.id ?? randomUUID())
    .orderBy("created_at")
    .execute();
  return { user, spaces };
}

/** How many people there are: a refused registration adds none. */
async function people(): Promise<number> {
  const { count } = await server.db
    .selectFrom("users")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

describe("somebody who registers as a resident", () => {
  it("has an account, a picture and a request that waits, and can sign in to see so", async () => {
    const building = await server.newBuilding();
    const forms = await formsFor(building);
    const form = forms.home();
    const reply = await register(server, forms.residentPath, form, {
      cedula: "1.020.777.050",
      name: "  Nadia   Nueva Ñáñez 🌵 ",
      email: " Nadia.Nueva@Correo.Example ",
      phone: "+57 300 123 45 67",
    });
    expect([reply.status, reply.body]).toEqual([
      200,
      { registration: { status: "PENDING", account: "created" } },
    ]);

    const { user, spaces } = await userOf("1020777050");
    expect(user).toMatchObject({
      document_type: "CEDULA_CIUDADANIA",
      name: "Nadia Nueva Ñáñez 🌵",
      email: "Nadia.Nueva@Correo.Example",
      phone: "+573001234567",
      user_type: "USER",
      active: true,
      verified: false,
    });
    expect(user?.password_hash).toMatch(/^\$argon2id\$/);
    expect(await server.app.services.files.get(user?.photo_file_id ?? "")).not.toBeNull();
    expect(spaces).toMatchObject([
      {
        role: "RESIDENTE",
        building_id: building.id,
        apartment_id: forms.apartment.id,
        status: "PENDING",
        ends_at: null,
      },
    ]);
    const signedIn = (await signIn("1020777050")).json();
    expect([signedIn.spaces, signedIn.user.role]).toEqual([[], undefined]);
  });

  it("is written down: what they accepted, when and from where, who did what, and a mail to them", async () => {
    const building = await server.newBuilding();
    const forms = await formsFor(building);
    const form = forms.home();
    await register(server, forms.residentPath, form, { name: "<b>Compre barato</b> http://mal.example" });
    const { user, spaces } = await userOf(String(form["cedula"]));
    const acceptances = await server.db
      .selectFrom("terms_acceptances")
      .select(["version", "address", "accepted_at"])
      .where("user_id", "=", user?.id ?? "")
      .execute();
    expect(acceptances).toEqual([
      { version: "2020-07", address: "127.0.0.1", accepted_at: expect.any(Date) },
    ]);
    const lines = await server.db
      .selectFrom("audit_lines")
      .select(["action", "subject_id", "detail", "building_id"])
      .where("actor_id", "=", user?.id ?? "")
      .orderBy("id")
      .execute();
    expect(lines).toEqual([
      {
        action: "access-requests.made",
        subject_id: spaces[0]?.id,
        building_id: building.id,
        detail: { apartmentId: forms.apartment.id, role: "RESIDENTE" },
      },
      {
        action: "registration.made",
        subject_id: spaces[0]?.id,
        building_id: building.id,
        detail: { role: "RESIDENTE", account: "new", terms: "2020-07" },
      },
    ]);
    const mails = await messages.to(user?.id ?? "");
    expect(mails).toMatchObject([
      { channel: "mail", recipient: form["email"], subject: "Recibimos tu solicitud" },
    ]);
    // Whoever wrote the address chose nothing of what is sent there.
    expect(mails[0]?.body).not.toMatch(/Compre|mal\.example/);
    expect(mails[0]?.body).toContain(building.name);
  });

  it("may be temporary, with a last day there, and only then", async () => {
    const building = await server.newBuilding();
    const forms = await formsFor(building);
    const temporary = { role: "RESIDENTE_TEMPORAL" };
    const lastDay = new Date(server.clock.now().getTime() + 30 * 24 * 3_600_000).toISOString().slice(0, 10);
    const form = forms.home();
    expect((await register(server, forms.residentPath, form, { ...temporary, endsOn: lastDay })).status).toBe(
      200,
    );
    const { spaces } = await userOf(String(form["cedula"]));
    // The whole of the last day, as the clocks in Bogotá have it.
    const end = new Date(`${lastDay}T05:00:00Z`).getTime() + 24 * 3_600_000;
    expect(spaces).toMatchObject([{ role: "RESIDENTE_TEMPORAL", ends_at: new Date(end) }]);

    for (const [change, status, message] of [
      [temporary, 422, "should not be null"],
      [{ ...temporary, endsOn: "" }, 422, "should not be null"],
      [{ ...temporary, endsOn: "2020-01-01" }, 400, "debe ser de hoy en adelante y máximo en dos años"],
      [{ ...temporary, endsOn: "2099-01-01" }, 400, "debe ser de hoy en adelante y máximo en dos años"],
      [{ ...temporary, endsOn: "2027-02-30" }, 400, "no es una fecha"],
      [{ ...temporary, endsOn: "0000-01-01" }, 400, "no es una fecha"],
      [{ role: "RESIDENTE", endsOn: lastDay }, 400, "es solo para residentes temporales"],
    ] as const) {
      server.clock.push(15 * 60_000);
      const reply = await register(server, forms.residentPath, forms.home(), change);
      expect([change, reply.status, reply.body["errors"]]).toEqual([
        change,
        status,
        expect.arrayContaining([{ property: "endsOn", message }]),
      ]);
    }
  });

  it("asks for one of four roles, and for none that are given otherwise", async () => {
    const building = await server.newBuilding();
    const forms = await formsFor(building);
    const orLeader = "El residente líder o la administración del edificio la revisará";
    for (const [role, decides] of [
      ["RESIDENTE", orLeader],
      ["EMPLEADO_ADMINISTRATIVO", "\nLa administración del edificio la revisará"],
      ["SERVICIOS", orLeader],
    ] as const) {
      const form = forms.home();
      expect((await register(server, forms.residentPath, form, { role })).status).toBe(200);
      const { user } = await userOf(String(form["cedula"]));
      expect((await messages.to(user?.id ?? "")).map(({ body }) => body)).toEqual([
        expect.stringContaining(decides),
      ]);
    }
    for (const role of [
      "RESIDENTE_LIDER",
      "PROPIETARIO",
      "ADMINISTRADOR",
      "PORTERIA",
      "VISITANTE_CONOCIDO",
    ]) {
      const reply = await register(server, forms.residentPath, forms.home(), { role });
      expect([role, reply.status, reply.body["code"]]).toEqual([role, 400, "BAD_REQUEST"]);
    }
  });

  it("names every field that is missing, and adds nobody", async () => {
    const forms = await formsFor(await server.newBuilding());
    const before = await people();
    const required = [
      ["name", "cedula", "password", "passwordConfirmation", "phone", "photo", "email"],
      ["buildingId", "towerId", "floorId", "apartmentId", "acceptTerms"],
    ].flat();
    for (const property of required) {
      for (const empty of [undefined, ""]) {
        const reply = await register(server, forms.residentPath, forms.home(), { [property]: empty });
        expect([property, reply.status, reply.body]).toMatchObject([
          property,
          422,
          { code: "INCOMPLETE", errors: [{ property, message: "should not be null" }] },
        ]);
      }
    }
    const nothing = await register(server, forms.residentPath, {}, { documentType: "PASAPORTE" });
    expect(nothing.body["errors"]).toHaveLength(required.length);
    const unticked = await register(server, forms.residentPath, forms.home(), { acceptTerms: "false" });
    expect([unticked.status, unticked.body["errors"]]).toEqual([
      422,
      [{ property: "acceptTerms", message: "should not be null" }],
    ]);
    expect(await people()).toBe(before);
  });

  it("is told which field is wrong, in words that follow its name", async () => {
    const forms = await formsFor(await server.newBuilding());
    const before = await people();
    for (const [change, status, property] of [
      [{ cedula: "12345" }, 400, "cedula"],
      [{ cedula: "0123456789" }, 400, "cedula"],
      [{ cedula: "abc1234567" }, 400, "cedula"],
      [{ documentType: "LICENCIA" }, 400, "documentType"],
      [{ phone: "300123456" }, 400, "phone"],
      [{ phone: "+5720012345678" }, 400, "phone"],
      [{ email: "nadia@" }, 400, "email"],
      [{ email: "nadia@correo.example\r\nBcc: todos@correo.example" }, 400, "email"],
      [{ name: "Nadia\u0007" }, 400, "name"],
      [{ name: "Nadia\u202egnp.exe" }, 400, "name"],
      [{ name: "\u200b\u2060" }, 400, "name"],
      [{ name: "N".repeat(121) }, 400, "name"],
      [{ passwordConfirmation: "tres loros en la silla" }, 400, "passwordConfirmation"],
      [{ password: "corta", passwordConfirmation: "corta" }, 422, "password"],
      [{ password: "Colombia2026", passwordConfirmation: "Colombia2026" }, 422, "password"],
      [{ buildingId: "no es un id" }, 400, "buildingId"],
    ] as const) {
      server.clock.push(15 * 60_000);
      const reply = await register(server, forms.residentPath, forms.home(), change);
      expect([change, reply.status, reply.body["errors"]]).toEqual([
        change,
        status,
        [{ property, message: expect.any(String) }],
      ]);
    }
    const longest = "👩‍👩‍👧".repeat(24);
    expect((await register(server, forms.residentPath, forms.home(), { name: longest })).status).toBe(200);
    const unknownField = await register(server, forms.residentPath, forms.home(), { isAdmin: "true" });
    expect([unknownField.status, unknownField.body["code"]]).toEqual([400, "BAD_REQUEST"]);
    expect(await people()).toBe(before + 1);
  });

  it("registers in an apartment that is where the form says", async () => {
    const building = await server.newBuilding();
    const other = await server.newBuilding();
    const forms = await formsFor(building);
    const otherTower = building.apartments.find(({ towerId }) => towerId !== forms.apartment.towerId);
    for (const [change, properties] of [
      [{ buildingId: other.id }, ["buildingId"]],
      [{ buildingId: randomUUID() }, ["buildingId"]],
      [{ towerId: otherTower?.towerId, floorId: otherTower?.floorId }, ["towerId", "floorId"]],
      [{ apartmentId: building.apartments[1]?.id }, ["apartmentId"]],
    ] as const) {
      const reply = await register(server, forms.residentPath, forms.home(), change);
      expect([reply.status, reply.body["code"]]).toEqual([422, "PLACE_NOT_VALID"]);
      expect(reply.body["errors"]).toEqual(
        properties.map((property) => ({ property, message: "no corresponde a este apartamento" })),
      );
    }
    for (const path of [`/api/apartments/${randomUUID()}/users`, `/api/apartments/${randomUUID()}/owner`]) {
      const nowhere = await register(server, path, forms.home());
      expect([nowhere.status, nowhere.body["code"]]).toEqual([404, "APARTMENT_NOT_FOUND"]);
    }
    expect((await register(server, "/api/apartments/1/users", forms.home())).status).toBe(400);
  });

  it("brings a foreign document and a foreign telephone as they are", async () => {
    const forms = await formsFor(await server.newBuilding());
    const form = forms.home();
    const reply = await register(server, forms.residentPath, form, {
      documentType: "PASAPORTE",
      cedula: "ab 123-456",
      phone: "+57+49 151 23456789",
      name: "Жанна Ивановна 王小明",
    });
    expect(reply.status).toBe(200);
    expect((await userOf("AB123456")).user).toMatchObject({
      document_type: "PASAPORTE",
      phone: "+4915123456789",
      name: "Жанна Ивановна 王小明",
    });
  });
});

describe("somebody who registers as an owner", () => {
  it("is an owner who lives elsewhere, one who lives there, or a leader", async () => {
    const forms = await formsFor(await server.newBuilding());
    for (const [change, role, livesHere] of [
      [{}, "PROPIETARIO", false],
      [{ livesHere: "true" }, "PROPIETARIO", true],
      [{ role: "RESIDENTE_LIDER" }, "RESIDENTE_LIDER", true],
    ] as const) {
      const form = forms.home();
      const reply = await register(server, forms.ownerPath, form, change);
      expect([reply.status, reply.body]).toMatchObject([200, { registration: { status: "PENDING" } }]);
      const { spaces } = await userOf(String(form["cedula"]));
      expect(spaces).toMatchObject([{ role, lives_here: livesHere, status: "PENDING" }]);
    }
    for (const change of [{ role: "RESIDENTE" }, { livesHere: "yes" }, { endsOn: "2027-01-01" }]) {
      expect((await register(server, forms.ownerPath, forms.home(), change)).status).toBe(400);
    }
  });
});

describe("somebody who is known", () => {
  it("gets a further request with the right password, and keeps everything else", async () => {
    const building = await server.newBuilding();
    const forms = await formsFor(building);
    const form = forms.home();
    await register(server, forms.residentPath, form);
    const { user: before } = await userOf(String(form["cedula"]));

    const elsewhere = await formsFor(await server.newBuilding());
    const again = await register(server, elsewhere.ownerPath, elsewhere.home(), {
      cedula: form["cedula"],
      name: "Otro Nombre",
      email: "otra@correo.example",
      photo: await picture({ width: 90 }),
    });
    expect([again.status, again.body]).toEqual([
      200,
      { registration: { status: "PENDING", account: "known" } },
    ]);
    const { user, spaces } = await userOf(String(form["cedula"]));
    expect(user).toEqual(before);
    expect(spaces.map(({ role, status }) => [role, status])).toEqual([
      ["RESIDENTE", "PENDING"],
      ["PROPIETARIO", "PENDING"],
    ]);
    const mails = await messages.to(user?.id ?? "");
    expect(new Set(mails.map(({ recipient }) => recipient))).toEqual(new Set([form["email"]]));

    const twice = await register(server, elsewhere.ownerPath, elsewhere.home(), { cedula: form["cedula"] });
    expect([twice.status, twice.body["code"]]).toEqual([409, "ACCESS_ALREADY_REQUESTED"]);
  });

  it("already exists for whoever has another password, and so does an address, in any capitals", async () => {
    const forms = await formsFor(await server.newBuilding());
    const form = forms.home();
    await register(server, forms.residentPath, form);
    const wrong = { password: "otra clave bien larga", passwordConfirmation: "otra clave bien larga" };
    const sameCedula = await register(server, forms.residentPath, forms.home(), {
      cedula: form["cedula"],
      ...wrong,
    });
    expect([sameCedula.status, sameCedula.body]).toMatchObject([
      409,
      { code: "ALREADY_EXISTS", errors: [{ property: "cedula", message: "already exists" }] },
    ]);
    const sameEmail = await register(server, forms.residentPath, forms.home(), {
      email: String(form["email"]).toUpperCase(),
    });
    expect([sameEmail.status, sameEmail.body]).toMatchObject([
      409,
      { code: "ALREADY_EXISTS", errors: [{ property: "email", message: "already exists" }] },
    ]);
  });

  it("is not let in by a right password when the account is closed, the platform's or the demonstration's", async () => {
    const forms = await formsFor(await server.newBuilding());
    const inactive = await server.newPerson({ password: PASSWORD });
    await server.db.updateTable("users").set({ active: false }).where("id", "=", inactive.id).execute();
    const platform = await server.newPerson({ password: PASSWORD, userType: "ADMIN" });
    // Invited, and without a password yet: no code opens this account.
    const invited = await server.newPerson({
      spaces: [{ role: "PORTERIA", buildingId: (await server.newBuilding()).id }],
    });
    await server.db
      .updateTable("users")
      .set({ phone: newPapers().phone.replaceAll(" ", "") })
      .where("id", "=", invited.id)
      .execute();
    for (const { cedula } of [inactive, platform, invited]) {
      const reply = await register(server, forms.residentPath, forms.home(), { cedula });
      expect([reply.status, reply.body["code"]]).toEqual([409, "ALREADY_EXISTS"]);
    }
    const shown = await server.newPerson({ password: PASSWORD, isDemonstration: true });
    expect((await register(server, forms.residentPath, forms.home(), { cedula: shown.cedula })).status).toBe(
      200,
    );
  });

  it("may be a visitor who moves in", async () => {
    const building = await server.newBuilding();
    const forms = await formsFor(building);
    const visitor = forms.visitor();
    expect((await register(server, forms.visitorPath, visitor)).body).toEqual({
      registration: { status: "APPROVED", account: "created" },
    });
    const movesIn = await register(server, forms.residentPath, forms.home(), { cedula: visitor["cedula"] });
    expect(movesIn.body).toEqual({ registration: { status: "PENDING", account: "known" } });
    const { spaces } = await userOf(String(visitor["cedula"]));
    expect(spaces.map(({ role, status }) => [role, status])).toEqual([
      ["VISITANTE_CONOCIDO", "APPROVED"],
      ["RESIDENTE", "PENDING"],
    ]);
  });
});
