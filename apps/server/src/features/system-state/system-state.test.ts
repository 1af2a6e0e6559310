import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import { HEARS_RELAYS } from "@umbral/contract/controllers/controllers.contract";
import { ComponentKind, type readSystemState } from "@umbral/contract/system-state/system-state.contract";
import { Registry } from "prom-client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { z } from "zod";
import type { TestBuilding, TestPerson } from "../../../testing/factories.ts";
import { seeMessages } from "../../../testing/seen-messages.ts";
import { asking } from "../../../testing/test-admin.ts";
import {
  beginSignIn,
  newController,
  signInController,
  type TestController,
} from "../../../testing/test-controller.ts";
import { PushedClock, startTestServer } from "../../../testing/test-server.ts";
import { insertBackupRun } from "../../platform/backup/backup-runs.queries.ts";
import { registerFigures } from "../../platform/figures.ts";
import { componentsOfControllers, controllerKinds } from "../controllers/controller-components.ts";
import type { ComponentReader } from "./component-rule.ts";
import { OwnReadings } from "./own-readings.ts";
import { StateWatch } from "./state-watch.ts";
import { stateFigures } from "./system-state.service.ts";

type State = z.output<(typeof readSystemState)["reply"]>;

const server = await startTestServer();
afterAll(() => server.close());
const { clock, db } = server;
const { stateWatch, services } = server.app;
const written = await seeMessages(server);
const MINUTE_MS = 60_000;

let building: TestBuilding;
let alberto: TestPerson;
let ana: TestPerson;
let laura: TestPerson;
let controller: TestController;
let cameraId: string;
beforeAll(async () => {
  building = await server.newBuilding("Mirador");
  const other = await server.newBuilding("Almendros");
  const administers = (buildingId: string) => [{ role: "ADMINISTRADOR" as const, buildingId }];
  alberto = await server.newPerson({ spaces: administers(building.id) });
  ana = await server.newPerson({ spaces: administers(other.id) });
  laura = await server.newPerson({ userType: "ADMIN" });
  for (const { id } of [alberto, ana, laura]) {
    await db
      .updateTable("users")
      .set({ email: `${id}@example.com` })
      .where("id", "=", id)
      .execute();
  }
  controller = await newController(server, building.id);
  const door = await server.newDoor(building, { name: "Entrada" });
  cameraId = door.cameraId;
  await db.updateTable("cameras").set({ controller_id: controller.id }).where("id", "=", cameraId).execute();
});

const tellStatus = (faults: { device: string; id: string }[], on = controller.socket) =>
  on.ask("status", { uptimeMs: 1000, queue: 0, clockErrorMs: 0, faults });

const seen = async (): Promise<State> => (await asking(server, laura)("GET", "/api/bb/system-state")).body;

const stateOf = (kind: string, id: string) =>
  db
    .selectFrom("component_states")
    .select(["name", "is_well as isWell", "since", "noticed_at as noticedAt"])
    .where("kind", "=", kind)
    .where("component", "=", id)
    .executeTakeFirst();

/** The lines about these in the mails that somebody was written: the clock that this test pushes is told of, too. */
const told = async (person: TestPerson, about: RegExp) =>
  (await written.to(person.id)).flatMap(({ channel, body }) =>
    channel === "mail" ? body.split("\n").filter((line) => about.test(line)) : [],
  );

const troubles = async (of: string) => (await seen()).troubles.filter(({ kind }) => kind === of);

