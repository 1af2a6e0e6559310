import { createHmac, randomUUID } from "node:crypto";
import { getEventListeners } from "node:events";
import { types } from "node:util";
import { FAILING_MS, OLD_SECRET_MS, WebhookBody } from "@umbral/contract/integrations/webhooks.contract";
import { sql } from "kysely";
import { afterAll, describe, expect, it, vi } from "vitest";
import { type StandIn, startStandIn } from "../../../testing/stand-in.ts";
import { asking } from "../../../testing/test-admin.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import { tellOfWork } from "../../platform/database-news.ts";
import { WebhookSender } from "./webhook-sender.ts";

// In the demonstration this machine's own addresses may be told.
const server = await startTestServer({ DEMO: "1" });
const receivers: StandIn[] = [];
afterAll(async () => {
  await server.close();
  for (const receiver of receivers) {
    await receiver.close();
  }
});
const { db, clock } = server;

const newReceiver = async (status = 204) => {
  const receiver = await startStandIn(() => ({ status }));
  receivers.push(receiver);
  return receiver;
};

const setUp = async (receiver?: StandIn) => {
  const building = await server.newBuilding();
  const door = await server.newDoor(building, { name: "Entrada" });
  const ana = await server.newPerson({
    email: `${building.id}@umbral.example`,
    spaces: [{ role: "ADMINISTRADOR", buildingId: building.id }],
  });
  const admin = asking(server, ana);
  const webhooks = `/api/bb/buildings/${building.id}/webhooks`;
  const make = async (to: StandIn, more: object = {}) => {
    const { body } = await admin("POST", webhooks, {
      name: "Domótica",
      address: `${to.url}/umbral`,
      kinds: ["opened", "refused"],
      ...more,
    });
    return { id: String(body.webhook.id), secret: String(body.secret) };
  };
  const hook = receiver ? await make(receiver) : { id: "", secret: "" };
  const deliveries = async (filters = "") =>
    (await admin("GET", `/api/bb/buildings/${building.id}/webhook-deliveries${filters}`)).body.deliveries;
  const open = async (userId: string | null = null) => {
    await db
      .insertInto("open_door_events")
      .values({
        id: randomUUID(),
        building_id: building.id,
        door_id: door.id,
        door_name: "Entrada",
        order_id: null,
        user_id: userId,
        origin: "CARD",
        occurred_at: clock.now(),
        picture_file_id: null,
      })
      .execute();
  };
  /** Its next attempt is due now, however far away it was. */
  const hurry = async () => {
    await db
      .updateTable("webhook_deliveries")
      .set({ next_attempt_at: clock.now() })
      .where("webhook_id", "=", hook.id)
      .where("state", "=", "waiting")
      .execute();
    // Whoever has just looked would look again when it was due before.
    await tellOfWork(db, "deliveries");
  };
  /** Signed in anew, after days. */
  const later = async () => asking(server, await server.newSession(ana.id));
  return { later, building, door, ana, admin, webhooks, make, hook, deliveries, open, hurry };
};

const soon = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 15_000, interval: 20 });
const heardBy = (receiver: StandIn, times: number) =>
  vi.waitFor(() => expect(receiver.requests).toHaveLength(times), { timeout: 15_000, interval: 20 });

