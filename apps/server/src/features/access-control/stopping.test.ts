import { type AddressInfo, createServer, type Socket } from "node:net";
import { afterAll, expect, it } from "vitest";
import { asking } from "../../../testing/test-admin.ts";
import { newController } from "../../../testing/test-controller.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import { writeMail } from "../notifications/notifications.service.ts";

/** A mail server that takes every line and says nothing. */
const hanging: Socket[] = [];
const mail = createServer((line) => hanging.push(line.on("error", () => undefined)));
await new Promise<void>((resolve) => mail.listen(0, "127.0.0.1", resolve));
const { port } = mail.address() as AddressInfo;
const server = await startTestServer({
  SMTP_URL: `smtp://127.0.0.1:${port}`,
  MAIL_FROM: "umbral@example.com",
});
const { db } = server;
afterAll(async () => {
  await server.close();
  mail.close();
});

it("a card that is taken away while a mail keeps the server from stopping is taken from its doors", async () => {
  const building = await server.newBuilding();
  await server.newDoor(building, { localId: "1" });
  const admin = await server.newPerson({ userType: "ADMIN" });
  const apartmentId = building.apartments[0]?.id ?? "";
  const rosa = await server.newPerson({
    spaces: [{ role: "RESIDENTE", buildingId: building.id, apartmentId }],
  });
  await db.updateTable("users").set({ verified: true }).where("id", "=", rosa.id).execute();
  const now = server.clock.now();
  const card = { id: server.app.services.newId(), tag: "04ACCE00AA01", type: "PERSON" as const };
  await db
    .insertInto("cards")
    .values({ ...card, user_id: rosa.id, created_at: now })
    .execute();
  const { list } = await newController(server, building.id);
  const entry = () => list.entries.get(`card:${card.tag}`);
  await list.until(() => entry() !== undefined, "the card");
  await db.transaction().execute((trx) =>
    writeMail(server.app.services, trx, {
      userId: rosa.id,
      to: "rosa@example.com",
      subject: "Hola",
      paragraphs: ["Hola."],
      expiresAt: new Date(now.getTime() + 600_000),
    }),
  );
  server.app.services.wakeOutbox();
  await expect.poll(() => hanging.length).toBeGreaterThan(0);
  const closing = server.app.close();
  const suspended = { tag: card.tag, type: card.type, active: false };
  const reply = await asking(server, admin)("PUT", `/api/bb/cardsv2/${card.id}`, suspended);
  expect(reply.status).toBe(200);
  await list.until(() => entry()?.includes('"suspended"') === true, "the revocation");
  for (const line of hanging) {
    line.destroy();
  }
  await closing;
});
