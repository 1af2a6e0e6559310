import { randomUUID } from "node:crypto";
import { setInterval as every } from "node:timers/promises";
import { DOOR_OPEN } from "@umbral/contract/doors/doors.contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestBuilding, TestPerson } from "../testing/factories.ts";
import { askAt, connectPage } from "../testing/house-over-http.ts";
import { runProgram } from "../testing/server-process.ts";
import { type Installation, NODES, type NodeName, startInstallation } from "../testing/several-nodes.ts";
import { picture } from "../testing/test-forms.ts";

/*
 * An installation of three processes, PostgreSQL, Redis, an object store and a controller, all of them real, of which each is
 * killed while it is used. `npm run test:cluster -- --rounds N` kills them N times.
 */

const ROUNDS = Number(process.env["UMBRAL_CLUSTER_ROUNDS"] ?? 1);
/** Live things are back by then, whatever was killed. */
const soon = { timeout: 6000, interval: 100 };
/** As each page waits a moment of its own. */
const CATCH_UP_AFTER_MS = 500;

let all: Installation;
let building: TestBuilding;
let door: { id: string };
let guards: TestPerson[];
let lobby: TestPerson;
let rosa: TestPerson;
let orders = 0;

beforeAll(async () => {
  all = await startInstallation();
  const { make } = all;
  building = await make.newBuilding();
  door = await make.newDoor(building, { localId: "1" });
  const at = (role: "PORTERIA" | "RESIDENTE", more: { password?: string; email?: string } = {}) =>
    make.newPerson({
      ...more,
      spaces: [
        {
          role,
          buildingId: building.id,
          ...(role === "RESIDENTE" && { apartmentId: building.apartments[0]?.id ?? "" }),
        },
      ],
    });
  // So many, since each may press a few times in ten seconds only.
  guards = await Promise.all(Array.from({ length: 60 }, () => at("PORTERIA")));
  [lobby, rosa] = await Promise.all([
    at("PORTERIA"),
    at("RESIDENTE", { password: "tres loros en la mesa", email: "rosa@example.com" }),
  ]);
  const ana = await make.newPerson({ userType: "ADMIN" });
  const invited = await askAt(
    all.urlOf("A"),
    ana.token,
    "POST",
    `/api/bb/buildings/${building.id}/controllers`,
    {},
  );
  const pairing: unknown = invited.body["pairing"];
  await all.startController(String(Reflect.get(Object(pairing), "code")));
}, 90_000);
afterAll(() => all?.close());

/** A press of its own, by another person each time. */
function next(): { guard: TestPerson | undefined; requestId: string } {
  orders += 1;
  return { guard: guards[orders % guards.length], requestId: randomUUID() };
}

/** Somebody at the lobby presses the door's button, each time another, at this node. */
async function press(
  name: NodeName,
  { guard, requestId }: { guard?: TestPerson | undefined; requestId: string } = next(),
): Promise<{ ok: boolean; code?: string; requestId: string }> {
  const socket = await connectPage(all.urlOf(name), guard?.token ?? "");
  try {
    const asked = { buildingId: building.id, door: door.id, action: DOOR_OPEN, requestId };
    const answer = await socket.ask("door_action", asked);
    return { ok: answer.ok, ...(answer.ok ? {} : { code: answer.code }), requestId };
  } finally {
    socket.disconnect();
  }
}

const opens = async (name: NodeName) => {
  const answer = await press(name);
  return answer.ok || answer.code;
};

/** How often somebody may change their picture is counted: each time it is another. */
const somebody = () => all.make.newPerson({ spaces: [{ role: "PORTERIA", buildingId: building.id }] });

/** The pictures that were answered, by whose they are. */
const pictured = new Set<string>();

async function portrait(url: string, person: TestPerson): Promise<number> {
  const form = new FormData();
  form.append("photo", await picture());
  const { status } = await askAt(url, person.token, "PUT", "/api/user/profile/photo", form);
  if (status === 200) {
    pictured.add(person.id);
  }
  return status;
}

/** A page that asks again for what it may not have heard, as the app's do. */
async function openPage(name: NodeName, { token }: TestPerson, ask: () => Promise<unknown>) {
  const socket = await connectPage(all.urlOf(name), token);
  socket.raw.on("news:missed", () => {
    // It may be closed by then.
    setTimeout(() => void ask().catch(() => undefined), CATCH_UP_AFTER_MS);
  });
  return socket;
}

