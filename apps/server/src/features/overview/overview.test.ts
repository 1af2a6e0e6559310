import type { IntrusionKind } from "@umbral/contract/alarms/intrusions.contract";
import type { readOverview } from "@umbral/contract/overview/overview.contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { z } from "zod";
import type { TestBuilding, TestPerson } from "../../../testing/factories.ts";
import { asking } from "../../../testing/test-admin.ts";
import { newController } from "../../../testing/test-controller.ts";
import { madePass } from "../../../testing/test-passes.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import { countMovement, insertMovement } from "../passes/pass-rows.queries.ts";

/*
 * The story: the administrator of Mirador opens the app. A door is held, a controller is away, somebody waits; the
 * administrator of Almendros sees nothing of it, and the platform sees both.
 */

type Overview = z.output<(typeof readOverview)["reply"]>;

const server = await startTestServer();
afterAll(() => server.close());
const { db } = server;
const { newId, clock } = server.app.services;
const HOUR_MS = 3_600_000;
const ago = (milliseconds: number): Date => new Date(clock.now().getTime() - milliseconds);

let mirador: TestBuilding;
let almendros: TestBuilding;
let alberto: TestPerson;
let ana: TestPerson;
let laura: TestPerson;
beforeAll(async () => {
  mirador = await server.newBuilding("Mirador");
  almendros = await server.newBuilding("Almendros");
  alberto = await server.newPerson({ spaces: [{ role: "ADMINISTRADOR", buildingId: mirador.id }] });
  ana = await server.newPerson({ spaces: [{ role: "ADMINISTRADOR", buildingId: almendros.id }] });
  laura = await server.newPerson({ userType: "ADMIN" });
});

async function seenBy(person: TestPerson, building?: TestBuilding): Promise<Overview> {
  const query = building === undefined ? "" : `?buildingId=${building.id}`;
  const { status, body } = await asking(server, person)("GET", `/api/bb/overview${query}`);
  expect(status).toBe(200);
  return body;
}

const noticed = (kind: IntrusionKind, doorName: string, times: { startedAt: Date; endedAt: Date | null }) =>
  db
    .insertInto("intrusion_events")
    .values({
      id: newId(),
      building_id: mirador.id,
      kind,
      camera_id: null,
      camera_name: null,
      door_id: null,
      door_name: doorName,
      started_at: times.startedAt,
      ended_at: times.endedAt,
    })
    .execute();

const kindsAndNames = ({ troubles }: Overview): string[] =>
  (troubles ?? []).map(({ kind, name }) => `${kind}: ${name}`).sort();

