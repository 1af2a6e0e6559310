import type { ContactProposal } from "@umbral/contract/users/contact-proposals.contract";
import { afterAll, describe, expect, it } from "vitest";
import type { TestPerson } from "../../../testing/factories.ts";
import { seeMessages } from "../../../testing/seen-messages.ts";
import { actionsOf, asking, changesOf } from "../../../testing/test-admin.ts";
import { invitedCode, messagesTo } from "../../../testing/test-invitations.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import { newPasswordLink } from "../auth/links.service.ts";

/* Alberto proposes another phone or mail for people of his building; it holds once they confirmed it there. */

const server = await startTestServer();
await seeMessages(server);
afterAll(() => server.close());
const nobody = asking(server, null);

const mine = await server.newBuilding("Edificio de Alberto");
const other = await server.newBuilding("Conjunto de Ana");
const administrator = (name: string, buildingId: string) =>
  server.newPerson({ name, spaces: [{ role: "ADMINISTRADOR", buildingId }] });
const ana = await administrator("Ana Administradora", other.id);
const laura = await server.newPerson({ userType: "ADMIN", name: "Laura Plataforma" });
const PASSWORD = "la clave de rosa";
const living = (building: typeof mine) =>
  ({ role: "RESIDENTE", buildingId: building.id, apartmentId: building.apartments[0]?.id ?? "" }) as const;

let count = 0;
/** Numbers and mails of their own for each story, so that no limit of one is felt in another. */
async function setUp({ password = PASSWORD, spaces = [living(mine)] }: Partial<Story> = {}) {
  count += 1;
  const old = { phone: `+57300100${1000 + count}`, email: `rosa${count}@ejemplo.co` };
  const next = { phone: `+57300200${1000 + count}`, email: `nueva${count}@ejemplo.co` };
  const alberto = await administrator(`Alberto Administrador`, mine.id);
  const rosa = await server.newPerson({
    name: "Rosa Propia",
    spaces,
    ...old,
    ...(password === null ? {} : { password }),
  });
  const path = `/api/bb/users/${rosa.id}/contact-proposals`;
  return { old, next, alberto, rosa, path, ask: asking(server, alberto) };
}
interface Story {
  password: string | null;
  spaces: ReturnType<typeof living>[];
}
const proposePhone = ({ ask, path, next }: Awaited<ReturnType<typeof setUp>>) =>
  ask("POST", path, { kind: "phone", phone: next.phone });

/** The secret of the newest link that went to an address: behind '#', where no server sees it. */
async function tokenFor(to: string): Promise<string> {
  const links = (await messagesTo(server, to)).map(
    ({ body }) => /confirmar_contacto#token=([\w-]+)/.exec(body)?.[1],
  );
  return links.filter((token) => token !== undefined).at(-1) ?? "";
}
const read = async (token: string) => (await nobody("POST", "/api/contact-proposals/read", { token })).body;
async function codeFor(token: string, to: string): Promise<string> {
  await nobody("POST", "/api/contact-proposals/code", { token });
  return invitedCode(server, to);
}
const confirm = (body: { token: string; code: string; password?: string }) =>
  nobody("POST", "/api/contact-proposals/confirmation", body);
async function confirmAt(to: string, password: string | null = PASSWORD) {
  const token = await tokenFor(to);
  const code = await codeFor(token, to);
  return confirm({ token, code, ...(password === null ? {} : { password }) });
}
const addressesOf = ({ id }: TestPerson) =>
  server.db.selectFrom("users").select(["phone", "email"]).where("id", "=", id).executeTakeFirstOrThrow();
const proposalsOf = async (who: TestPerson, { id }: TestPerson): Promise<ContactProposal[]> =>
  (await asking(server, who)("GET", `/api/bb/users/${id}/page`)).body.person.proposals;

