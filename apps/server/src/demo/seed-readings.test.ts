import { afterAll, expect, it } from "vitest";
import { asking } from "../../testing/test-admin.ts";
import { startTestServer } from "../../testing/test-server.ts";
import { seedDemonstration } from "./seed.ts";

const server = await startTestServer();
afterAll(() => server.close());

it("begins with readings that were granted and refused for several reasons, and two people without an account", async () => {
  await seedDemonstration(server.app.services);
  const ask = asking(server, await server.newPerson({ userType: "ADMIN" }));
  const { accessEvents } = (await ask("GET", "/api/bb/events/access")).body;
  const outcomes = new Set(accessEvents.map(({ outcome }: { outcome: string }) => outcome));
  expect(outcomes).toEqual(new Set(["granted", "unknown", "suspended", "not-this-door", "not-now"]));
  const now = server.clock.now().getTime();
  for (const { at, outcome, userName, tag, doorName } of accessEvents) {
    expect(Date.parse(at)).toBeLessThan(now);
    expect(doorName).not.toBeNull();
    expect(outcome === "unknown" ? tag : userName).not.toBeNull();
  }
  const { buildingId } = accessEvents[0];
  const { cardHolders } = (await ask("GET", `/api/bb/buildings/${buildingId}/card-holders`)).body;
  expect(cardHolders).toMatchObject([
    { name: "Ángela del Aseo", apartment: null, state: "now", levels: [{ name: "Servicios" }] },
    { name: "Martina Niña", apartment: { name: "A-101" }, state: "now", levels: [{ name: "Residentes" }] },
  ]);
});
