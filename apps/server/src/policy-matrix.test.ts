import { randomUUID } from "node:crypto";
import { CONTROLLER_NAMESPACE } from "@umbral/contract/controllers/controllers.contract";
import { allEndpoints, allMessages } from "@umbral/contract/endpoints";
import type { Access } from "@umbral/contract/lib/endpoint";
import { belongsTo, may, maySomewhere, type Place, type Principal } from "@umbral/contract/lib/policy";
import { io } from "socket.io-client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, TestSocket } from "../testing/test-server.ts";
import { demonstrationAccounts } from "./demo/accounts.ts";
import { seedDemonstration } from "./demo/seed.ts";
import { pathFor } from "./platform/route.ts";

/*
 * Every operation of the contract × every demonstration account, nobody and a controller × where:
 * the own apartment, elsewhere in the own building, another building, and nowhere at all.
 * A new endpoint or message is asked by itself. What is expected comes from the table of permissions,
 * which has a test of its own against what was written down.
 */

const server = await startTestServer();
afterAll(() => server.close());
await seedDemonstration(server.app.services);

const { db } = server;
const places = await db
  .selectFrom("apartments")
  .innerJoin("buildings", "buildings.id", "apartments.building_id")
  .select([
    "apartments.id as apartmentId",
    "apartments.name as apartment",
    "apartments.tower_id as towerId",
    "apartments.floor_id as floorId",
    "apartments.building_id as buildingId",
    "buildings.name as building",
  ])
  .orderBy("apartments.name")
  .execute();
const users = await db.selectFrom("users").select(["id", "cedula"]).execute();

type Where = "own apartment" | "own building" | "other building" | "nowhere";
const relations: Where[] = ["own apartment", "own building", "other building", "nowhere"];

interface Ids {
  building: string;
  tower: string;
  floor: string;
  apartment: string;
  /** The apartment's: what a building's id is answered is tested in its room. */
  apartmentOrBuilding: string;
  call: string;
}

interface Account {
  name: string;
  principal: Principal | null;
  userId: string | null;
  /** Headers of a fresh session: an operation that ends one must not spoil the next. */
  headers(): Promise<Record<string, string>>;
  ids: Record<Where, Ids>;
}

const nowhere = (): Ids => ({
  building: randomUUID(),
  tower: randomUUID(),
  floor: randomUUID(),
  apartment: randomUUID(),
  apartmentOrBuilding: randomUUID(),
  call: randomUUID(),
});

async function newCall(buildingId: string, callerId: string, calleeId: string): Promise<string> {
  const id = server.app.services.newId();
  const now = server.clock.now();
  await db
    .insertInto("calls")
    .values({
      id,
      ringing_id: id,
      building_id: buildingId,
      apartment_id: null,
      caller_id: callerId,
      caller_session_id: null,
      callee_id: calleeId,
      callee_session_id: null,
      space_id: null,
      is_from_lobby: true,
      status: "TERMINADA",
      created_at: now,
      expires_at: now,
      ended_at: now,
    })
    .execute();
  return id;
}

const idOf = (cedula: string): string => {
  const user = users.find((candidate) => candidate.cedula === cedula);
  if (!user) {
    throw new Error(`no account ${cedula}`);
  }
  return user.id;
};
const [someone, somebodyElse, aThird] = [idOf("1000000010"), idOf("1000000012"), idOf("1000000013")];

