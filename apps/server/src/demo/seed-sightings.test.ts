import type { PastCall } from "@umbral/contract/calls/call-history.contract";
import { afterAll, expect, it } from "vitest";
import { startTestServer } from "../../testing/test-server.ts";
import { seedDemonstration } from "./seed.ts";

const server = await startTestServer();
afterAll(() => server.close());

it("begins with a week of what was noticed in both buildings, faces at the last doors, and who rang", async () => {
  await seedDemonstration(server.app.services);
  const laura = await server.newPerson({ userType: "ADMIN" });
  const read = async (path: string) =>
    (await server.app.http.inject({ url: `/api/bb/events/${path}`, headers: laura.headers })).json();

  const { eventIntrusionDetails: events } = await read("event-intrusion?limit=100");
  expect(new Set(events.map(({ buildingName }: { buildingName: string }) => buildingName)).size).toBe(2);
  expect(new Set(events.map(({ kind }: { kind: string }) => kind))).toEqual(
    new Set(["motion", "door-forced", "door-held"]),
  );
  const now = server.clock.now().getTime();
  for (const event of events) {
    expect([0, 4]).toContain(event.imageUrls.length);
    expect(Date.parse(event.endTime)).toBeLessThanOrEqual(now);
    expect(Date.parse(event.startTime)).toBeGreaterThan(now - 8 * 24 * 3_600_000);
  }
  const picture = await server.app.http.inject({
    url: events.find(({ kind }: { kind: string }) => kind === "door-forced").imageUrls[0],
  });
  expect(picture.rawPayload.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));

  const { eventOpenDoorDetails: openings } = await read("open-door?limit=100");
  expect(openings.filter(({ image_url }: { image_url: string | null }) => image_url !== null)).toHaveLength(
    4,
  );

  const leader = await server.db
    .selectFrom("calls")
    .innerJoin("spaces", "spaces.id", "calls.space_id")
    .select(["spaces.user_id as userId", "spaces.apartment_id as apartmentId"])
    .where("spaces.role", "=", "RESIDENTE_LIDER")
    .limit(1)
    .executeTakeFirstOrThrow();
  const { headers } = await server.newSession(leader.userId);
  const history = await server.app.http.inject({
    url: `/api/apartments/${leader.apartmentId}/calls`,
    headers,
  });
  const { calls } = history.json<{ calls: PastCall[] }>();
  const announced = calls.filter(({ isFromLobby }) => isFromLobby);
  expect(announced.length).toBeGreaterThan(2);
  expect(announced.filter(({ atEntrance }) => atEntrance === null)).toEqual([]);
});
