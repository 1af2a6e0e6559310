import { afterAll, describe, expect, it } from "vitest";
import { seeMessages } from "../../../testing/seen-messages.ts";
import { registerDevice } from "../../../testing/test-firebase.ts";
import { picture } from "../../../testing/test-forms.ts";
import { drawnSignature, parcelsAs, receivedParcel } from "../../../testing/test-parcels.ts";
import { newHouse } from "../../../testing/test-passes.ts";
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
  const told = async (person: { id: string }) => (await messages.to(person.id)).map(({ subject }) => subject);
  return { ...house, id, told };
}

const CAME = "Llegó un paquete a portería";
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
