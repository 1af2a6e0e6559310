import { afterAll, describe, expect, it } from "vitest";
import { seeMessages } from "../../../testing/seen-messages.ts";
import { asking } from "../../../testing/test-admin.ts";
import { registerDevice } from "../../../testing/test-firebase.ts";
import { picture } from "../../../testing/test-forms.ts";
import { drawnSignature, parcelsAs, receivedParcel } from "../../../testing/test-parcels.ts";
import { type House, newHouse } from "../../../testing/test-passes.ts";
import { newRequest } from "../../../testing/test-requests.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import { markReminded } from "./parcel-clock.queries.ts";
import { ParcelClock } from "./parcel-clock.ts";
import { tidyParcels } from "./parcel-tidying.ts";

/* What a home hears of what waits for it, and how long anything of it is kept. */

const server = await startTestServer();
afterAll(() => server.close());
const { db, clock } = server;
const { services } = server.app;
const messages = await seeMessages(server);
/** Another process's, which takes over where one was killed. */
const [rounds, others] = [new ParcelClock(services), new ParcelClock(services)];

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The demonstration's buildings are five hours behind UTC, all year. */
const BOGOTA_HOURS = 5;

/** Goes on to this hour of Bogotá's clock, of the next day or of today. */
function goOnTo(hour: number): void {
  const now = clock.now();
  const sinceHour = (now.getTime() - (hour + BOGOTA_HOURS) * HOUR_MS) % DAY_MS;
  clock.push(DAY_MS - sinceHour);
}

async function waitingParcel(change = {}) {
  goOnTo(12);
  const house = await newHouse(server);
  await Promise.all(
    [house.rosa, house.andres, house.tomas, house.pedro].map((person) =>
      registerDevice(server, person, `device-${person.id}-0123456789`),
    ),
  );
  const id = await receivedParcel(server, house, change);
  /** Of parcels, not of who asks to move in. */
  const told = async (person: { id: string }) =>
    (await messages.to(person.id)).flatMap(({ subject, data }) =>
      data["tag"]?.startsWith("parcels-") ? [subject] : [],
    );
  return { ...house, id, told };
}

/** Lucía, whom the administrator lets into a home, which is hers from now on. */
async function moveIn({ building, alberto }: House, { id: apartmentId }: { id: string }) {
  const request = await newRequest(server, building, { apartmentId, name: "Lucía Nueva" });
  const url = `/api/apartments/${apartmentId}/access/${request.id}`;
  // His session of days ago is over.
  const signedIn = await server.newSession(alberto.id);
  expect((await asking(server, signedIn)("POST", url, { approved: true })).status).toBe(200);
  const lucia = request.asking;
  await registerDevice(server, lucia, `device-${lucia.id}-0123456789`);
  return lucia;
}

const CAME = "Llegó correspondencia a portería";
const REMINDED = "Tienes correspondencia en portería";

describe("a home", () => {
  it("is told at once, all who live there, and hears nothing of what it is", async () => {
    const { rosa, andres, tomas, pedro, told } = await waitingParcel({ carrier: "Amazon", note: "Roto" });
    expect(await told(rosa)).toEqual([CAME]);
    expect(await told(andres)).toEqual([CAME]);
    expect([...(await told(tomas)), ...(await told(pedro))]).toEqual([]);
    expect(JSON.stringify(await messages.to(rosa.id))).not.toMatch(/Amazon|Roto|A-101/);
  });

  it("is reminded after two days and after seven, once each, whoever runs the round", async () => {
    const { rosa, told } = await waitingParcel();
    clock.push(2 * DAY_MS - HOUR_MS);
    await rounds.remindDue();
    expect(await told(rosa)).toEqual([CAME]);
    clock.push(HOUR_MS);
    await Promise.all([rounds.remindDue(), others.remindDue()]);
    await others.remindDue();
    expect(await told(rosa)).toEqual([CAME, REMINDED]);
    clock.push(5 * DAY_MS);
    await Promise.all([rounds.remindDue(), others.remindDue()]);
    clock.push(20 * DAY_MS);
    await rounds.remindDue();
    expect(await told(rosa)).toEqual([CAME, REMINDED, REMINDED]);
  });

  it("is reminded by day alone, by its building's clock", async () => {
    const { rosa, told } = await waitingParcel();
    clock.push(2 * DAY_MS + 8 * HOUR_MS);
    await rounds.remindDue();
    clock.push(11 * HOUR_MS);
    await rounds.remindDue();
    expect(await told(rosa)).toEqual([CAME]);
    clock.push(HOUR_MS);
    await rounds.remindDue();
    expect(await told(rosa)).toEqual([CAME, REMINDED]);
  });

  it("is reminded once after a long time in which nothing ran", async () => {
    const { rosa, told } = await waitingParcel();
    clock.push(9 * DAY_MS);
    await rounds.remindDue();
    await rounds.remindDue();
    expect(await told(rosa)).toEqual([CAME, REMINDED]);
  });

  it("is reminded by another process where one was killed between marking and telling", async () => {
    const { rosa, told } = await waitingParcel();
    clock.push(2 * DAY_MS);
    const killed = db.transaction().execute(async (trx) => {
      await markReminded(trx, clock.now(), 10);
      throw new Error("killed");
    });
    await expect(killed).rejects.toThrow("killed");
    expect(await told(rosa)).toEqual([CAME]);
    await others.remindDue();
    expect(await told(rosa)).toEqual([CAME, REMINDED]);
  });

  it("is not reminded of what it has", async () => {
    const { building, pedro, rosa, id, told } = await waitingParcel();
    await parcelsAs(server, pedro, building).handOver([id], { signature: await drawnSignature() });
    clock.push(8 * DAY_MS);
    await rounds.remindDue();
    expect(await told(rosa)).toEqual([CAME]);
  });
});

