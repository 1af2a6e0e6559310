import type { ScheduleHours } from "@umbral/contract/access-control/schedules";
import type { GuestPass } from "@umbral/contract/passes/guest-page.contract";
import { digestOfPassSecret, newPassSecret, sealPass } from "../src/features/passes/pass-secrets.ts";
import { asking } from "./test-admin.ts";
import { newHome } from "./test-calls.ts";
import type { TestServer } from "./test-server.ts";

const HOUR_MS = 3_600_000;

interface PassMore {
  madeAs?: "home" | "administration" | "lobby";
  name?: string;
  /** Milliseconds from now. */
  from?: number;
  until?: number;
  hours?: ScheduleHours | null;
  entries?: number | null;
}

/** Where a pass is of, and whose. */
interface Host {
  building: { id: string };
  apartmentId: string;
  rosa: { id: string };
}

/** A pass of this home, or of the building's own guests, as its host made it. */
export async function newPass(server: TestServer, home: Host, more: PassMore = {}) {
  const { digest, secrets, newId } = server.app.services;
  const { madeAs = "home", name = "Gloria Gómez", from = -HOUR_MS, until = 5 * HOUR_MS, hours = null } = more;
  const [id, secret, code] = [newId(), newPassSecret(), "482916"];
  const now = server.clock.now().getTime();
  await server.db
    .insertInto("passes")
    .values({
      id,
      building_id: home.building.id,
      apartment_id: madeAs === "home" ? home.apartmentId : null,
      made_by: madeAs === "home" ? home.rosa.id : null,
      made_as: madeAs,
      request_id: newId(),
      guest_name: name,
      starts_at: new Date(now + from),
      ends_at: new Date(now + until),
      hours: hours === null ? null : JSON.stringify(hours),
      entries: more.entries === undefined ? 1 : more.entries,
      tells_exit: false,
      tells_overstay: true,
      code_digest: digest.of("test-pass", id),
      digits: code.length,
      secret_digest: digestOfPassSecret(digest, secret),
      sealed: sealPass(secrets, id, { code, secret }),
      created_at: new Date(now + Math.min(from, 0)),
    })
    .execute();
  return { id, secret, code };
}

/** Opens the page of a secret. */
export const openPage = (server: TestServer, secret: string, address = "10.3.0.1") =>
  server.app.http.inject({
    method: "POST",
    url: "/api/guest/session",
    remoteAddress: address,
    headers: { "user-agent": "Mozilla/5.0 (Linux; Android 14) Chrome/130.0" },
    payload: { secret },
  });

/** A guest with the page of their pass open, and how they ask. */
export async function newGuest(server: TestServer, secret: string) {
  const reply = await openPage(server, secret);
  if (reply.statusCode !== 200) {
    throw new Error(`the page was refused: ${reply.body}`);
  }
  const { token, pass } = reply.json<{ token: string; pass: GuestPass }>();
  const headers = { authorization: `JWT ${token}` };
  const ask = asking(server, { headers });
  return {
    token,
    headers,
    ask,
    pass,
    read: async (): Promise<GuestPass> => (await ask("GET", "/api/guest/pass")).body.pass,
    ring: () => ask("POST", "/api/guest/call", {}),
  };
}

/** A home, a pass of it and its guest. */
export async function newInvited(server: TestServer, more: PassMore = {}) {
  const home = await newHome(server);
  const pass = await newPass(server, home, more);
  return { ...home, pass, guest: await newGuest(server, pass.secret) };
}

/** The account under which a pass's guest calls. */
export async function guestOf(server: TestServer, passId: string) {
  const { guest_id: id } = await server.db
    .selectFrom("passes")
    .select("guest_id")
    .where("id", "=", passId)
    .executeTakeFirstOrThrow();
  return server.db.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
}

export async function takePassBack(server: TestServer, passId: string): Promise<void> {
  await server.db
    .updateTable("passes")
    .set({ taken_back_at: server.clock.now() })
    .where("id", "=", passId)
    .execute();
}
