import { afterAll, describe, expect, it } from "vitest";
import type { TestPerson } from "../../../testing/factories.ts";
import { seeMessages } from "../../../testing/seen-messages.ts";
import { newRequest } from "../../../testing/test-requests.ts";
import { startTestServer } from "../../../testing/test-server.ts";

const server = await startTestServer();
afterAll(() => server.close());
const messages = await seeMessages(server);

async function call(who: TestPerson, method: "GET" | "POST" | "DELETE", url: string, payload?: object) {
  const reply = await server.app.http.inject({
    method,
    url,
    headers: who.headers,
    ...(payload ? { payload } : {}),
  });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json();
}

const standingOf = async (who: TestPerson) =>
  (await call(who, "GET", "/api/user/auth/currentUser")).user.standing;

/** A building, its administrator, and its first apartment. */
async function setUp() {
  const building = await server.newBuilding();
  const [home] = building.apartments;
  const apartmentId = home?.id ?? "";
  const administrator = await server.newPerson({
    spaces: [{ role: "ADMINISTRADOR", buildingId: building.id }],
  });
  const place = {
    building: { name: building.name, timeZone: "America/Bogota" },
    apartment: { name: "A-101" },
  };
  return { building, apartmentId, administrator, place };
}

/** Does this and tells whether a moment lies within it. */
async function during(act: () => Promise<unknown>) {
  const begin = server.clock.now();
  await act();
  const end = server.clock.now();
  return { has: (moment: string) => new Date(moment) >= begin && new Date(moment) <= end };
}

describe("somebody who belongs nowhere", () => {
  it("reads that a request waits, that it was rejected, and that a later one waits again", async () => {
    const { building, apartmentId, administrator, place } = await setUp();
    const { id, asking } = await newRequest(server, building);
    expect(await standingOf(asking)).toMatchObject({ state: "pending", role: "RESIDENTE", ...place });

    server.clock.push(60_000);
    const decision = await during(() =>
      call(administrator, "POST", `/api/apartments/${apartmentId}/access/${id}`, { approved: false }),
    );
    const rejected = await standingOf(asking);
    expect(rejected).toEqual({ state: "rejected", since: rejected.since, role: "RESIDENTE", ...place });
    expect(decision.has(rejected.since)).toBe(true);

    server.clock.push(60_000);
    await newRequest(server, building, { asking, role: "PROPIETARIO" });
    expect(await standingOf(asking)).toMatchObject({ state: "pending", role: "PROPIETARIO" });
  });

  it("reads that they were removed, and was told so by mail", async () => {
    const { building, apartmentId, administrator, place } = await setUp();
    const rosa = await server.newPerson({
      name: "Rosa",
      email: "rosa@example.org",
      spaces: [{ role: "RESIDENTE", buildingId: building.id, apartmentId }],
    });
    expect(await standingOf(rosa)).toBeUndefined();

    const removal = await during(() =>
      call(administrator, "DELETE", `/api/apartments/${apartmentId}/members/${rosa.id}`),
    );
    const removed = await standingOf(rosa);
    expect(removed).toEqual({ state: "removed", since: removed.since, role: "RESIDENTE", ...place });
    expect(removal.has(removed.since)).toBe(true);
    const [mail, ...others] = await messages.to(rosa.id);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      channel: "mail",
      recipient: "rosa@example.org",
      subject: "Se retiró tu acceso",
      body: expect.stringContaining(`como residente: apartamento A-101 de ${place.building.name}`),
    });
  });

  it("reads that a stay ran out at its date, from that moment on", async () => {
    const { building, apartmentId, place } = await setUp();
    const endsAt = new Date(server.clock.now().getTime() + 60_000);
    const tomas = await server.newPerson({
      spaces: [{ role: "RESIDENTE_TEMPORAL", buildingId: building.id, apartmentId }],
    });
    await server.db.updateTable("spaces").set({ ends_at: endsAt }).where("user_id", "=", tomas.id).execute();
    expect(await standingOf(tomas)).toBeUndefined();
    server.clock.push(120_000);
    expect(await standingOf(tomas)).toEqual({
      state: "ended",
      since: endsAt.toISOString(),
      role: "RESIDENTE_TEMPORAL",
      ...place,
    });
  });

  it("reads of an apartment that the administration deleted, who lived there and who waited", async () => {
    const { building, apartmentId, place } = await setUp();
    const platform = await server.newPerson({ userType: "ADMIN" });
    const lina = await server.newPerson({
      email: "lina@example.org",
      spaces: [{ role: "RESIDENTE_LIDER", buildingId: building.id, apartmentId }],
    });
    const { asking } = await newRequest(server, building);
    await call(platform, "DELETE", `/api/bb/buildings/${building.id}/apartments/${apartmentId}/`);
    expect(await standingOf(lina)).toMatchObject({ state: "removed", ...place });
    expect(await standingOf(asking)).toMatchObject({ state: "rejected", ...place });
    expect(await messages.to(lina.id)).toMatchObject([{ channel: "mail", subject: "Se retiró tu acceso" }]);
  });

  it("hears it too when they worked for the building as a whole", async () => {
    const { building } = await setUp();
    const platform = await server.newPerson({ userType: "ADMIN" });
    const pedro = await server.newPerson({
      email: "pedro@example.org",
      spaces: [{ role: "PORTERIA", buildingId: building.id }],
    });
    await call(platform, "DELETE", `/api/bb/buildings/${building.id}/staff/${pedro.spaceIds[0]}`);
    expect(await standingOf(pedro)).toMatchObject({ state: "removed", role: "PORTERIA", apartment: null });
    expect(await messages.to(pedro.id)).toMatchObject([
      { channel: "mail", body: expect.stringContaining(`como portería: ${building.name}`) },
    ]);
  });

  it("says nothing to who never asked for anything, nor to the platform's own people", async () => {
    expect(await standingOf(await server.newPerson())).toBeUndefined();
    expect(await standingOf(await server.newPerson({ userType: "ADMIN" }))).toBeUndefined();
  });
});
