import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import { asking } from "../../../testing/test-admin.ts";
import { picture } from "../../../testing/test-forms.ts";
import { askPasses, madePass, newHouse, wantedPass } from "../../../testing/test-passes.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import { atNoon, givenCode, newLobby, otherThan } from "../../../testing/test-visits.ts";
import { drawCode } from "../../platform/code-pool.ts";
import type { Actor } from "../../platform/context.ts";
import { askForCode } from "../visits/ask-for-code.ts";
import { makePassOf } from "./make-pass.ts";

/* One pool of codes in a building, how long they are, and who counts a pass. */

const server = await startTestServer();
afterAll(() => server.close());
const { db, clock } = server;
const { services } = server.app;
atNoon(server);

const DAY_MS = 24 * 3_600_000;
const keypad = JSON.stringify({ kind: "simulated", hasKeypad: true });

/** One after the other, and then the last again. */
const codesInTurn =
  (...codes: string[]) =>
  () =>
    (codes.length > 1 ? codes.shift() : codes[0]) ?? "";

async function actorOf({ token }: { token: string }): Promise<Actor> {
  const actor = await services.gate.actorOfToken(token);
  if (actor === null) {
    throw new Error("nobody is signed in");
  }
  return actor;
}

/** A home with a pass, somebody with a PIN, and a visit of today: the codes of all three. */
async function newPool() {
  const house = await newHouse(server);
  const { building, rosa, home } = house;
  const pin = await asking(server, house.alberto)(
    "POST",
    `/api/bb/buildings/${building.id}/people/${rosa.id}/pin`,
    {},
  );
  const { victor } = await newLobby(server);
  const visit = await givenCode(server, { building, victor });
  const { sharing } = await madePass(server, building, rosa, { apartmentId: home.id });
  const taken: [string, string, string] = [pin.body.digits, visit.code, sharing.code];
  return { ...house, victor, taken, free: freeOf(taken) };
}

const freeOf = (taken: readonly string[]): string => {
  let code = "123456";
  while (taken.includes(code)) {
    code = otherThan(code);
  }
  return code;
};

describe("the codes of a building", () => {
  it("are one pool: what a PIN, a pass or a visit of today has is given out to no other", async () => {
    const { building, rosa, home, victor, taken, free } = await newPool();
    const drawn = await db
      .transaction()
      .execute((trx) => drawCode(services, trx, building.id, codesInTurn(...taken, free)));
    expect(drawn).toBe(free);

    const wanted = {
      ...wantedPass(server),
      guest: { name: "Otra", cedula: "", phone: "", email: "", plate: "", company: "" },
      tellsExit: false,
      tellsOverstay: true,
      apartmentId: home.id,
    };
    const rosaActor = await actorOf(rosa);
    const make = (...codes: string[]) =>
      makePassOf(
        services,
        rosaActor,
        building.id,
        { ...wanted, requestId: randomUUID() },
        codesInTurn(...codes),
      );
    expect((await make(...taken, free)).sharing.code).toBe(free);

    const next = freeOf([...taken, free]);
    const asked = await askForCode(
      services,
      {
        cedula: victor.cedula,
        buildingId: building.id,
        photo: await picture(),
        address: "203.0.113.9",
        actor: null,
      },
      codesInTurn(...taken, free, next),
    );
    expect(asked.code).toBe(next);

    // Where chance finds none, nothing is made.
    await expect(make(taken[1])).rejects.toMatchObject({ code: "UNAVAILABLE" });
  });

  it("are another building's to give, and those of visits are free on the next day", async () => {
    const { building, taken } = await newPool();
    const [pin, visit, pass] = taken;
    const { building: elsewhere } = await newHouse(server);
    const draw = (buildingId: string, code: string) =>
      db.transaction().execute((trx) => drawCode(services, trx, buildingId, () => code));
    expect(await draw(elsewhere.id, pass)).toBe(pass);
    expect(await draw(building.id, visit)).toBeNull();
    clock.push(DAY_MS);
    expect([
      await draw(building.id, pin),
      await draw(building.id, visit),
      await draw(building.id, pass),
    ]).toEqual([null, visit, null]);
  });

  it("are never the same for two that are made at once", async () => {
    const { building, rosa, andres, home } = await newHouse(server);
    const actors = [await actorOf(rosa), await actorOf(andres)];
    const wanted = {
      ...wantedPass(server),
      guest: { name: "Una", cedula: "", phone: "", email: "", plate: "", company: "" },
      tellsExit: false,
      tellsOverstay: true,
      apartmentId: home.id,
    };
    const made = await Promise.all(
      actors.map((actor) =>
        makePassOf(
          services,
          actor,
          building.id,
          { ...wanted, requestId: randomUUID() },
          codesInTurn("100000", "200000"),
        ),
      ),
    );
    expect(made.map(({ sharing }) => sharing.code).sort()).toEqual(["100000", "200000"]);
  });

  it("grow longer with all that can be typed, PINs and passes together", async () => {
    const { building, rosa, andres, alberto, home } = await newHouse(server);
    const of = { apartmentId: home.id };
    const lengths: number[] = [];
    for (let made = 0; made < 10; made += 1) {
      lengths.push((await madePass(server, building, rosa, of)).sharing.code.length);
    }
    expect(lengths).toEqual([6, 6, 6, 6, 6, 6, 6, 6, 6, 7]);
    const pin = await asking(server, alberto)(
      "POST",
      `/api/bb/buildings/${building.id}/people/${andres.id}/pin`,
      {},
    );
    expect(pin.body.digits).toHaveLength(7);
  });
});

