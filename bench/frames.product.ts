import { fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { invite } from "../apps/server/src/features/controllers/controllers.service.ts";
import { startTestServer } from "../apps/server/testing/test-server.ts";
import { meterThisProcess } from "./meter.ts";

// The product's server, with a camera whose frames come from a process of their own.
const [bytes = "", perSecond = "", viewers = ""] = process.argv.slice(2);
const server = await startTestServer();
const building = await server.newBuilding();
const door = await server.newDoor(building);
const spaces = [
  { role: "RESIDENTE" as const, buildingId: building.id, apartmentId: building.apartments[0]?.id ?? "" },
];
const tokens: string[] = [];
while (tokens.length < Number(viewers)) {
  tokens.push((await server.newPerson({ spaces })).token);
}
const code = await invite(server.app.services, building.id);
const camera = fork(join(import.meta.dirname, "frames.camera.ts"), [
  server.url,
  code,
  door.cameraId,
  bytes,
  perSecond,
  randomBytes(4).toString("hex"),
]);
await once(camera, "message");
process.on("exit", () => camera.kill());
process.on("SIGTERM", () => process.exit());
meterThisProcess(camera);
process.send?.({ url: server.url, tokens, buildingId: building.id, camId: door.cameraId });