const signatureOf = (secret: string, { headers, body }: StandIn["requests"][number]) => {
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body.toString()}`;
  return `v1,${createHmac("sha256", key).update(signed).digest("base64")}`;
};

describe("a webhook", () => {
  it("is told what happened, signed, once, and names nobody unless it is to", async () => {
    const receiver = await newReceiver();
    const { building, door, ana, hook, make, open, deliveries } = await setUp(receiver);
    await open(ana.id);
    await heardBy(receiver, 1);
    const [request] = receiver.requests;
    if (!request) {
      throw new Error("nothing came");
    }
    const body = WebhookBody.parse(JSON.parse(request.body.toString()));
    expect(body).toMatchObject({
      id: request.headers["webhook-id"],
      kind: "opened",
      building: { id: building.id },
      door: { id: door.id, name: "Entrada" },
      origin: "CARD",
    });
    expect(request.body.toString()).not.toContain(ana.name);
    expect(request.headers["webhook-signature"]).toBe(signatureOf(hook.secret, request));
    await soon(async () =>
      expect(await deliveries()).toMatchObject([
        {
          kind: "opened",
          state: "delivered",
          attempts: 1,
          lastStatus: 204,
          lastFault: null,
          nextAttemptAt: null,
        },
      ]),
    );
    const named = await newReceiver();
    await make(named, { tellsNames: true });
    await open(ana.id);
    await heardBy(named, 1);
    expect(JSON.parse(named.requests[0]?.body.toString() ?? "")).toMatchObject({ person: ana.name });
  });

  it("is made by who administers the building alone, and says its secret once", async () => {
    const receiver = await newReceiver();
    const { webhooks, admin, hook } = await setUp(receiver);
    const other = await setUp();
    expect((await other.admin("GET", webhooks)).status).toBe(404);
    const listed = await admin("GET", webhooks);
    expect(listed.body.webhooks).toMatchObject([{ id: hook.id, state: "on", since: null, oldUntil: null }]);
    expect(JSON.stringify(listed.body)).not.toContain("whsec_");
    const kept = await sql<{
      row: string;
    }>`select w::text as row from webhooks w where id = ${hook.id}`.execute(db);
    expect(kept.rows[0]?.row).not.toContain(Buffer.from(hook.secret).toString("hex"));
    const wrong = { name: "X", address: "file:///etc/passwd", kinds: ["opened"] };
    expect((await admin("POST", webhooks, wrong)).body.code).toBe("WEBHOOK_ADDRESS_NOT_VALID");
    expect((await admin("POST", webhooks, { ...wrong, kinds: [] })).status).toBe(400);
  });

  it("leaves of its address the machine alone in the audit, which is kept for good", async () => {
    const receiver = await newReceiver();
    const { building, webhooks, admin, make } = await setUp();
    const { host } = new URL(receiver.url);
    const { id } = await make(receiver, { address: `${receiver.url}/hooks/secreto-1?key=secreto-2` });
    const address = `http://localhost:9/secreto-3`;
    expect((await admin("PUT", `${webhooks}/${id}`, { address })).body.webhook).toMatchObject({ address });
    const changes = await db
      .selectFrom("audit_values")
      .innerJoin("audit_lines", "audit_lines.id", "audit_values.line_id")
      .select("audit_values.value")
      .where("audit_lines.building_id", "=", building.id)
      .where("part", "=", "change")
      .orderBy("audit_lines.id")
      .execute();
    expect(changes.map(({ value }) => JSON.parse(value))).toEqual([
      { before: {}, after: { name: "Domótica", address: host } },
      { before: { address: host }, after: { address: "localhost:9" } },
    ]);
  });

  it("is signed with both secrets for a day after a new one was made", async () => {
    const receiver = await newReceiver();
    const { webhooks, admin, hook, later } = await setUp(receiver);
    const renewed = await admin("POST", `${webhooks}/${hook.id}/secret`, {});
    expect(renewed.body.webhook.oldUntil).not.toBeNull();
    await admin("POST", `${webhooks}/${hook.id}/test`, {});
    await heardBy(receiver, 1);
    const [first] = receiver.requests;
    expect(first?.headers["webhook-signature"]).toBe(
      first && [renewed.body.secret, hook.secret].map((secret) => signatureOf(secret, first)).join(" "),
    );
    expect(JSON.parse(first?.body.toString() ?? "")).toMatchObject({ kind: "test" });
    clock.push(OLD_SECRET_MS);
    await (await later())("POST", `${webhooks}/${hook.id}/test`, {});
    await heardBy(receiver, 2);
    const [, second] = receiver.requests;
    expect(second?.headers["webhook-signature"]).toBe(second && signatureOf(renewed.body.secret, second));
  });

  it("leaves again as soon as it has a new secret, where the key of the one before was lost", async () => {
    const receiver = await newReceiver();
    const { webhooks, admin, hook } = await setUp(receiver);
    const secret = Buffer.alloc(90, "closed under another key");
    await db.updateTable("webhooks").set({ secret }).where("id", "=", hook.id).execute();
    const renewed = await admin("POST", `${webhooks}/${hook.id}/secret`, {});
    expect(renewed.body.webhook.oldUntil).toBeNull();
    await admin("POST", `${webhooks}/${hook.id}/test`, {});
    await heardBy(receiver, 1);
    const [first] = receiver.requests;
    expect(first?.headers["webhook-signature"]).toBe(first && signatureOf(renewed.body.secret, first));
  });

  it("is switched off at once where the key of its secret was lost, and who administers is told", async () => {
    const receiver = await newReceiver();
    const { ana, webhooks, admin, hook, open, deliveries } = await setUp(receiver);
    const secret = Buffer.alloc(90, "closed under another key");
    await db.updateTable("webhooks").set({ secret }).where("id", "=", hook.id).execute();
    await open();
    await soon(async () =>
      expect(await deliveries()).toMatchObject([{ state: "failed", lastFault: "switched-off" }]),
    );
    expect((await admin("GET", webhooks)).body.webhooks).toMatchObject([{ state: "secret-lost" }]);
    expect(receiver.requests).toEqual([]);
    const told = await db.selectFrom("outbox").select("channel").where("user_id", "=", ana.id).execute();
    expect(told).toEqual([{ channel: "mail" }]);
    const renewed = await admin("POST", `${webhooks}/${hook.id}/secret`, {});
    expect(renewed.body.webhook).toMatchObject({ state: "off" });
    await admin("PUT", `${webhooks}/${hook.id}`, { isOn: true });
    await open();
    await heardBy(receiver, 1);
  });

  it("is told nothing while it is off, and nothing of what waited", async () => {
    const receiver = await newReceiver(500);
    const { webhooks, admin, hook, open, deliveries } = await setUp(receiver);
    await open();
    await heardBy(receiver, 1);
    await soon(async () => expect((await deliveries())[0].attempts).toBe(1));
    const off = await admin("PUT", `${webhooks}/${hook.id}`, { isOn: false });
    expect(off.body.webhook).toMatchObject({ state: "off" });
    // What somebody else says of it meanwhile leaves it off, and itself as it is.
    const { name, state: _off, ...rest } = off.body.webhook;
    const named = await admin("PUT", `${webhooks}/${hook.id}`, { name: `${name} nueva` });
    expect(named.body.webhook).toEqual({ ...rest, state: "off", name: `${name} nueva` });
    const told = await admin("PUT", `${webhooks}/${hook.id}`, { tellsNames: !rest.tellsNames });
    expect(told.body.webhook).toMatchObject({ state: "off", name: `${name} nueva`, kinds: rest.kinds });
    expect(await deliveries()).toMatchObject([{ state: "failed", lastFault: "switched-off" }]);
    expect((await admin("POST", `${webhooks}/${hook.id}/test`, {})).body.code).toBe("WEBHOOK_IS_OFF");
    await open();
    const on = await admin("PUT", `${webhooks}/${hook.id}`, { isOn: true });
    expect(on.body.webhook).toMatchObject({ state: "on" });
    expect(await deliveries()).toHaveLength(1);
    expect((await admin("DELETE", `${webhooks}/${hook.id}`)).status).toBe(200);
    expect((await admin("GET", webhooks)).body.webhooks).toEqual([]);
  });
});