describe("another phone that the administration proposes", () => {
  it("holds once it was confirmed there, with the code and the person's own password; the old one is told", async () => {
    const story = await setUp();
    const { alberto, rosa, old, next } = story;
    const { status, body } = await proposePhone(story);
    expect([status, body.proposal]).toMatchObject([
      200,
      { kind: "phone", address: next.phone, by: { name: alberto.name }, state: "waiting" },
    ]);
    expect(await addressesOf(rosa)).toEqual(old);
    expect(await proposalsOf(alberto, rosa)).toEqual([body.proposal]);
    expect(await messagesTo(server, old.phone)).toEqual([]);

    const token = await tokenFor(next.phone);
    const [sent] = await messagesTo(server, next.phone);
    expect(sent).toMatchObject({ channel: "sms", body: expect.stringContaining("Alberto Administrador") });
    // A mistyped number is a stranger's.
    expect(sent?.body).not.toContain("Propia");
    expect((await read(token)).proposal).toEqual({
      state: "waiting",
      kind: "phone",
      name: "Rosa",
      to: `••• ${next.phone.slice(-4)}`,
      building: { name: mine.name, timeZone: "America/Bogota" },
      by: { name: alberto.name },
      expiresAt: body.proposal.expiresAt,
      asksPassword: true,
    });

    // Whoever has the link alone comes no further, nor does whoever reads the code there without being her.
    expect((await confirm({ token, code: "123456", password: PASSWORD })).body.code).toBe(
      "CONTACT_CODE_NOT_VALID",
    );
    const code = await codeFor(token, next.phone);
    expect(code).toMatch(/^\d{6}$/);
    expect((await confirm({ token, code })).body).toMatchObject({
      code: "INCOMPLETE",
      errors: [{ property: "password" }],
    });
    expect((await confirm({ token, code, password: "otra" })).body.code).toBe("WRONG_PASSWORD");
    expect(await addressesOf(rosa)).toEqual(old);

    const device = await server.connectAs(rosa);
    const both = await Promise.all([1, 2].map(() => confirm({ token, code, password: PASSWORD })));
    expect(both.map((answer) => answer.status).sort()).toEqual([200, 404]);
    await device.hear("spaces:changed");
    expect(await addressesOf(rosa)).toEqual({ ...old, phone: next.phone });
    for (const [to, channel] of [
      [old.phone, "sms"],
      [old.email, "mail"],
    ] as const) {
      const [told, ...more] = await messagesTo(server, to);
      expect([more.length, told?.channel]).toEqual([0, channel]);
      expect(told?.body).toContain(`ahora termina en ${next.phone.slice(-3)}`);
    }
    // Who is signed in stays so, as when somebody changes it in the profile.
    expect((await asking(server, rosa)("GET", "/api/user/auth/currentUser")).body.user.phone).toBe(
      next.phone,
    );
    expect(await actionsOf(server, alberto.id)).toContain("users.contact-proposed");
    expect(await actionsOf(server, rosa.id)).toEqual(["users.contact-confirmed"]);
    expect(await changesOf(server, rosa.id)).toEqual([
      { before: { phone: old.phone }, after: { phone: next.phone } },
    ]);
    expect(await proposalsOf(alberto, rosa)).toEqual([]);
    expect((await read(token)).proposal).toEqual({ state: "confirmed", kind: "phone" });
    // Of what is over no number is kept.
    expect(
      await server.db
        .selectFrom("contact_proposals")
        .select("address")
        .where("user_id", "=", rosa.id)
        .execute(),
    ).toEqual([{ address: "" }]);
  });

  it("needs the code alone where nobody ever set a password", async () => {
    const story = await setUp({ password: null });
    await proposePhone(story);
    const { rosa } = story;
    await server.db.transaction().execute((trx) => newPasswordLink(server.app.services, trx, rosa.id));
    expect((await read(await tokenFor(story.next.phone))).proposal).toMatchObject({ asksPassword: false });
    expect((await confirmAt(story.next.phone, null)).status).toBe(200);
    expect((await addressesOf(rosa)).phone).toBe(story.next.phone);
    // The link went to her mail, which stays hers.
    expect(
      await server.db.selectFrom("link_tokens").select("purpose").where("user_id", "=", rosa.id).execute(),
    ).toEqual([{ purpose: "password" }]);
  });

  it("is sent again, taken back, made another and runs out, and then its link is worth nothing", async () => {
    const story = await setUp();
    const { alberto, ask, path, next, rosa, old } = story;
    const { proposal } = (await proposePhone(story)).body;
    const first = await tokenFor(next.phone);
    const code = await codeFor(first, next.phone);
    expect((await ask("POST", `${path}/${proposal.id}/resend`, {})).status).toBe(200);
    const second = await tokenFor(next.phone);
    expect((await read(first)).code).toBe("CONTACT_LINK_NOT_VALID");
    expect((await confirm({ token: second, code, password: PASSWORD })).body.code).toBe(
      "CONTACT_CODE_NOT_VALID",
    );

    // One of a kind at a time: another number takes its place.
    const another = await ask("POST", path, { kind: "phone", phone: "+573019998877" });
    expect((await read(second)).proposal.state).toBe("taken-back");
    expect(await proposalsOf(alberto, rosa)).toEqual([another.body.proposal]);
    expect((await ask("POST", `${path}/${proposal.id}/resend`, {})).body.code).toBe(
      "CONTACT_PROPOSAL_NOT_FOUND",
    );
    const third = await tokenFor("+573019998877");
    const good = await codeFor(third, "+573019998877");
    expect((await ask("DELETE", `${path}/${another.body.proposal.id}`)).body).toEqual({ ok: true });
    expect((await ask("DELETE", `${path}/${another.body.proposal.id}`)).status).toBe(404);
    expect((await read(third)).proposal).toEqual({ state: "taken-back", kind: "phone" });
    expect((await confirm({ token: third, code: good, password: PASSWORD })).body.code).toBe(
      "CONTACT_LINK_NOT_VALID",
    );
    expect(await addressesOf(rosa)).toEqual(old);
    expect((await actionsOf(server, alberto.id)).filter((action) => action.includes("contact"))).toEqual([
      "users.contact-proposed",
      "users.contact-proposal-resent",
      "users.contact-proposed",
      "users.contact-proposal-taken-back",
    ]);
  });

  it("is confirmed by nobody who guesses: five tries at a code, five codes to an address", async () => {
    const story = await setUp();
    await proposePhone(story);
    const token = await tokenFor(story.next.phone);
    const code = await codeFor(token, story.next.phone);
    const wrong = code === "000000" ? "000001" : "000000";
    for (let tries = 0; tries < 5; tries += 1) {
      await confirm({ token, code: wrong, password: PASSWORD });
    }
    expect((await confirm({ token, code, password: PASSWORD })).body.code).toBe("CONTACT_CODE_NOT_VALID");
    const asked = [];
    for (let times = 0; times < 5; times += 1) {
      asked.push((await nobody("POST", "/api/contact-proposals/code", { token })).status);
    }
    expect(asked).toEqual([200, 200, 200, 200, 429]);
    expect((await addressesOf(story.rosa)).phone).toBe(story.old.phone);
  });

  it("cannot be guessed in all its seven days either: its link runs out, and can be sent again", async () => {
    const story = await setUp();
    const { proposal } = (await proposePhone(story)).body;
    const { phone } = story.next;
    const token = await tokenFor(phone);
    for (let time = 1; time <= 6; time += 1) {
      server.clock.push(16 * 60_000);
      const code = await codeFor(token, phone);
      // Whoever has it counts as none of them, however many there were before.
      expect((await confirm({ token, code })).body.code).toBe("INCOMPLETE");
      expect((await read(token)).proposal.state).toBe("waiting");
      const wrong = code === "111111" ? "222222" : "111111";
      for (let guess = 1; guess <= 5; guess += 1) {
        expect((await confirm({ token, code: wrong })).body.code).toBe(
          time === 6 && guess === 5 ? "CONTACT_LINK_NOT_VALID" : "CONTACT_CODE_NOT_VALID",
        );
      }
    }
    expect((await read(token)).proposal).toEqual({ state: "expired", kind: "phone" });
    expect((await nobody("POST", "/api/contact-proposals/code", { token })).body.code).toBe(
      "CONTACT_LINK_NOT_VALID",
    );
    expect(await proposalsOf(story.alberto, story.rosa)).toMatchObject([{ state: "expired" }]);
    expect((await story.ask("POST", `${story.path}/${proposal.id}/resend`, {})).status).toBe(200);
    expect((await confirmAt(phone)).status).toBe(200);
  });

  it("is sent to somebody five times in a quarter of an hour, whatever is proposed", async () => {
    const { ask, path } = await setUp();
    const sent = [];
    for (const last of [1, 2, 3, 4, 5, 6]) {
      sent.push((await ask("POST", path, { kind: "phone", phone: `+57311555000${last}` })).status);
    }
    expect(sent).toEqual([200, 200, 200, 200, 200, 429]);
  });
});

