import { randomBytes } from "node:crypto";
import type { SignPage } from "@umbral/contract/entrance-sign/sign-page.contract";
import { sealedSecret } from "../src/features/entrance-sign/sign-secret.ts";
import { asking } from "./test-admin.ts";
import type { TestServer } from "./test-server.ts";

/** A building's sign, as its administration made it: it rings all day unless it is said otherwise. */
export async function newSign(
  server: TestServer,
  buildingId: string,
  hours: { from: string; to: string } = { from: "00:00", to: "00:00" },
) {
  const { services } = server.app;
  const id = services.newId();
  const { secretDigest, sealed } = sealedSecret(services, id);
  await server.db
    .insertInto("entrance_signs")
    .values({
      id,
      building_id: buildingId,
      secret_digest: secretDigest,
      sealed,
      rings_from: hours.from,
      rings_to: hours.to,
      made_at: server.clock.now(),
    })
    .execute();
  return { id, secret: services.secrets.tryOpen(id, sealed)?.toString() ?? "" };
}

export const newBrowser = (): string => randomBytes(32).toString("base64url");

/** Opens the page of a sign. */
export const openSign = (
  server: TestServer,
  secret: string,
  { browser = newBrowser(), address = "10.5.0.1" } = {},
) =>
  server.app.http.inject({
    method: "POST",
    url: "/api/sign/session",
    remoteAddress: address,
    payload: { secret, browser },
  });

/** Somebody before the sign, with its page open, and how they ask. */
export async function newVisitor(
  server: TestServer,
  secret: string,
  from: { browser?: string; address?: string } = {},
) {
  const reply = await openSign(server, secret, from);
  if (reply.statusCode !== 200) {
    throw new Error(`the page was refused: ${reply.body}`);
  }
  const { token, sign } = reply.json<{ token: string; sign: SignPage }>();
  const headers = { authorization: `JWT ${token}` };
  const ask = asking(server, { headers });
  return {
    token,
    headers,
    ask,
    sign,
    /** @param apartmentId null rings the lobby */
    ring: (apartmentId: string | null) => ask("POST", "/api/sign/call", { apartmentId }),
    stop: () => ask("DELETE", "/api/sign/call"),
  };
}

/** The account of who opened the page last. */
export async function lastVisitorOf(server: TestServer, signId: string): Promise<string> {
  const { user_id: id } = await server.db
    .selectFrom("sign_visitors")
    .select("user_id")
    .where("sign_id", "=", signId)
    .orderBy("user_id", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  return id;
}