async function accountFor(seed: (typeof demonstrationAccounts)[number]): Promise<Account> {
  const userId = idOf(seed.cedula);
  const isAdmin = seed.role === undefined;
  const buildingName = seed.building ?? places[0]?.building;
  const own = places.find(
    (place) =>
      place.building === buildingName && (seed.apartment === undefined || place.apartment === seed.apartment),
  );
  const elsewhere = [...places]
    .reverse()
    .find((place) => place.building === buildingName && place.apartmentId !== own?.apartmentId);
  const other = places.find((place) => place.building !== buildingName);
  if (!own || !elsewhere || !other) {
    throw new Error("the demonstration is too small");
  }
  const partner = userId === someone ? somebodyElse : someone;
  const strangers: [string, string] =
    userId === someone
      ? [somebodyElse, aThird]
      : userId === somebodyElse
        ? [someone, aThird]
        : [someone, somebodyElse];
  const idsAt = async (place: typeof own, callOf: [string, string]): Promise<Ids> => ({
    building: place.buildingId,
    tower: place.towerId,
    floor: place.floorId,
    apartment: place.apartmentId,
    apartmentOrBuilding: place.apartmentId,
    call: await newCall(place.buildingId, callOf[0], callOf[1]),
  });
  const principal: Principal = {
    userType: isAdmin ? "ADMIN" : "USER",
    spaces:
      seed.role === undefined || seed.isPending
        ? []
        : [
            {
              role: seed.role,
              buildingId: own.buildingId,
              apartmentId: seed.apartment === undefined ? null : own.apartmentId,
              towerId: seed.apartment === undefined ? null : own.towerId,
              floorId: seed.apartment === undefined ? null : own.floorId,
            },
          ],
  };
  return {
    name: `${seed.name}${seed.isPending ? " (pending)" : ""}`,
    principal,
    userId,
    headers: async () => (await server.newSession(userId)).headers,
    ids: {
      "own apartment": await idsAt(own, [partner, userId]),
      "own building": await idsAt(elsewhere, strangers),
      "other building": await idsAt(other, strangers),
      nowhere: nowhere(),
    },
  };
}

const accounts = await Promise.all(demonstrationAccounts.map(accountFor));
const [first] = accounts;
if (!first) {
  throw new Error("no accounts");
}
const anonymous: Account = {
  ...first,
  name: "nobody",
  principal: null,
  userId: null,
  headers: async () => ({}),
};
const controller: Account = {
  ...anonymous,
  name: "a controller",
  headers: async () => ({ authorization: `JWT ${Buffer.from(randomUUID()).toString("base64url")}.e30.c2ln` }),
};
const everybody = [...accounts, anonymous, controller];

type Verdict = "let in" | "SIGN_IN_REQUIRED" | "NOT_ALLOWED" | "NOT_FOUND" | "CALL_NOT_FOUND";

function expected(account: Account, access: Access, where: Where): Verdict {
  if (access.kind === "public" || access.kind === "loopback") {
    return "let in";
  }
  if (account.principal === null || (access.kind !== "permission" && access.kind !== "party")) {
    return "SIGN_IN_REQUIRED";
  }
  if (access.kind === "party") {
    return where === "own apartment" ? "let in" : "CALL_NOT_FOUND";
  }
  if (access.place === "somewhere") {
    const { principal } = account;
    const permissions = [access.permission, ...(access.or === undefined ? [] : [access.or])];
    return permissions.some((permission) => maySomewhere(principal, permission)) ? "let in" : "NOT_ALLOWED";
  }
  const ids = account.ids[where];
  const place: Place = {
    buildingId: ids.building,
    ...("apartment" in access.place || "apartmentOrBuilding" in access.place
      ? { apartmentId: ids.apartment }
      : {}),
  };
  if (where === "nowhere" || !belongsTo(account.principal, place.buildingId)) {
    return "NOT_FOUND";
  }
  return may(account.principal, access.permission, place) ? "let in" : "NOT_ALLOWED";
}

/** What the operation's place is called, and which of the ids stands there. */
function placeField(access: Access): { name: string; kind: keyof Ids } | null {
  if (access.kind === "party") {
    return { name: access.call, kind: "call" };
  }
  if (access.kind !== "permission" || access.place === "somewhere") {
    return null;
  }
  const [entry] = Object.entries(access.place);
  if (!entry) {
    throw new Error("a place without a name");
  }
  const [kind, name] = entry;
  if (
    kind !== "building" &&
    kind !== "tower" &&
    kind !== "floor" &&
    kind !== "apartment" &&
    kind !== "apartmentOrBuilding"
  ) {
    throw new Error(`a place of another kind: ${kind}`);
  }
  return { name, kind };
}

const verdictOf = (code: string | undefined, wasAsked: Verdict): Verdict =>
  code === "SIGN_IN_REQUIRED" || code === "NOT_ALLOWED" || code === "NOT_FOUND" || code === "CALL_NOT_FOUND"
    ? // A service may say "not found" of something smaller than the place: that is past the gate.
      wasAsked === "let in" && code === "NOT_FOUND"
      ? "let in"
      : code
    : "let in";

/** Where there is one place only, or none, asking at the four would be asking the same four times. */
const relationsOf = (access: Access): Where[] => (placeField(access) ? relations : ["own apartment"]);