describe("another mail", () => {
  it("is confirmed there, and the old one told; the platform proposes it for anybody", async () => {
    const { rosa, old, next, path } = await setUp({ spaces: [living(mine), living(other)] });
    expect(
      (await asking(server, laura)("POST", path, { kind: "email", email: next.email.toUpperCase() })).status,
    ).toBe(200);
    expect((await confirmAt(next.email)).status).toBe(200);
    expect(await addressesOf(rosa)).toEqual({ ...old, email: next.email });
    expect((await messagesTo(server, old.email)).map(({ body }) => body)).toEqual([
      expect.stringContaining("ahora usa otro correo"),
    ]);
    expect(await messagesTo(server, old.phone)).toEqual([]);
  });

  it("of another account is refused to whoever confirms it, and the proposer learns nothing", async () => {
    const { ask, path, rosa, old } = await setUp();
    const taken = `ocupado${count}@ejemplo.co`;
    await server.newPerson({ email: taken });
    expect(await ask("POST", path, { kind: "email", email: taken })).toMatchObject({
      status: 200,
      body: { proposal: { state: "waiting" } },
    });
    expect(await confirmAt(taken)).toMatchObject({
      status: 409,
      body: { code: "ALREADY_EXISTS", errors: [{ property: "email" }] },
    });
    expect(await addressesOf(rosa)).toEqual(old);
  });
});

