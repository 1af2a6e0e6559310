import { randomUUID } from "node:crypto";
import type { Pass } from "@umbral/contract/passes/passes.contract";
import type { TestBuilding, TestPerson } from "./factories.ts";
import { asking } from "./test-admin.ts";
import type { TestServer } from "./test-server.ts";

const HOUR_MS = 3_600_000;

type Asks = Pick<TestPerson, "headers">;
type Method = "GET" | "POST" | "PUT" | "DELETE";

/** A building with Rosa and Andrés in one home, Tomás next door, its administrator and its doorman. */
export async function newHouse(server: TestServer) {
  const building = await server.newBuilding();
  const [home, next] = building.apartments;
  if (!home || !next) {
    throw new Error("the building has no homes");
  }
  const at = { buildingId: building.id };
  const living = { ...at, apartmentId: home.id };
  const [rosa, andres, tomas, alberto, pedro] = await Promise.all([
    server.newPerson({ name: "Rosa Líder", spaces: [{ role: "RESIDENTE_LIDER", ...living }] }),
    server.newPerson({ name: "Andrés Residente", spaces: [{ role: "RESIDENTE", ...living }] }),
    server.newPerson({
      name: "Tomás Temporal",
      spaces: [{ role: "RESIDENTE_TEMPORAL", ...at, apartmentId: next.id }],
    }),
    server.newPerson({ name: "Alberto Administrador", spaces: [{ role: "ADMINISTRADOR", ...at }] }),
    server.newPerson({ name: "Pedro Portero", spaces: [{ role: "PORTERIA", ...at }] }),
  ]);
  return { building, home, next, rosa, andres, tomas, alberto, pedro };
}
export type House = Awaited<ReturnType<typeof newHouse>>;

/** What a host asks for: from now for two hours, once, unless it is said otherwise. */
export function wantedPass(server: TestServer, change: object = {}) {
  const now = server.clock.now().getTime();
  return {
    guest: { name: "Carlos Invitado" },
    from: new Date(now).toISOString(),
    until: new Date(now + 2 * HOUR_MS).toISOString(),
    hours: null,
    entries: 1,
    ...change,
  };
}

/** Asks one of the operations of a building's passes. */
export const askPasses = (
  server: TestServer,
  building: Pick<TestBuilding, "id">,
  who: Asks | null,
  method: Method,
  path = "",
  payload?: object,
) => asking(server, who)(method, `/api/buildings/${building.id}/passes${path}`, payload);

/** A pass that must be made. @param change among it `apartmentId`; null for the building's own guests */
export async function madePass(
  server: TestServer,
  building: Pick<TestBuilding, "id">,
  who: Asks,
  change: object,
): Promise<{ pass: Pass; sharing: { address: string; code: string } }> {
  const wanted = { ...wantedPass(server), requestId: randomUUID(), ...change };
  const reply = await askPasses(server, building, who, "POST", "", wanted);
  if (reply.status !== 200) {
    throw new Error(`no pass was made: ${JSON.stringify(reply.body)}`);
  }
  return reply.body;
}
