import { newController } from "./test-controller.ts";
import type { TestServer } from "./test-server.ts";

/** A building with a door's camera, the controller at which it hangs, and somebody who may see it. */
export async function newWatchable(server: TestServer) {
  const building = await server.newBuilding();
  const door = await server.newDoor(building);
  const controller = await newController(server, building.id);
  const resident = await server.newPerson({
    spaces: [{ role: "RESIDENTE", buildingId: building.id, apartmentId: building.apartments[0]?.id ?? "" }],
  });
  const camera = { buildingId: building.id, camId: door.cameraId };
  return { building, door, controller, resident, camera, frames: `cam_streaming_${door.cameraId}` };
}
