import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import { seeMessages, seen } from "../../../testing/seen-messages.ts";
import { actionsOf } from "../../../testing/test-admin.ts";
import { askPasses, madePass, newHouse } from "../../../testing/test-passes.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import { atNoon } from "../../../testing/test-visits.ts";

const server = await startTestServer();
afterAll(() => server.close());
await seeMessages(server);
atNoon(server);

let guests = 0;
/** Rosa's guest, with a mail and a telephone of their own. */
async function newGuest(change: object = {}) {
  guests += 1;
  const guest = {
    name: "Carlos Invitado",
    email: `Carlos${guests}@example.org`,
    phone: `+57300000${1000 + guests}`,
    ...change,
  };
  const house = await newHouse(server);
  const { building, rosa, home } = house;
  const { pass, sharing } = await madePass(server, building, rosa, { apartmentId: home.id, guest });
  const send = (by: string, requestId: string = randomUUID()) =>
    askPasses(server, building, rosa, "POST", `/${pass.id}/messages`, { by, requestId });
  const sent = async () =>
    (await seen(server)).filter(({ recipient }) => [guest.email, guest.phone].includes(recipient));
  return { ...house, guest, pass, sharing, send, sent };
}

describe("a guest's page", () => {
  it("is sent by mail or SMS with its address and code, and with nothing of who lives where", async () => {
    const { building, home, rosa, guest, sharing, send, sent } = await newGuest();
    expect(await send("email")).toEqual({ status: 200, body: { ok: true } });
    expect(await send("sms")).toEqual({ status: 200, body: { ok: true } });
    const messages = await sent();
    expect(messages).toMatchObject([
      { channel: "mail", recipient: guest.email, subject: `Tu invitación a ${building.name}` },
      { channel: "sms", recipient: guest.phone },
    ]);
    for (const { body } of messages) {
      expect(body).toContain(sharing.address);
      expect(body).toContain(sharing.code);
      expect(body).toContain(building.name);
      expect(body).not.toContain(home.name);
      expect(body).not.toContain(rosa.name);
    }
    expect(await actionsOf(server, rosa.id)).toEqual(["passes.made", "passes.shared", "passes.shared"]);
  });

  it("is not sent once the pass is over, and nobody is told that it was", async () => {
    const { building, rosa, pass, send, sent } = await newGuest();
    const over = { starts_at: new Date(0), ends_at: server.clock.now() };
    await server.db.updateTable("passes").set(over).where("id", "=", pass.id).execute();
    expect(await send("email")).toMatchObject({ status: 409, body: { code: "PASS_IS_OVER" } });
    expect(await sent()).toEqual([]);
    // It can be extended, and is sent then.
    expect((await askPasses(server, building, rosa, "GET", `/${pass.id}/sharing`)).status).toBe(200);
  });

  it("is sent once by a press, however often it is asked", async () => {
    const { send, sent } = await newGuest();
    const requestId = randomUUID();
    for (let time = 0; time < 3; time += 1) {
      expect((await send("email", requestId)).status).toBe(200);
    }
    expect(await sent()).toHaveLength(1);
    expect((await send("email")).status).toBe(200);
    expect(await sent()).toHaveLength(2);
  });

  it("is not sent where there is no such address, nor by SMS to a fixed line", async () => {
    const without = await newGuest({ email: "", phone: "+576011234567" });
    expect(await without.send("email")).toMatchObject({
      status: 422,
      body: { code: "INCOMPLETE", errors: [{ property: "guest.email" }] },
    });
    expect(await without.send("sms")).toMatchObject({
      status: 422,
      body: { code: "INCOMPLETE", errors: [{ property: "guest.phone" }] },
    });
    expect(await without.sent()).toEqual([]);
  });

  it("is sent five times to one address in a quarter of an hour, whoever sends it, and thirty by one person", async () => {
    const one = await newGuest();
    const other = await newGuest({ email: one.guest.email });
    for (let time = 0; time < 5; time += 1) {
      expect((await one.send("email")).status).toBe(200);
    }
    expect(await other.send("email")).toMatchObject({ status: 429, body: { code: "TOO_OFTEN" } });
    expect(await one.sent()).toHaveLength(5);
    // A refused press was not taken for one that sent.
    expect((await other.send("sms")).status).toBe(200);

    const { building, home, rosa } = await newGuest();
    const statuses: number[] = [];
    for (let time = 0; time < 31; time += 1) {
      guests += 1;
      const guest = { name: "Alguien", email: `alguien${guests}@example.org` };
      const { pass } = await madePass(server, building, rosa, { apartmentId: home.id, guest });
      const reply = await askPasses(server, building, rosa, "POST", `/${pass.id}/messages`, {
        by: "email",
        requestId: randomUUID(),
      });
      statuses.push(reply.status);
    }
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 200), 429]);
    server.clock.push(15 * 60_000);
    expect((await one.send("email")).status).toBe(200);
  });
});