describe("a parcel that is moved to the right home", () => {
  it("is new there: told at once, and waited for two days and seven more until it is reminded", async () => {
    const { building, next, pedro, rosa, tomas, id, told } = await waitingParcel();
    clock.push(8 * DAY_MS);
    await rounds.remindDue();
    expect((await parcelsAs(server, pedro, building).move(id, next.id)).status).toBe(200);
    await rounds.remindDue();
    clock.push(2 * DAY_MS - HOUR_MS);
    await rounds.remindDue();
    expect(await told(tomas)).toEqual([CAME]);
    clock.push(HOUR_MS);
    await rounds.remindDue();
    clock.push(5 * DAY_MS - HOUR_MS);
    await rounds.remindDue();
    expect(await told(tomas)).toEqual([CAME, REMINDED]);
    clock.push(HOUR_MS);
    await rounds.remindDue();
    clock.push(20 * DAY_MS);
    await rounds.remindDue();
    expect(await told(tomas)).toEqual([CAME, REMINDED, REMINDED]);
    expect(await told(rosa)).toEqual([CAME, REMINDED]);
  });

  it("is theirs to see who moved in before it came there, however long it lay at the lobby", async () => {
    const house = await waitingParcel({ label: await picture() });
    const { building, next, pedro, id, told } = house;
    clock.push(DAY_MS);
    const lucia = await moveIn(house, next);
    clock.push(DAY_MS);
    const [desk, ofLucia] = [pedro, lucia].map((who) => parcelsAs(server, who, building));
    const { receivedAt } = (await desk?.move(id, next.id))?.body.parcel ?? {};
    expect(await told(lucia)).toEqual([CAME]);
    expect((await ofLucia?.ofHome(next.id))?.body).toMatchObject({
      parcels: [{ id, receivedAt }],
      waiting: 1,
    });
    expect((await ofLucia?.homePictures(next.id, id))?.body.label).toContain("/api/files/");
    // At the desk it came when it came.
    expect((await desk?.list())?.body.parcels).toMatchObject([{ id, receivedAt }]);
    expect(clock.now().getTime() - Date.parse(receivedAt)).toBeGreaterThanOrEqual(2 * DAY_MS);
    clock.push(2 * DAY_MS);
    await rounds.remindDue();
    expect(await told(lucia)).toEqual([CAME, REMINDED]);
  });
});

describe("who moved in after a parcel came", () => {
  it("neither sees it nor is reminded of it, as those are who lived there; of what comes later both are", async () => {
    const house = await waitingParcel({ label: await picture() });
    const { building, home, rosa, id, told } = house;
    clock.push(DAY_MS);
    const lucia = await moveIn(house, home);
    clock.push(DAY_MS);
    await rounds.remindDue();
    clock.push(5 * DAY_MS);
    await rounds.remindDue();
    expect(await told(rosa)).toEqual([CAME, REMINDED, REMINDED]);
    expect(await told(lucia)).toEqual([]);
    const ofLucia = parcelsAs(server, lucia, building);
    expect((await ofLucia.ofHome(home.id)).body).toMatchObject({ parcels: [], waiting: 0 });
    expect((await ofLucia.homePictures(home.id, id)).status).toBe(404);
    const later = await receivedParcel(server, house);
    expect((await ofLucia.ofHome(home.id)).body).toMatchObject({ parcels: [{ id: later }], waiting: 1 });
    clock.push(2 * DAY_MS);
    await rounds.remindDue();
    expect(await told(lucia)).toEqual([CAME, REMINDED]);
    expect(await told(rosa)).toEqual([CAME, REMINDED, REMINDED, CAME, REMINDED]);
  });
});

describe("a version before this one", () => {
  it("wrote down no more than that a parcel was received, which its home sees and is reminded of from then on", async () => {
    const { building, home, rosa, id, told } = await waitingParcel();
    await db.updateTable("parcels").set({ at_home_since: null }).where("id", "=", id).execute();
    expect((await parcelsAs(server, rosa, building).ofHome(home.id)).body.waiting).toBe(1);
    clock.push(2 * DAY_MS);
    await rounds.remindDue();
    expect(await told(rosa)).toEqual([CAME, REMINDED]);
  });
});

describe("what is kept of a parcel", () => {
  it("loses pictures and names after 90 days, and is forgotten after a year; what waits stays", async () => {
    const house = await waitingParcel({ label: await picture(), note: "Frágil" });
    const waiting = await receivedParcel(server, house, { note: "Espera" });
    const signature = await drawnSignature();
    await parcelsAs(server, house.pedro, house.building).handOver([house.id], { signature });
    const row = (id: string) => db.selectFrom("parcels").selectAll().where("id", "=", id).executeTakeFirst();
    clock.push(89 * DAY_MS);
    await tidyParcels(services);
    expect(await row(house.id)).toMatchObject({ note: "Frágil", taken_by: "Rosa Líder" });
    clock.push(2 * DAY_MS);
    await tidyParcels(services);
    const nothing = { note: null, taken_by: null, label_file_id: null, signature_file_id: null };
    expect(await row(house.id)).toMatchObject(nothing);
    clock.push(275 * DAY_MS);
    await tidyParcels(services);
    expect(await row(house.id)).toBeUndefined();
    expect(await row(waiting)).toMatchObject({ note: "Espera" });
  });
});