describe("who counts a pass", () => {
  /** A building with the entrance and the garage on controllers of their own. */
  async function newDoors(keypadAt: "1" | "2" | null) {
    const house = await newHouse(server);
    const { building } = house;
    const controllers: string[] = [];
    for (const localId of ["1", "2"]) {
      const id = services.newId();
      await db
        .insertInto("controllers")
        .values({
          id,
          building_id: building.id,
          name: `Controlador ${localId}`,
          pairing_code_hash: null,
          public_key: null,
        })
        .execute();
      const door = await server.newDoor(building, { localId });
      await db
        .updateTable("doors")
        .set({ controller_id: id, ...(keypadAt === localId ? { reader: keypad } : {}) })
        .where("id", "=", door.id)
        .execute();
      controllers.push(id);
    }
    return { ...house, controllers };
  }
  const deciderOf = async (id: string) =>
    (await db.selectFrom("passes").select("controller_id").where("id", "=", id).executeTakeFirstOrThrow())
      .controller_id;

  it("is the controller of the entrance, where a door on the way has a keypad, and else the server", async () => {
    for (const [keypadAt, decider] of [
      ["1", 0],
      ["2", 0],
      [null, undefined],
    ] as const) {
      const { building, rosa, alberto, home, controllers } = await newDoors(keypadAt);
      const wanted = decider === undefined ? null : controllers[decider];
      const once = await madePass(server, building, rosa, { apartmentId: home.id });
      const anyNumber = await madePass(server, building, rosa, { apartmentId: home.id, entries: null });
      const ofBuilding = await madePass(server, building, alberto, { apartmentId: null });
      expect([
        await deciderOf(once.pass.id),
        await deciderOf(anyNumber.pass.id),
        await deciderOf(ofBuilding.pass.id),
      ]).toEqual([wanted, null, wanted]);
      // A pass that gets a number, or loses it, gets who counts it, or loses them.
      const path = (id: string) => `/${id}`;
      await askPasses(server, building, rosa, "PUT", path(anyNumber.pass.id), wantedPass(server));
      await askPasses(server, building, rosa, "PUT", path(once.pass.id), {
        ...wantedPass(server),
        entries: null,
      });
      expect([await deciderOf(anyNumber.pass.id), await deciderOf(once.pass.id)]).toEqual([wanted, null]);
    }
  });

  it("is none for a keypad that is not on the way to that home", async () => {
    const { building, rosa, home, alberto } = await newHouse(server);
    const other = building.towers.find(({ id }) => id !== home.towerId);
    const door = await server.newDoor(building, {
      scope: "tower",
      towerId: other?.id ?? "",
      floorId: other?.floors[0]?.id ?? "",
    });
    const controllerId = services.newId();
    await db
      .insertInto("controllers")
      .values({ id: controllerId, building_id: building.id, pairing_code_hash: null, public_key: null })
      .execute();
    await db
      .updateTable("doors")
      .set({ reader: keypad, controller_id: controllerId })
      .where("id", "=", door.id)
      .execute();
    const there = building.apartments.find(({ towerId }) => towerId === other?.id)?.id ?? "";
    const neighbour = await server.newPerson({
      spaces: [{ role: "RESIDENTE", buildingId: building.id, apartmentId: there }],
    });
    const [own, theirs, common] = [
      await madePass(server, building, rosa, { apartmentId: home.id }),
      await madePass(server, building, neighbour, { apartmentId: there }),
      await madePass(server, building, alberto, { apartmentId: null }),
    ];
    expect(await deciderOf(own.pass.id)).toBeNull();
    expect(await deciderOf(theirs.pass.id)).toBe(controllerId);
    expect(await deciderOf(common.pass.id)).toBeNull();
    // And for doors that no level gives to those who live there.
    await db
      .updateTable("access_levels")
      .set({ for_roles: [] })
      .where("building_id", "=", building.id)
      .execute();
    const nobodys = await madePass(server, building, neighbour, { apartmentId: there });
    expect(await deciderOf(nobodys.pass.id)).toBeNull();
  });
});