/** The lobby at one node calls a home at another, which answers. */
async function call(from: NodeName, to: NodeName): Promise<void> {
  let callId = "";
  let answered: () => void = () => undefined;
  const isAnswered = new Promise<void>((resolve) => {
    answered = resolve;
  });
  const atLobby = await openPage(from, lobby, async () => {
    const { body } = await askAt(all.urlOf(from), lobby.token, "GET", `/api/call/${callId}`);
    if (Reflect.get(Object(body["call"]), "status") === "CONTESTADA") {
      answered();
    }
  });
  const atHome = await openPage(to, rosa, () => atHome.ask("init", { token: rosa.token, tellAgain: true }));
  const put = (status: string) => askAt(all.urlOf(to), rosa.token, "PUT", `/api/call/${callId}`, { status });
  try {
    const { body } = await askAt(all.urlOf(from), lobby.token, "POST", "/api/call", {
      apartmentUserId: rosa.spaceIds[0],
      type: "VISITANTE",
    });
    callId = String(Reflect.get(Object(body["call"]), "id"));
    await atLobby.ask("request", { callId });
    await atHome.hear("request", ({ callId: id }) => id === callId);
    expect(await put("CONTESTADA")).toMatchObject({ status: 200 });
    await Promise.race([atLobby.hear("call_accepted", ({ callId: id }) => id === callId), isAnswered]);
  } finally {
    await put("TERMINADA");
    atLobby.disconnect();
    atHome.disconnect();
  }
}

