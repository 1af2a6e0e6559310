import { afterAll, expect, it } from "vitest";
import { startTestServer } from "../../testing/test-server.ts";
import { findHome, findRingings } from "../features/calls/call-history.queries.ts";
import { seedDemonstration } from "./seed.ts";

const server = await startTestServer();
afterAll(() => server.close());

it("the demonstration begins with a week of calls at a home, with every way in which one can end", async () => {
  const { db } = server;
  await seedDemonstration(server.app.services);
  const rosa = await db
    .selectFrom("users")
    .innerJoin("spaces", "spaces.user_id", "users.id")
    .select(["users.id as id", "spaces.apartment_id as apartmentId"])
    .where("users.name", "=", "Rosa Líder")
    .executeTakeFirstOrThrow();
  const apartmentId = rosa.apartmentId ?? "";
  const home = await findHome(db, rosa.id, apartmentId, server.clock.now());
  const since = home?.since ?? server.clock.now();
  const { total } = await findRingings(db, { apartmentId, since }, { page: 1, limit: 20 });
  expect(total).toBe(7);
  const calls = await db
    .selectFrom("calls")
    .select(["status", "answered_by", "reject_message", "telephone_said"])
    .distinct()
    .where("apartment_id", "=", apartmentId)
    .execute();
  expect(calls).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ status: "TERMINADA", answered_by: "app" }),
      expect.objectContaining({ answered_by: "telefono", telephone_said: "coming" }),
      expect.objectContaining({ status: "RECHAZADA", reject_message: "Nos vemos en la portería" }),
      expect.objectContaining({ status: "PERDIDA", answered_by: null }),
    ]),
  );
});
