import { randomBytes } from "node:crypto";
import type { AskedVisit } from "@umbral/contract/visits/visits.contract";
import type { TestBuilding, TestPerson } from "./factories.ts";
import { picture, postForm } from "./test-forms.ts";
import type { TestServer } from "./test-server.ts";

export interface TestLobby {
  building: TestBuilding;
  /** PORTERIA of the building. */
  pedro: TestPerson;
  /** Registered, with a telephone; of no building. */
  victor: TestPerson;
}

/** A building with a doorman, and somebody registered who comes to it. */
export async function newLobby(server: TestServer): Promise<TestLobby> {
  const building = await server.newBuilding();
  const [pedro, victor] = await Promise.all([
    server.newPerson({ spaces: [{ role: "PORTERIA", buildingId: building.id }], name: "Pedro Portero" }),
    server.newPerson({ name: "Víctor Visitante" }),
  ]);
  await server.db.updateTable("users").set({ phone: "+573001234567" }).where("id", "=", victor.id).execute();
  return { building, pedro, victor };
}

/** Asks for a code as the page does that needs no session. */
export async function askCode(
  server: TestServer,
  cedula: string,
  buildingId: string,
  { photo, device, from }: Asking = {},
) {
  const form = { photo: photo ?? (await picture()), buildingId, ...(device && { device }) };
  return postForm(server, null, `/api/visitors/${encodeURIComponent(cedula)}/visits`, form, from);
}

export interface Asking {
  photo?: File;
  /** The secret that the browser keeps. */
  device?: string;
  /** The network address that it comes from. */
  from?: string;
}

/** As a browser makes it. */
export const newDevice = (): string => randomBytes(32).toString("base64url");

/** The same, when it must be given. */
export async function givenCode(
  server: TestServer,
  { building, victor }: Pick<TestLobby, "building" | "victor">,
  asking?: Asking,
): Promise<{ code: string; visit: AskedVisit }> {
  const reply = await askCode(server, victor.cedula, building.id, asking);
  if (reply.status !== 200) {
    throw new Error(`no code was given: ${JSON.stringify(reply.body)}`);
  }
  return reply.body as unknown as { code: string; visit: AskedVisit };
}

type Asks = Pick<TestPerson, "headers">;

/** What a lobby's screen asks about a code. */
export async function verify(
  server: TestServer,
  actor: Asks | null,
  buildingId: string,
  code: string,
  change: { method?: "GET" | "PUT"; requestId?: string } = {},
) {
  const { method = "GET", requestId } = change;
  const reply = await server.app.http.inject({
    method,
    url: `/api/buildings/${buildingId}/visits/${code}`,
    headers: actor?.headers ?? {},
    ...(requestId === undefined ? {} : { payload: { requestId } }),
  });
  return { status: reply.statusCode, body: reply.json(), headers: reply.headers };
}

const DAY_MS = 24 * 3_600_000;

/** Pushes the clock to the next noon of Bogotá: no story is cut by midnight, nor by the end of a limit's window. */
export function atNoon({ clock }: TestServer): void {
  const noon = 17 * 3_600_000;
  clock.push((((noon - clock.now().getTime()) % DAY_MS) + DAY_MS) % DAY_MS);
}

/** A code that is not this one. */
export const otherThan = (code: string, by = 1): string =>
  String((Number(code) + by) % 1_000_000).padStart(6, "0");