describe("an installation of three processes", () => {
  it("signs in at one and is signed in at all, and a session that ends at one ends on all", async () => {
    const credentials = { cedula: rosa.cedula, password: "tres loros en la mesa", userType: "USER" };
    const signedIn = await askAt(all.urlOf("A"), null, "POST", "/api/user/auth/login", credentials);
    const token = String(signedIn.body["token"]);
    const socket = await connectPage(all.urlOf("B"), token);
    const ended = socket.ended();
    const out = await askAt(all.urlOf("A"), token, "POST", "/api/user/auth/logout");
    expect(out.status).toBeLessThan(300);
    expect(await ended).toBe("io server disconnect");
    expect((await askAt(all.urlOf("C"), token, "GET", "/api/user/sessions")).status).toBe(401);
  });

  it("shows at one the picture that came to another, though each has a folder of its own", async () => {
    expect(await portrait(all.urlOf("A"), rosa)).toBe(200);
    const { body } = await askAt(all.urlOf("B"), rosa.token, "GET", "/api/user/auth/currentUser");
    const shown = String(Reflect.get(Object(body["user"]), "photo"));
    const seen = await fetch(all.urlOf("C") + shown);
    expect([seen.status, seen.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
  });

  it("opens a door from each, wherever its controller hangs", async () => {
    for (const name of NODES) {
      await expect.poll(() => opens(name), soon).toBe(true);
    }
  });

  it("rings from one, and is answered at another", () => call("A", "B"));

  it("raises an alarm at one that all hear", async () => {
    const [raiser, ...others] = await Promise.all(
      NODES.map((name, index) => connectPage(all.urlOf(name), guards[index]?.token ?? "")),
    );
    await raiser?.ask("user_event", { buildingId: building.id, event: "EMERGENCY" });
    for (const socket of others) {
      await socket.hear("user_event", ({ buildingId }) => buildingId === building.id);
    }
    for (const socket of [raiser, ...others]) {
      socket?.disconnect();
    }
  });

  it("does once what all of them see to", async () => {
    await askAt(all.urlOf("A"), null, "POST", "/api/user/auth/forgotPassword", { cedula: rosa.cedula });
    await all.mail.next("rosa@example.com");
    // All three look at the outbox when the database says that something waits; another answer waits for a row.
    await askAt(all.urlOf("B"), null, "POST", "/api/user/auth/forgotPassword", { cedula: rosa.cedula });
    await all.mail.next("rosa@example.com");
    expect(all.mail.arrived.filter(({ to }) => to.includes("rosa@example.com"))).toHaveLength(2);
  });
});

/** Everything that is alive, asked at these nodes. */
async function isAlive(names: readonly NodeName[]): Promise<void> {
  for (const name of names) {
    await expect.poll(() => opens(name), soon).toBe(true);
  }
  const [first = "A", ...others] = names;
  const last = others.at(-1) ?? first;
  await call(first, last);
  await expect.poll(async () => portrait(all.urlOf(last), await somebody()), soon).toBe(200);
}

const others = (name: NodeName) => NODES.filter((one) => one !== name);

/** What is killed, and what goes on meanwhile; each is back in the end. */
const kills: Readonly<Record<string, () => Promise<void>>> = {
  ...Object.fromEntries(
    // The controller hangs on the last of them at first; the long form kills the others too.
    NODES.slice(ROUNDS > 1 ? 0 : -1).map((name) => [
      `the process ${name}`,
      async () => {
        const asked = next();
        const answer = await press(name, asked);
        // It is answered when the relay moved, and written down behind that.
        const outcome = () =>
          all.db
            .selectFrom("door_orders")
            .select("outcome")
            .where("request_id", "=", asked.requestId)
            .executeTakeFirst();
        await expect.poll(outcome, soon).toMatchObject({ outcome: "moved" });
        await all.kill(name);
        const rest = others(name);
        await isAlive(rest);
        // The same press again is the answer that it had, and moves nothing: the count at the end says so.
        expect(await press(rest[0] ?? "A", asked)).toEqual(answer);
        await all.start(name);
      },
    ]),
  ),
  Redis: async () => {
    await all.redis.kill();
    // By itself each does what hangs on it: the controller on one, and the others say that it does not hang on them.
    await expect
      .poll(async () => (await Promise.all(NODES.map(opens))).sort(), soon)
      .toEqual(["DOOR_OFFLINE", "DOOR_OFFLINE", true]);
    await all.redis.start();
  },
  "the database": async () => {
    const person = await somebody();
    await all.postgres.crash();
    await expect.poll(() => portrait(all.urlOf("A"), person), soon).toBe(503);
    await all.postgres.start();
  },
  "the object store": async () => {
    await all.store.kill();
    expect(await portrait(all.urlOf("A"), await somebody())).toBe(503);
    // A press that waited on a machine that stood still is refused as too old; the next one is not.
    await expect.poll(() => opens("A"), soon).toBe(true);
    await all.store.start();
  },
};

describe("while it is used", () => {
  it(
    "loses nothing that it answered, does nothing twice and is alive again within 6 s, whatever is killed",
    async () => {
      const acknowledged = new Set<string>();
      let isOver = false;
      const using = (async () => {
        for await (const _ of every(200)) {
          if (isOver) {
            return;
          }
          const name = NODES[orders % NODES.length] ?? "A";
          // A node that is not there takes nothing, and neither does one that is killed meanwhile.
          const answer = await press(name).catch(() => undefined);
          if (answer?.ok) {
            acknowledged.add(answer.requestId);
          }
        }
      })();
      try {
        for (let round = 1; round <= ROUNDS; round += 1) {
          for (const [what, kill] of Object.entries(kills)) {
            await kill();
            const back = performance.now();
            await isAlive(NODES);
            if (ROUNDS > 1) {
              const ms = Math.round(performance.now() - back);
              process.stdout.write(`round ${round}: ${what} killed; all alive ${ms} ms after it was back\n`);
            }
          }
        }
      } finally {
        isOver = true;
        await using;
      }
      expect(acknowledged.size).toBeGreaterThan(10);
      const { db } = all;
      const pressed = await db
        .selectFrom("door_orders")
        .select(["id", "request_id as requestId"])
        .where("request_id", "in", [...acknowledged])
        .execute();
      expect(pressed).toHaveLength(acknowledged.size);
      // Each relay that moved is told once, from the controller's own disk.
      const openings = async () =>
        (await db.selectFrom("open_door_events").select("order_id as id").execute()).flatMap(
          ({ id }) => id ?? [],
        );
      await expect
        .poll(async () => {
          const told = new Set(await openings());
          return pressed.filter(({ id }) => !told.has(id));
        }, soon)
        .toEqual([]);
      const told = await openings();
      expect(new Set(told).size).toBe(told.length);
      const portraits = await db
        .selectFrom("users")
        .select("photo_file_id as fileId")
        .where("id", "in", [...pictured])
        .execute();
      expect(portraits.filter(({ fileId }) => fileId === null)).toEqual([]);
      const kept = new Set(await all.storedIds());
      expect(portraits.filter(({ fileId }) => !kept.has(fileId ?? ""))).toEqual([]);
      const audit = await runProgram("commands/audit-verify", all.folder, {
        ...all.variables,
        DATA_DIR: all.folder,
        LOG_LEVEL: "silent",
      });
      expect(audit).toMatchObject({ code: 0, said: expect.stringContaining("La auditoría está completa") });
    },
    60_000 * (ROUNDS + 1),
  );
});