describe("who may propose, and for whom", () => {
  it("only who administers all the buildings of a person, and nobody for an administrator", async () => {
    const { alberto, rosa, next } = await setUp();
    const rebeca = (await setUp({ spaces: [living(mine), living(other)] })).rosa;
    const colleague = await administrator("Segundo Administrador", mine.id);
    const off = (await setUp()).rosa;
    await server.db.updateTable("users").set({ active: false }).where("id", "=", off.id).execute();
    const cells = [
      [null, rosa, 401, "SIGN_IN_REQUIRED"],
      [rosa, rosa, 403, "NOT_ALLOWED"],
      [ana, rosa, 404, "USER_NOT_FOUND"],
      [alberto, rebeca, 403, "PLATFORM_ONLY"],
      [alberto, colleague, 403, "PLATFORM_ONLY"],
      [alberto, alberto, 403, "PLATFORM_ONLY"],
      [alberto, laura, 404, "USER_NOT_FOUND"],
      [alberto, off, 409, "USER_INACTIVE"],
      [laura, laura, 404, "USER_NOT_FOUND"],
      [laura, colleague, 200, undefined],
    ] as const;
    const answers = [];
    for (const [who, person] of cells) {
      const path = `/api/bb/users/${person.id}/contact-proposals`;
      const { status, body } = await asking(server, who)("POST", path, { kind: "email", email: next.email });
      answers.push([who, person, status, body.code]);
    }
    expect(answers.map(([, , status, code]) => [status, code])).toEqual(
      cells.map(([, , status, code]) => [status, code]),
    );
    expect(
      (await asking(server, alberto)("GET", `/api/bb/users/${rosa.id}/page`)).body.person.may.propose,
    ).toEqual(["phone", "email"]);
    for (const person of [rebeca, colleague, off]) {
      const { may } = (await asking(server, alberto)("GET", `/api/bb/users/${person.id}/page`)).body.person;
      expect(may.propose).toEqual([]);
    }
    // Nor sends another's again or takes it back.
    const { proposal } = (
      await asking(server, alberto)("POST", `/api/bb/users/${rosa.id}/contact-proposals`, {
        kind: "phone",
        phone: next.phone,
      })
    ).body;
    const one = `/api/bb/users/${rosa.id}/contact-proposals/${proposal.id}`;
    expect((await asking(server, ana)("POST", `${one}/resend`, {})).status).toBe(404);
    expect((await asking(server, ana)("DELETE", one)).status).toBe(404);
    expect((await asking(server, rosa)("DELETE", one)).status).toBe(403);
  });

  it("neither what they have already, nor a telephone that no code could be sent to", async () => {
    const { ask, path, old } = await setUp();
    for (const [body, code] of [
      [{ kind: "phone", phone: old.phone }, "CONTACT_IS_THEIRS"],
      [{ kind: "email", email: old.email.toUpperCase() }, "CONTACT_IS_THEIRS"],
      [{ kind: "phone", phone: "6013334455" }, "CONTACT_UNREACHABLE"],
    ] as const) {
      expect((await ask("POST", path, body)).body.code).toBe(code);
    }
    expect((await ask("POST", path, { kind: "phone", phone: "12" })).status).toBe(400);
  });

  it("the word of who proposed it ends with what it stood on, and another's may take its place", async () => {
    const ends = [
      // They do not administer the building any more.
      ({ alberto }: Awaited<ReturnType<typeof setUp>>) =>
        server.db.updateTable("spaces").set({ status: "ENDED" }).where("user_id", "=", alberto.id).execute(),
      // The person lives elsewhere too.
      ({ rosa }: Awaited<ReturnType<typeof setUp>>) => give(rosa, "RESIDENTE", other),
      // The person administers the building.
      ({ rosa }: Awaited<ReturnType<typeof setUp>>) => give(rosa, "ADMINISTRADOR", mine),
      // The person was shut out, or belongs nowhere any more.
      ({ rosa }: Awaited<ReturnType<typeof setUp>>) =>
        server.db.updateTable("users").set({ active: false }).where("id", "=", rosa.id).execute(),
      ({ rosa }: Awaited<ReturnType<typeof setUp>>) =>
        server.db.updateTable("spaces").set({ status: "ENDED" }).where("user_id", "=", rosa.id).execute(),
    ];
    const stories = [];
    for (const end of ends) {
      const story = await setUp();
      await proposePhone(story);
      const token = await tokenFor(story.next.phone);
      const code = await codeFor(token, story.next.phone);
      await end(story);
      expect((await read(token)).proposal).toEqual({ state: "taken-back", kind: "phone" });
      expect((await confirm({ token, code, password: PASSWORD })).status).toBe(404);
      expect((await addressesOf(story.rosa)).phone).toBe(story.old.phone);
      stories.push(story);
    }
    const [left] = stories;
    const successor = await administrator("Sucesora", mine.id);
    if (left) {
      const [waiting] = await proposalsOf(successor, left.rosa);
      expect(waiting).toMatchObject({ state: "void", by: { name: left.alberto.name } });
      const again = await asking(server, successor)("POST", `${left.path}/${waiting?.id}/resend`, {});
      expect(again.body.proposal).toMatchObject({ state: "waiting", by: { name: "Sucesora" } });
      expect((await confirmAt(left.next.phone)).status).toBe(200);
    }
  });

  it("runs out after seven days, and is sent again", async () => {
    const story = await setUp();
    const { proposal } = (await proposePhone(story)).body;
    const token = await tokenFor(story.next.phone);
    server.clock.push(7 * 24 * 3_600_000 + 1);
    expect((await read(token)).proposal).toEqual({ state: "expired", kind: "phone" });
    const alberto = { ...story.alberto, ...(await server.newSession(story.alberto.id)) };
    expect(await proposalsOf(alberto, story.rosa)).toMatchObject([{ state: "expired" }]);
    expect(
      (await asking(server, alberto)("POST", `${story.path}/${proposal.id}/resend`, {})).body.proposal.state,
    ).toBe("waiting");
    expect((await confirmAt(story.next.phone)).status).toBe(200);
  });
});

async function give({ id }: TestPerson, role: "RESIDENTE" | "ADMINISTRADOR", building: typeof mine) {
  await server.db
    .insertInto("spaces")
    .values({
      id: server.app.services.newId(),
      user_id: id,
      role,
      building_id: building.id,
      apartment_id: role === "RESIDENTE" ? (building.apartments[0]?.id ?? null) : null,
      status: "APPROVED",
    })
    .execute();
}