describe("what is away", () => {
  it("is looked at again sooner than what is well", async () => {
    let isWell = true;
    const disk = { kind: "files-disk", id: "server", buildingId: null, name: null, since: null } as const;
    const watch = new StateWatch(services, [
      { kinds: ["files-disk"], read: async () => [{ ...disk, isWell, figure: null }] },
    ]);
    expect(await watch.look()).toBe(true);
    isWell = false;
    expect(await watch.look()).toBe(false);
    isWell = true;
    expect(await watch.look()).toBe(true);
  });

  it("of a building that was deleted since it was read is not kept, and all else is", async () => {
    const { id: buildingId } = await server.newBuilding("Demolido");
    const gate = { kind: "controller", id: "gate", buildingId, name: "Portón" } as const;
    const disk = { kind: "files-disk", id: "beside", buildingId: null, name: null } as const;
    const watch = new StateWatch(services, [
      {
        kinds: ["controller", "files-disk"],
        async read() {
          await db.deleteFrom("buildings").where("id", "=", buildingId).execute();
          return [gate, disk].map((reading) => ({ ...reading, isWell: true, since: null, figure: null }));
        },
      },
    ]);
    await watch.look();
    expect(await stateOf("controller", "gate")).toBeUndefined();
    expect(await stateOf("files-disk", "beside")).toMatchObject({ isWell: true });
  });

  it("of the last reader of all is told no more once its door has none", async () => {
    const door = await server.newDoor(building, { name: "Lectora" });
    await db.updateTable("doors").set({ controller_id: controller.id }).where("id", "=", door.id).execute();
    const readers = async () => (await seen()).counts.filter(({ kind }) => kind === "reader");
    await tellStatus([{ device: "reader", id: door.id }]);
    await stateWatch.look();
    expect(await troubles("reader")).toMatchObject([{ id: door.id }]);
    expect(await readers()).toMatchObject([{ troubles: 1 }]);
    await db.updateTable("doors").set({ reader: null }).where("building_id", "=", building.id).execute();
    await stateWatch.look();
    expect(await troubles("reader")).toEqual([]);
    expect(await readers()).toEqual([]);
  });

  it("is a relay that did not let go, of a controller that says so: its door may stand open", async () => {
    const own = await server.newBuilding("Relevo");
    const main = await newController(server, own.id);
    const door = await server.newDoor(own, { name: "Garaje" });
    await db.updateTable("doors").set({ controller_id: main.id }).where("id", "=", door.id).execute();
    main.socket.raw.disconnect();
    const { socket, answer } = await beginSignIn(server.url, main.id, main.key, main.list);
    // It says that it hears it: one of before would refuse the whole.
    expect(await answer).toMatchObject({ ok: true, hears: [HEARS_RELAYS] });
    const tell = (relays: { relaysNotAtRest?: string[] }) =>
      socket.ask("status", { uptimeMs: 1000, queue: 0, clockErrorMs: 0, faults: [], ...relays });
    await tell({});
    await stateWatch.look();
    // One of before does not say.
    expect(await stateOf("relay", door.id)).toBeUndefined();
    await tell({ relaysNotAtRest: [] });
    await stateWatch.look();
    expect(await stateOf("relay", door.id)).toMatchObject({ name: "Garaje", isWell: true });
    await tell({ relaysNotAtRest: [door.id] });
    await stateWatch.look();
    expect(await troubles("relay")).toMatchObject([{ id: door.id, building: { name: "Relevo" } }]);
    const { body } = await asking(server, laura)("GET", `/api/bb/overview?buildingId=${own.id}`);
    expect(body.troubles).toMatchObject([{ kind: "relay", id: door.id, name: "Garaje" }]);
    clock.push(4 * MINUTE_MS);
    await stateWatch.look();
    await tell({ relaysNotAtRest: [] });
    await stateWatch.look();
    clock.push(2 * MINUTE_MS);
    await stateWatch.look();
    expect(await told(laura, /Relé/)).toEqual([
      "Relevo: Relé de puerta Garaje, no confirma que soltó: la puerta puede estar abierta.",
      "Relevo: Relé de puerta Garaje, suelta de nuevo.",
    ]);
  });

  it("of what a building decides by: a controller that refuses its list of accesses is told, and that it has it again", async () => {
    const own = await server.newBuilding("Terco");
    const { accessKeeper } = server.app;
    await accessKeeper.round();
    const { id, list } = await newController(server, own.id);
    const hasList = async () => {
      await stateWatch.look();
      return (await stateOf("controller-list", id))?.isWell;
    };
    const changeList = async (days: number) => {
      await db.updateTable("buildings").set({ offline_days: days }).where("id", "=", own.id).execute();
      await accessKeeper.round();
    };
    await list.until(() => list.kept !== null, "its list");
    await expect.poll(hasList).toBe(true);

    list.refuses = () => true;
    await changeList(9);
    expect(await hasList()).toBe(false);
    clock.push(4 * MINUTE_MS);
    // More changes make it no better.
    await changeList(10);
    expect(await hasList()).toBe(false);
    expect(await told(laura, /Lista de accesos/)).toEqual([]);
    clock.push(2 * MINUTE_MS);
    await stateWatch.look();
    expect(await told(laura, /Lista de accesos/)).toEqual([
      expect.stringMatching(/^Terco: .*no es la de ahora/),
    ]);

    list.refuses = () => false;
    await changeList(8);
    await expect.poll(hasList).toBe(true);
  });

  it("is told once to the platform and to its building, across looks and restarts, and so is its return", async () => {
    await tellStatus([]);
    await stateWatch.look();
    await tellStatus([{ device: "camera", id: cameraId }]);
    await stateWatch.look();
    expect(await stateOf("camera", cameraId)).toMatchObject({ isWell: false, noticedAt: null });
    expect(await troubles("camera")).toMatchObject([{ building: { name: "Mirador" } }]);
    clock.push(16 * MINUTE_MS);
    // Another process on the same database looks at the same time, and again after a restart.
    await Promise.all([stateWatch.look(), stateWatch.look()]);
    const after = new StateWatch(services, [
      { kinds: controllerKinds, read: () => componentsOfControllers(services, server.app.hub) },
    ]);
    await after.look();
    expect((await stateOf("camera", cameraId))?.noticedAt).not.toBeNull();
    for (const person of [alberto, laura]) {
      expect(await told(person, /Cámara/)).toEqual([
        expect.stringMatching(/^Mirador: Cámara .*, sin imagen\.$/),
      ]);
    }
    expect(await written.to(ana.id)).toEqual([]);

    await tellStatus([]);
    await stateWatch.look();
    expect(await told(alberto, /Cámara/)).toHaveLength(1);
    clock.push(2 * MINUTE_MS);
    await stateWatch.look();
    await stateWatch.look();
    expect(await told(alberto, /Cámara/)).toEqual([
      expect.stringContaining("sin imagen"),
      expect.stringContaining("con imagen de nuevo"),
    ]);
    expect(await troubles("camera")).toEqual([]);
  });

  it("takes along nothing of what hangs on it: of that nobody knows, and it keeps its state", async () => {
    const camera = await stateOf("camera", cameraId);
    controller.socket.raw.disconnect();
    await expect.poll(() => server.app.hub.lines.isThere(controller.id)).toBe(false);
    clock.push(6 * MINUTE_MS);
    await stateWatch.look();
    expect(await stateOf("camera", cameraId)).toEqual(camera);
    expect(await troubles("controller")).toMatchObject([{ id: controller.id }]);
    expect(await told(alberto, /Controlador/)).toEqual([expect.stringContaining("sin conexión")]);
    const back = await signInController(server.url, controller.id, controller.key, controller.list);
    await tellStatus([], back);
    await stateWatch.look();
    clock.push(2 * MINUTE_MS);
    await stateWatch.look();
    expect(await told(alberto, /Controlador/)).toHaveLength(2);
    // A camera that is deleted has no state, and nobody is told anything of it.
    await db.deleteFrom("door_cameras").where("camera_id", "=", cameraId).execute();
    await db.deleteFrom("cameras").where("id", "=", cameraId).execute();
    const other = await server.newDoor(building, { name: "Otra" });
    await db
      .updateTable("cameras")
      .set({ controller_id: controller.id })
      .where("id", "=", other.cameraId)
      .execute();
    await stateWatch.look();
    expect(await stateOf("camera", cameraId)).toBeUndefined();
    expect(await stateOf("camera", other.cameraId)).toMatchObject({ isWell: true });
    expect(await told(alberto, /Cámara/)).toHaveLength(2);
  });

  it("of the server is the platform's alone, and stands in its figures", async () => {
    services.jobs.note("webhooks", true);
    services.jobs.note("of a test", false);
    clock.push(11 * MINUTE_MS);
    await stateWatch.look();
    expect(await told(laura, /of a test/)).toEqual(["Tarea del servidor of a test, falla."]);
    expect(await told(alberto, /of a test/)).toEqual([]);
    // One of ours is told by what it does.
    expect(await stateOf("job", "webhooks")).toMatchObject({ name: "envíos a integraciones" });
    const { body } = await server.app.http.inject("/metrics");
    expect(body).toContain('umbral_component_up{kind="job",component="of a test",building=""} 0');
    const labels = `kind="controller",component="${controller.id}",building="${building.id}"`;
    expect(body).toContain(`umbral_component_up{${labels}} 1`);
    expect(body).toMatch(/^umbral_files_disk_free_bytes \d/m);
    expect(body).not.toMatch(/^umbral_certificate_expiry_timestamp_seconds/m);
    // Ids alone: what somebody called a device may be their name.
    expect(body).not.toContain("Mirador");
  });

  it("takes a job that hangs for one that fails, once no round takes so long", async () => {
    services.jobs.begin("that hangs");
    clock.push(29 * MINUTE_MS);
    await stateWatch.look();
    expect(await stateOf("job", "that hangs")).toMatchObject({ isWell: true });
    clock.push(2 * MINUTE_MS);
    await stateWatch.look();
    expect(await stateOf("job", "that hangs")).toMatchObject({ isWell: false });
    expect(await told(laura, /that hangs/)).toEqual(["Tarea del servidor that hangs, falla."]);
    services.jobs.note("that hangs", true);
    await stateWatch.look();
    expect(await stateOf("job", "that hangs")).toMatchObject({ isWell: true });
  });

  it("tells of the backups' disk beside its own, and that it is away", async () => {
    const disks = async (folder: string) => {
      const backups = { ...services.env.backups, folder };
      const env = { ...services.env, backups };
      const own = new OwnReadings({ ...services, env }, { state: async () => ({ state: "off" }) });
      const found = (await Promise.all(own.all.map(({ read }) => read()))).flat();
      return found.filter(({ kind }) => kind === "files-disk").map(({ id, isWell }) => ({ id, isWell }));
    };
    const here = services.env.dataDir;
    expect((await disks(here)).map(({ id }) => id)).toEqual(["server", "backups"]);
    expect(await disks(join(here, "not-mounted"))).toContainEqual({ id: "backups", isWell: false });
  });

  it("says of each channel with a provider whether it takes messages, and of mails and SMS that they have none", async () => {
    const own = new OwnReadings({ ...services, ways: ["mail"] }, { state: async () => ({ state: "off" }) });
    const found = (await Promise.all(own.all.map(({ read }) => read()))).flat();
    expect(found.filter(({ kind }) => kind === "outbox")).toMatchObject([
      { id: "server", name: null, isWell: true },
      { id: "push", name: "a los dispositivos" },
      { id: "mail", name: "por correo" },
      { id: "no-sms", name: "por SMS", isWell: true },
    ]);
  });

  it("says where no daily backups are made, and how old the last one is that somebody made; nobody is told", async () => {
    const byHand = async () => {
      await stateWatch.look();
      return (await seen()).ofServer.filter(({ kind }) => kind === "backups");
    };
    expect(await byHand()).toMatchObject([{ id: "by-hand", figure: null }]);
    const startedAt = new Date(clock.now().getTime() - 75 * 3_600_000);
    const result = { bytes: 1, lost: 0 };
    await insertBackupRun(db, services.newId(), { startedAt, endedAt: startedAt, result });
    const [backups] = await byHand();
    expect(backups?.figure).toBeGreaterThanOrEqual(75 * 3600);
    expect(await told(laura, /Copias/)).toEqual([]);
  });

  it("reads the certificate once a day, whatever day the clock says", async () => {
    let asked = 0;
    const place = createServer((line) => {
      asked += 1;
      line.destroy();
    }).listen(0, "127.0.0.1");
    await once(place, "listening");
    const address = place.address();
    const port = typeof address === "object" ? address?.port : undefined;
    const env = { ...services.env, publicUrl: `https://127.0.0.1:${port}` };
    const ahead = new PushedClock();
    const own = new OwnReadings(
      { ...services, env, clock: ahead },
      { state: async () => ({ state: "off" }) },
    );
    const look = () => own.all.find(({ kinds }) => kinds.includes("certificate"))?.read();
    ahead.push(365 * 24 * 60 * MINUTE_MS);
    await look();
    ahead.push(-365 * 24 * 60 * MINUTE_MS);
    await look();
    expect(asked).toBe(1);
    ahead.stall(25 * 60 * MINUTE_MS);
    await look();
    expect(asked).toBe(2);
    place.close();
  });

  it("gives the end of the certificate as a moment", async () => {
    const registry = new Registry();
    const certificateUntil = new Date("2027-01-31T12:00:00Z");
    registerFigures(registry, stateFigures(services, { certificateUntil }));
    const moment = certificateUntil.getTime() / 1000;
    expect(await registry.metrics()).toMatch(
      new RegExp(`^umbral_certificate_expiry_timestamp_seconds ${moment}$`, "m"),
    );
  });

  it("is a fire panel that no controller reads, since the main one was taken away", async () => {
    const place = await server.newBuilding("Cedros");
    const main = await newController(server, place.id);
    const ask = asking(server, laura);
    const { input } = (
      await ask("POST", `/api/bb/buildings/${place.id}/inputs`, {
        name: "Panel",
        kind: "fire-panel",
        doorId: null,
        driver: { kind: "simulated" },
      })
    ).body;
    await tellStatus([], main.socket);
    await stateWatch.look();
    expect(await stateOf("input", input.id)).toMatchObject({ isWell: true });
    await ask("DELETE", `/api/bb/controllers/${main.id}`);
    await stateWatch.look();
    clock.push(11 * MINUTE_MS);
    await stateWatch.look();
    expect(await troubles("input")).toMatchObject([{ id: input.id, building: { name: "Cedros" } }]);
    expect(await told(laura, /Panel/)).toEqual(["Cedros: Entrada Panel, sin conexión."]);
    const { body } = await ask("GET", `/api/bb/overview?buildingId=${place.id}`);
    expect(body.troubles).toMatchObject([{ kind: "input", id: input.id, name: "Panel" }]);
    const next = await newController(server, place.id);
    await tellStatus([], next.socket);
    await stateWatch.look();
    expect(await stateOf("input", input.id)).toMatchObject({ isWell: true });
  });

  it("is forgotten with the last of its kind, whichever it is, and not where its kind could not be read", async () => {
    const one = { id: "last", buildingId: null, name: null, isWell: false, since: null, figure: null };
    const ofKind = (kind: ComponentKind, read: ComponentReader["read"]) =>
      new StateWatch(services, [{ kinds: [kind], read }]);
    for (const kind of ComponentKind.options) {
      await ofKind(kind, async () => [{ ...one, kind }]).look();
      expect(await stateOf(kind, "last")).toMatchObject({ isWell: false });
      await ofKind(kind, () => Promise.reject(new Error("the database is away"))).look();
      expect(await stateOf(kind, "last")).toMatchObject({ isWell: false });
      await ofKind(kind, async () => []).look();
      expect(await stateOf(kind, "last")).toBeUndefined();
    }
    const own = new OwnReadings(services, { state: async () => ({ state: "off" }) });
    const read = [...controllerKinds, ...own.all.flatMap(({ kinds }) => kinds)];
    expect(new Set(read)).toEqual(new Set(ComponentKind.options));
  });

  it("is shown to nobody else", async () => {
    expect(await asking(server, alberto)("GET", "/api/bb/system-state")).toMatchObject({ status: 403 });
  });
});