describe("what the administration sees first", () => {
  it("is nothing, where all is well", async () => {
    expect(await seenBy(ana)).toEqual({
      buildings: [],
      troubles: [],
      hasMoreTroubles: false,
      waiting: [],
      today: { openings: Array(24).fill(0), visits: Array(24).fill(0), guests: Array(24).fill(0) },
    });
  });

  it("is what goes on at doors now, and not what is over, long ago, or only motion", async () => {
    await noticed("door-held", "Garaje", { startedAt: ago(60_000), endedAt: null });
    await noticed("door-forced", "Terraza", { startedAt: ago(60_000), endedAt: ago(30_000) });
    await noticed("door-forced", "Sótano", { startedAt: ago(30 * 24 * HOUR_MS), endedAt: null });
    await noticed("motion", "Patio", { startedAt: ago(60_000), endedAt: null });
    const seen = await seenBy(alberto);
    expect(kindsAndNames(seen)).toEqual(["door-held: Garaje"]);
    expect(seen.buildings).toEqual([{ id: mirador.id, name: "Mirador", timeZone: "America/Bogota" }]);
    expect(kindsAndNames(await seenBy(laura, mirador))).toEqual(["door-held: Garaje"]);
    expect(kindsAndNames(await seenBy(laura, almendros))).toEqual([]);
    expect(kindsAndNames(await seenBy(ana))).toEqual([]);
  });

  it("is what a controller says of its devices, and the controller itself once it is away", async () => {
    const controller = await newController(server, mirador.id);
    const door = await server.newDoor(mirador, { name: "Puerta principal" });
    await db.updateTable("doors").set({ controller_id: controller.id }).where("id", "=", door.id).execute();
    const elsewhere = await server.newDoor(almendros, { name: "De otro edificio" });
    const status = {
      uptimeMs: 1000,
      queue: 0,
      clockErrorMs: 0,
      diskFailingSince: clock.now().toISOString(),
      faults: [
        ...[door.id, elsewhere.id, newId()].map((id) => ({ device: "reader", id })),
        ...[door.cameraId, elsewhere.cameraId].map((id) => ({ device: "camera", id })),
      ],
    };
    expect(await controller.socket.ask("status", status)).toEqual({ ok: true });
    expect(kindsAndNames(await seenBy(alberto))).toEqual([
      `camera: Cámara ${door.localId}`,
      "controller-disk: Controlador",
      "door-held: Garaje",
      "reader: Puerta principal",
    ]);
    controller.socket.raw.disconnect();
    await expect
      .poll(async () => kindsAndNames(await seenBy(alberto)))
      .toEqual(["controller-away: Controlador", "door-held: Garaje"]);
    const away = (await seenBy(laura)).troubles?.find(({ kind }) => kind === "controller-away");
    expect(away).toMatchObject({ buildingId: mirador.id, takesAlong: { doors: 1, cameras: 1 } });
    expect(away?.since).not.toBeNull();
  });

  it("is a controller that does not take its list of accesses", async () => {
    const terco = await server.newBuilding("Terco");
    const teresa = await server.newPerson({ spaces: [{ role: "ADMINISTRADOR", buildingId: terco.id }] });
    await server.app.accessKeeper.round();
    const { list } = await newController(server, terco.id);
    await list.until(() => list.kept !== null, "its list");
    list.refuses = () => true;
    await db.updateTable("buildings").set({ offline_days: 9 }).where("id", "=", terco.id).execute();
    await server.app.accessKeeper.round();
    expect(kindsAndNames(await seenBy(teresa))).toEqual([]);
    await db
      .updateTable("access_heads")
      .set({ changed_at: ago(2 * 60_000) })
      .where("building_id", "=", terco.id)
      .execute();
    expect(kindsAndNames(await seenBy(teresa))).toEqual(["controller-list: Controlador"]);
    expect(kindsAndNames(await seenBy(alberto))).not.toContain("controller-list: Controlador");

    // More changes make it no better: it is behind since it was first found so.
    await server.app.stateWatch.look();
    const found = ago(5 * 60_000);
    await db
      .updateTable("component_states")
      .set({ since: found })
      .where("kind", "=", "controller-list")
      .where("building_id", "=", terco.id)
      .execute();
    await db.updateTable("buildings").set({ offline_days: 10 }).where("id", "=", terco.id).execute();
    await server.app.accessKeeper.round();
    expect((await seenBy(teresa)).troubles).toMatchObject([
      { kind: "controller-list", since: found.toISOString() },
    ]);
  });

  it("is who waits: requests, invitations that still hold, alarms that nobody closed and that are no drill", async () => {
    const apartmentId = mirador.apartments[0]?.id ?? "";
    const rosa = await server.newPerson();
    const space = {
      user_id: rosa.id,
      building_id: mirador.id,
      apartment_id: apartmentId,
      role: "RESIDENTE" as const,
      status: "PENDING" as const,
      created_at: clock.now(),
    };
    await db
      .insertInto("spaces")
      .values({ ...space, id: newId() })
      .execute();
    const alarm = (more: { drill?: boolean; closed_at?: Date }) => ({
      id: newId(),
      building_id: mirador.id,
      event: "INTRUSION" as const,
      drill: false,
      raised_at: ago(HOUR_MS),
      changed_at: ago(HOUR_MS),
      silenced_at: ago(HOUR_MS),
      ...more,
    });
    await db
      .insertInto("alarms")
      .values([alarm({}), alarm({ drill: true }), alarm({ closed_at: ago(1) })])
      .execute();
    const invitation = (cedula: string, expiresAt: Date) => ({
      id: newId(),
      building_id: mirador.id,
      apartment_id: null,
      cedula,
      document_type: "CEDULA_CIUDADANIA" as const,
      role: "PORTERIA" as const,
      name: "Pedro",
      email: "pedro@example.com",
      phone: "",
      created_at: ago(HOUR_MS),
      expires_at: expiresAt,
    });
    await db
      .insertInto("invitations")
      .values([invitation("71000001", ago(-HOUR_MS)), invitation("71000002", ago(HOUR_MS / 2))])
      .execute();
    const waiting = [
      { what: "alarms", buildingId: mirador.id, count: 1 },
      { what: "employees", buildingId: mirador.id, count: 1 },
      { what: "invitations", buildingId: mirador.id, count: 1 },
    ];
    const sorted = ({ waiting: seen }: Overview) =>
      [...(seen ?? [])].sort((one, other) => one.what.localeCompare(other.what));
    expect(sorted(await seenBy(alberto))).toEqual(waiting);
    expect(sorted(await seenBy(laura))).toEqual(waiting);
    expect(sorted(await seenBy(laura, almendros))).toEqual([]);
    expect(sorted(await seenBy(ana))).toEqual([]);
  });

  it("is today by the hour of the building's own day", async () => {
    const now = clock.now();
    const opening = (at: Date) => ({
      id: newId(),
      building_id: mirador.id,
      door_id: null,
      door_name: "Garaje",
      order_id: null,
      user_id: null,
      apartment_id: null,
      picture_file_id: null,
      occurred_at: at,
      origin: "APP" as const,
    });
    const local = new Intl.DateTimeFormat("sv", {
      timeZone: "America/Bogota",
      dateStyle: "short",
      timeStyle: "short",
    });
    const [day = "", time = ""] = local.format(now).split(" ");
    await db
      .insertInto("open_door_events")
      .values([opening(now), opening(now), opening(ago(26 * HOUR_MS))])
      .execute();
    await db
      .insertInto("visits")
      .values({
        id: newId(),
        building_id: mirador.id,
        user_id: laura.id,
        code_digest: Buffer.from(laura.id),
        photo_file_id: null,
        day,
        requested_at: new Date(now.getTime() - 60_000),
        expires_at: new Date(now.getTime() + HOUR_MS),
        authorised_at: now,
        authorised_by: laura.id,
        authorise_request_id: null,
      })
      .execute();
    const { pass } = await madePass(server, mirador, alberto, { apartmentId: null, entries: 4 });
    const came = (at: Date, people: number, kind: "in" | "out" = "in") =>
      db.transaction().execute(async (trx) => {
        const who = { byUser: null, nameId: null, doorId: null, pictureFileId: null, documentFileId: null };
        const movement = { id: newId(), passId: pass.id, kind, people, at, ...who };
        await insertMovement(trx, movement);
        await countMovement(trx, movement);
      });
    // A party of three came together, one of them left already; another came yesterday.
    await came(ago(26 * HOUR_MS), 1);
    await came(now, 3);
    await came(now, 1, "out");
    const hour = Number(time.slice(0, 2));
    const counted = (count: number) => Array.from({ length: 24 }, (_, at) => (at === hour ? count : 0));
    const ofMirador = { openings: counted(2), visits: counted(1), guests: counted(3) };
    expect((await seenBy(alberto)).today).toEqual(ofMirador);
    expect((await seenBy(laura)).today).toEqual(ofMirador);
    expect((await seenBy(laura, almendros)).today).toMatchObject({ guests: counted(0) });
    expect((await seenBy(ana)).today).toEqual({
      openings: counted(0),
      visits: counted(0),
      guests: counted(0),
    });
  });

  it("is nobody else's, nor another building's", async () => {
    expect(await asking(server, ana)("GET", `/api/bb/overview?buildingId=${mirador.id}`)).toMatchObject({
      status: 404,
    });
    const pedro = await server.newPerson({ spaces: [{ role: "PORTERIA", buildingId: mirador.id }] });
    for (const query of ["", `?buildingId=${mirador.id}`]) {
      expect(await asking(server, pedro)("GET", `/api/bb/overview${query}`)).toMatchObject({ status: 403 });
    }
    expect(await asking(server, null)("GET", "/api/bb/overview")).toMatchObject({ status: 401 });
  });
});
