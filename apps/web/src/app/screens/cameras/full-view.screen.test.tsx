import { init } from "@umbral/contract/auth/auth.contract";
import { leaveCamera, listCameras, subscribeCamera } from "@umbral/contract/cameras/cameras.contract";
import { type Door, doorClock, listDoors } from "@umbral/contract/doors/doors.contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { mainDoor } from "../../../../testing/screens/doors.ts";
import { ServerLine } from "../../../../testing/screens/line.ts";
import { beyondTheEdge, violations } from "../../../../testing/screens/look.ts";
import { home, idOf, somebody } from "../../../../testing/screens/people.ts";
import { placesReplies } from "../../../../testing/screens/places.ts";
import { renderScreen } from "../../../../testing/screens/screen.tsx";

const SINCE = "2026-11-20T15:42:00.000Z";
const entry = { id: idOf(0xf71), name: "Entrada" };
const street = { id: idOf(0xf72), name: "Calle" };
const door: Door = {
  ...mainDoor,
  id: idOf(0xf73),
  cameras: [entry],
  cameraId: entry.id,
  leaf: { is: "closed", since: SINCE },
};

const WALL = "/building/dashboard/camaras";

/** Andrés among the cameras, of which one belongs to a door. */
async function openCameras(
  path: string,
  state: "starting" | "away",
  look: Parameters<typeof renderScreen>[1],
) {
  const as = somebody("RESIDENTE", "Andrés Residente", home);
  const shown: Door = state === "away" ? { ...door, line: "away", awaySince: SINCE } : door;
  const line = new ServerLine()
    .on(init, { userId: as.user.id, socketId: "line-1" })
    .on(doorClock, { steadyMs: 1 })
    .on(subscribeCamera, ({ camId }) => ({ camId, state, since: SINCE }))
    .on(leaveCamera, {});
  const replies = placesReplies()
    .on(listDoors, { doors: [shown] })
    .on(listCameras, {
      cameras: [
        { ...entry, doorId: door.id },
        { ...street, doorId: null },
      ],
    });
  return renderScreen(path, { as, line, replies, ...look });
}

const large = (name: string) => page.getByRole("dialog", { name });

for (const look of [
  { size: "phone", colorScheme: "dark" },
  { size: "desktop", colorScheme: "light" },
] as const) {
  test(`a camera is looked at large, with its door under the thumb, and the next one by an arrow: ${look.size}`, async () => {
    await openCameras(`${WALL}?camara=${entry.id}`, "starting", look);
    await expect.element(large("Entrada").getByText("Cerrada", { exact: true })).toBeVisible();
    await expect.element(large("Entrada").getByRole("button", { name: `Abrir ${door.name}` })).toBeVisible();
    expect(await violations()).toEqual([]);
    expect(beyondTheEdge()).toEqual([]);
    await userEvent.keyboard("{ArrowRight}");
    await expect.element(large("Calle")).toBeVisible();
    // It is of no door: nothing is offered that would open one.
    expect(
      large("Calle")
        .getByRole("button", { name: /^Abrir/ })
        .elements(),
    ).toEqual([]);
    await large("Calle").getByRole("button", { name: "Cámara anterior" }).click();
    await expect.element(large("Entrada")).toBeVisible();
  });
}

test("cameras of a building that is away say so on a phone, with the plan as before", async () => {
  await openCameras(WALL, "away", { size: "phone" });
  await expect.element(page.getByText(/^El edificio está sin conexión desde /)).toBeVisible();
  await expect.element(page.getByRole("button", { name: `Sin conexión: ${door.name}` })).toBeVisible();
  expect(await violations()).toEqual([]);
  expect(beyondTheEdge()).toEqual([]);
  await page.getByRole("navigation", { name: "Vista" }).getByText("Plano").click();
  await expect.element(page.getByRole("button", { name: new RegExp(door.name) })).toBeVisible();
  expect(await violations()).toEqual([]);
});