describe("a receiver that fails", () => {
  it.each([
    ["answers 500", () => ({ status: 500 }), { lastStatus: 500, lastFault: "status" }],
    [
      "leads elsewhere",
      () => ({ status: 302, headers: { location: "http://127.0.0.1:1/" } }),
      { lastStatus: 302, lastFault: "redirect" },
    ],
  ] as const)("that %s is tried again, with the same id", async (_how, answer, last) => {
    const receiver = await newReceiver();
    receiver.answerWith(answer);
    const { open, deliveries, hurry } = await setUp(receiver);
    await open();
    await heardBy(receiver, 1);
    await soon(async () =>
      expect(await deliveries()).toMatchObject([{ state: "waiting", attempts: 1, ...last }]),
    );
    receiver.answerWith(() => ({ status: 200 }));
    await hurry();
    await heardBy(receiver, 2);
    const [first, second] = receiver.requests;
    expect(second?.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
    await soon(async () => expect(await deliveries()).toMatchObject([{ state: "delivered", attempts: 2 }]));
  });

  it("is given up after eight attempts, and sent again when somebody asks for it", async () => {
    const receiver = await newReceiver(503);
    const { building, admin, hook, open, deliveries, hurry } = await setUp(receiver);
    await open();
    await soon(async () => expect((await deliveries())[0]?.attempts).toBe(1));
    // The six in between are as the second: tried again when their time comes.
    await db
      .updateTable("webhook_deliveries")
      .set({ attempts: 7 })
      .where("webhook_id", "=", hook.id)
      .execute();
    await hurry();
    await soon(async () => expect((await deliveries())[0]).toMatchObject({ attempts: 8, state: "failed" }));
    expect(receiver.requests).toHaveLength(2);
    const [delivery] = await deliveries("?state=failed");
    receiver.answerWith(() => ({ status: 200 }));
    const again = `/api/bb/buildings/${building.id}/webhook-deliveries/${delivery.id}/again`;
    // By the time that it is answered it may have gone already.
    const { attempts, state } = (await admin("POST", again, {})).body.delivery;
    expect([
      [0, "waiting"],
      [1, "delivered"],
    ]).toContainEqual([attempts, state]);
    await heardBy(receiver, 3);
    await soon(async () => expect(await deliveries("?state=delivered")).toHaveLength(1));
    expect(await deliveries("?kind=refused")).toEqual([]);
  });

  it("is switched off after three days, and who administers is told", async () => {
    const receiver = await newReceiver(500);
    const { building, ana, webhooks, admin, open, deliveries, hurry, later } = await setUp(receiver);
    await open();
    await soon(async () => expect((await deliveries())[0]?.attempts).toBe(1));
    expect((await admin("GET", webhooks)).body.webhooks).toMatchObject([{ state: "failing" }]);
    clock.push(FAILING_MS);
    const ask = await later();
    await hurry();
    await vi.waitFor(
      async () =>
        expect((await ask("GET", webhooks)).body.webhooks).toMatchObject([{ state: "switched-off" }]),
      { timeout: 15_000 },
    );
    const left = await ask("GET", `/api/bb/buildings/${building.id}/webhook-deliveries`);
    expect(left.body.deliveries).toMatchObject([{ state: "failed", lastFault: "switched-off" }]);
    const mails = await db.selectFrom("outbox").select("recipient").where("user_id", "=", ana.id).execute();
    expect(mails).toEqual([{ recipient: `${building.id}@umbral.example` }]);
  });

  it("has its three days anew at another address", async () => {
    const [receiver, other] = [await newReceiver(500), await newReceiver(500)];
    const { webhooks, admin, hook, open, deliveries, hurry } = await setUp(receiver);
    await open();
    await soon(async () => expect((await deliveries())[0]?.attempts).toBe(1));
    const inAnHour = new Date(clock.now().getTime() + 3_600_000);
    await db
      .updateTable("webhook_deliveries")
      .set({ next_attempt_at: inAnHour })
      .where("webhook_id", "=", hook.id)
      .execute();
    await db
      .updateTable("webhooks")
      .set({ failing_since: new Date(clock.now().getTime() - FAILING_MS) })
      .where("id", "=", hook.id)
      .execute();
    const change = async (fields: object) =>
      (await admin("PUT", `${webhooks}/${hook.id}`, fields)).body.webhook;
    const same = { name: "Otra", address: `${receiver.url}/umbral` };
    expect(await change(same)).toMatchObject({ name: "Otra", state: "failing" });
    expect(await change({ address: `${other.url}/umbral` })).toMatchObject({ state: "on", since: null });
    await hurry();
    await soon(async () =>
      expect((await admin("GET", webhooks)).body.webhooks).toMatchObject([{ state: "failing" }]),
    );
    expect(other.requests).toHaveLength(1);
  });

  it("holds up nobody else, however long it hangs", async () => {
    const hanging = await newReceiver();
    hanging.answerWith(() => undefined);
    const well = await newReceiver();
    const { open, make } = await setUp(hanging);
    await make(well);
    for (let times = 0; times < 5; times += 1) {
      await open();
    }
    await heardBy(well, 5);
    expect(hanging.requests.length).toBeLessThanOrEqual(4);
  });
});

describe("an attempt", () => {
  const stop = new AbortController().signal;
  it("reads nothing of an answer but its status, however much comes", async () => {
    const receiver = await newReceiver();
    receiver.answerWith(() => ({ status: 200, body: "x".repeat(20_000_000) }));
    const sender = new WebhookSender("anywhere");
    expect(await sender.send(`${receiver.url}/`, "{}", {}, stop)).toEqual({ status: 200, fault: null });
  });

  it("leaves nothing with what tells all of them to stop, which lives as long as the process", async () => {
    const receiver = await newReceiver();
    const life = new AbortController().signal;
    const sender = new WebhookSender("anywhere");
    for (let times = 0; times < 3; times += 1) {
      expect(await sender.send(`${receiver.url}/`, "{}", {}, life)).toMatchObject({ fault: null });
    }
    const noted = Object.getOwnPropertySymbols(life)
      .map((key): unknown => Reflect.get(life, key))
      .flatMap((value) => (types.isSet(value) ? [...value] : []));
    expect([...noted, ...getEventListeners(life, "abort")]).toEqual([]);
  });

  it("says why nothing was answered", async () => {
    const receiver = await newReceiver();
    receiver.answerWith(() => undefined);
    const anywhere = new WebhookSender("anywhere", { answerMs: 100 });
    expect(await anywhere.send(`${receiver.url}/`, "{}", {}, stop)).toEqual({
      status: null,
      fault: "timeout",
    });
    await receiver.down();
    expect(await anywhere.send(`${receiver.url}/`, "{}", {}, stop)).toEqual({
      status: null,
      fault: "connection",
    });
    await receiver.up();
    const outward = new WebhookSender("public");
    // By number, by a name that is this machine, and without TLS.
    for (const address of [`https://127.0.0.1:1/`, "https://localhost/", `${receiver.url}/`]) {
      expect(await outward.send(address, "{}", {}, stop)).toEqual({ status: null, fault: "not-public" });
    }
  });
});

it("is delivered by the next process, where one ended between the event and its delivery", async () => {
  const receiver = await newReceiver();
  const { open } = await setUp(receiver);
  await server.app.close();
  await open();
  const next = await server.another();
  await heardBy(receiver, 1);
  await next.close();
});
