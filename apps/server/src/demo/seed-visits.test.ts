import { afterAll, expect, it } from "vitest";
import { startTestServer } from "../../testing/test-server.ts";
import { seedDemonstration } from "./seed.ts";

const server = await startTestServer();
afterAll(() => server.close());

it("gives both lobbies a week of visits with pictures, none in the future and none that a code opens", async () => {
  await seedDemonstration(server.app.services);
  const visits = await server.db
    .selectFrom("visits")
    .innerJoin("buildings", "buildings.id", "visits.building_id")
    .selectAll("visits")
    .select("buildings.name as building")
    .execute();
  const now = server.clock.now();
  expect(new Set(visits.map(({ building }) => building)).size).toBe(2);
  expect(new Set(visits.map(({ day }) => day)).size).toBeGreaterThanOrEqual(5);
  for (const visit of visits) {
    expect(visit.photo_file_id).not.toBeNull();
    const local = visit.requested_at.toLocaleDateString("en-CA", { timeZone: "America/Bogota" });
    expect(local).toBe(visit.day);
    expect(visit.expires_at.toLocaleTimeString("en-GB", { timeZone: "America/Bogota" })).toBe("00:00:00");
    expect(visit.authorised_at ?? visit.expires_at <= now).toBeTruthy();
    expect((visit.authorised_at ?? visit.requested_at) <= now).toBe(true);
  }
});
