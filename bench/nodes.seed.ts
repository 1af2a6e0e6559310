import { invite } from "../apps/server/src/features/controllers/controllers.service.ts";
import { startTestCluster, urlOf } from "../apps/server/testing/cluster.ts";
import { startTestServer } from "../apps/server/testing/test-server.ts";

/** An installation for some server processes: its settings, and what to ask and to look at in it. */
export interface Seeded {
  databaseUrl: string;
  sessionSecret: string;
  /** Of people who live there, one for each viewer. */
  tokens: string[];
  buildingId: string;
  camId: string;
  /** Pairs the controller that gives the camera's pictures. */
  code: string;
}

// Makes an installation with one building, a camera and people who live there, and keeps its database until it ends: one of its
// own, so that the connections of all processes have room in it.
const [dataDir = "", people = ""] = process.argv.slice(2);
const cluster = await startTestCluster();
const server = await startTestServer();
const building = await server.newBuilding();
const door = await server.newDoor(building);
const spaces = [
  { role: "RESIDENTE" as const, buildingId: building.id, apartmentId: building.apartments[0]?.id ?? "" },
];
const tokens: string[] = [];
while (tokens.length < Number(people)) {
  tokens.push((await server.newPerson({ spaces })).token);
}
const code = await invite(server.app.services, building.id);
await server.copyKeys(dataDir);
process.send?.({
  databaseUrl: urlOf(server.connection),
  sessionSecret: server.sessionSecret,
  tokens,
  buildingId: building.id,
  camId: door.cameraId,
  code,
} satisfies Seeded);
// Told to end, or whoever started it was killed.
const end = () => void cluster.stop().finally(() => process.exit());
process.once("SIGTERM", end);
process.once("disconnect", end);
