import {
  readBuildingSettings,
  readTowers,
} from "@umbral/contract/buildings/administering-buildings.contract";
import { readCameras } from "@umbral/contract/cameras/administering-cameras.contract";
import { type ControllerState, readControllers } from "@umbral/contract/controllers/registering.contract";
import { type DoorSettings, readDoors } from "@umbral/contract/doors/administering-doors.contract";
import { moveDevices } from "@umbral/contract/doors/device-moves.contract";
import { listDoors } from "@umbral/contract/doors/doors.contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { mainDoorSettings } from "../../../testing/screens/doors.ts";
import { beyondTheEdge, violations } from "../../../testing/screens/look.ts";
import { idOf, mirador, platformAdministrator } from "../../../testing/screens/people.ts";
import { miradorSettings, placesReplies } from "../../../testing/screens/places.ts";
import { renderScreen } from "../../../testing/screens/screen.tsx";

const camera = { id: idOf(0xca), name: "Entrada" };
const controller = (id: number, name: string, more: Partial<ControllerState>): ControllerState => ({
  id: idOf(id),
  name,
  state: "connected",
  doors: [],
  cameras: [],
  hasSiren: false,
  isMain: false,
  version: "0.1.0",
  lastSeenAt: "2026-11-20T12:00:00.000Z",
  pairingExpiresAt: null,
  secondSignIn: null,
  access: null,
  configuration: null,
  status: null,
  ...more,
});
const door: DoorSettings = {
  ...mainDoorSettings,
  id: idOf(0xd0),
  name: "Garaje",
  localId: "2",
  cameras: [camera],
  controllerId: idOf(0xc0),
};

for (const colorScheme of ["light", "dark"] as const) {
  test(`a door goes to another controller with what is chosen, once it was said what that means (${colorScheme})`, async () => {
    const asked: object[] = [];
    const replies = placesReplies()
      .on(readBuildingSettings, { building: miradorSettings })
      .on(readTowers, { towers: [] })
      .on(readCameras, { cameras: [] })
      .on(readDoors, { doors: [door] })
      .on(listDoors, { doors: [] })
      .on(readControllers, {
        controllers: [
          controller(0xc0, "Portería", { state: "away", doors: [door], cameras: [camera], isMain: true }),
          controller(0xc1, "Torre B", {}),
        ],
      })
      .on(moveDevices, ({ body }) => {
        asked.push(body);
        return { moved: 2 };
      });
    await renderScreen(`/admin-dashboard/buildings/${mirador.id}/settings?ver=puertas`, {
      as: platformAdministrator(),
      replies,
      size: "phone",
      colorScheme,
    });
    await expect.element(page.getByText("Portería", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Ver detalles de Garaje" }).click();
    await page.getByRole("button", { name: "Pasar a otro controlador: Garaje" }).click();
    const dialog = page.getByRole("dialog");
    await expect
      .element(dialog.getByText(/sus cables tienen que estar en el controlador nuevo/))
      .toBeVisible();
    await dialog.getByRole("checkbox", { name: "La sirena y las entradas de todo el edificio" }).click();
    const go = dialog.getByRole("button", { name: "Pasar a Torre B" });
    // The old one is away, and may still open it by itself.
    await expect.element(go).toBeDisabled();
    await dialog.getByRole("checkbox", { name: /Portería está sin conexión/ }).click();
    // The table behind has its headers hidden on a phone.
    expect(beyondTheEdge().filter((what) => !what.startsWith("th:"))).toEqual([]);
    expect(await violations()).toEqual([]);
    await go.click();
    await expect.element(page.getByText("Garaje es ahora de Torre B.")).toBeVisible();
    expect(asked).toEqual([
      {
        controllerId: idOf(0xc1),
        doorIds: [door.id],
        cameraIds: [camera.id],
        siren: true,
        evenIfAway: true,
      },
    ]);
  });
}