describe("every request", () => {
  for (const endpoint of allEndpoints.filter(({ access }) => access.kind !== "loopback")) {
    it(`${endpoint.method} ${endpoint.path}`, async () => {
      const field = placeField(endpoint.access);
      for (const account of everybody) {
        for (const where of relationsOf(endpoint.access)) {
          const path = endpoint.path.replace(/\{(\w+)\}/g, (_all, name: string) => {
            if (name === "product") {
              return "bb";
            }
            return field?.name === name ? account.ids[where][field.kind] : randomUUID();
          });
          const answer = await server.app.http.inject({
            method: endpoint.method,
            url: pathFor(path, "bb"),
            headers: await account.headers(),
            ...(endpoint.method === "GET" ? {} : { payload: {} }),
          });
          const wanted = expected(account, endpoint.access, where);
          const code = answer.statusCode < 400 ? undefined : answer.json<{ code: string }>().code;
          const isServed = !(code === "NOT_FOUND" && field === null && endpoint.access.kind === "permission");
          expect([account.name, where, verdictOf(code, wanted)]).toEqual([account.name, where, wanted]);
          expect(answer.statusCode, `${account.name} ${where}`).toBeLessThan(500);
          expect(isServed || endpoint.path.includes("{"), endpoint.path).toBe(true);
        }
      }
    });
  }
});

describe("every message", () => {
  const sockets = new Map<string, TestSocket>();
  // Now and not before: a socket that does not sign in is closed after a while, and some of the requests end
  // the other sessions of whoever makes them.
  beforeAll(async () => {
    for (const account of accounts) {
      sockets.set(account.name, await server.connectAs(await server.newSession(account.userId ?? "")));
    }
    sockets.set(anonymous.name, await server.connect());
  });

  for (const message of allMessages.filter(({ access }) => access.kind !== "public")) {
    it(message.event, async () => {
      const field = placeField(message.access);
      for (const account of [...accounts, anonymous]) {
        for (const where of relationsOf(message.access)) {
          const payload = field ? { [field.name]: account.ids[where][field.kind] } : {};
          const answer = await sockets.get(account.name)?.ask(message.event, payload);
          const code = answer?.ok ? undefined : answer?.code;
          if (message.access.kind === "controller") {
            // People have no such message: it is not heard at all, whoever sends it.
            expect([account.name, code]).toEqual([
              account.name,
              account === anonymous ? "SIGN_IN_REQUIRED" : "BAD_REQUEST",
            ]);
          } else {
            const wanted = expected(account, message.access, where);
            expect([account.name, where, verdictOf(code, wanted)]).toEqual([account.name, where, wanted]);
          }
        }
      }
    });
  }

  it("of controllers is refused before the controller signed in with its key", async () => {
    const raw = io(`${server.url}${CONTROLLER_NAMESPACE}`, {
      transports: ["websocket"],
      reconnection: false,
      forceNew: true,
    });
    const socket = new TestSocket(raw);
    await socket.hear("challenge");
    for (const message of allMessages.filter(({ access }) => access.kind === "controller")) {
      if (message.event === "frame") {
        continue;
      }
      const sample: Record<string, unknown> = {
        clock: {},
        facts: {
          facts: [
            {
              seq: 1,
              at: new Date().toISOString(),
              kind: "door-closed",
              doorId: randomUUID(),
              orderId: null,
            },
          ],
        },
        "reader:tag": { setupId: randomUUID(), doorId: randomUUID(), tag: "04A2" },
        status: { uptimeMs: 1000, queue: 0, clockErrorMs: null },
        "camera:state": { cameraId: randomUUID(), state: "live", since: new Date().toISOString() },
      };
      expect([message.event, await socket.ask(message.event, sample[message.event])]).toMatchObject([
        message.event,
        { ok: false, code: "SIGN_IN_REQUIRED" },
      ]);
    }
    expect(
      await socket.ask("sign-in", {
        controllerId: randomUUID(),
        signature: "x",
        version: "1",
        boot: randomUUID(),
        revision: null,
      }),
    ).toMatchObject({ code: "CONTROLLER_NOT_KNOWN" });
    raw.disconnect();
  });
});

it("asks a great many questions", () => {
  const asked = [...allEndpoints, ...allMessages].reduce(
    (sum, operation) => sum + everybody.length * relationsOf(operation.access).length,
    0,
  );
  expect(asked).toBeGreaterThan(1000);
});
