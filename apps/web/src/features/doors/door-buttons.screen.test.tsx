import { init } from "@umbral/contract/auth/auth.contract";
import { apartmentDirectory } from "@umbral/contract/buildings/buildings.contract";
import { leaveCamera, listCameras, subscribeCamera } from "@umbral/contract/cameras/cameras.contract";
import {
  DOOR_CLOSE,
  DOOR_OPEN,
  type Door,
  doorAction,
  doorClock,
  listDoors,
} from "@umbral/contract/doors/doors.contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { calmDesk } from "../../../testing/screens/desk.ts";
import { mainDoor } from "../../../testing/screens/doors.ts";
import { ServerLine } from "../../../testing/screens/line.ts";
import { beyondTheEdge, violations } from "../../../testing/screens/look.ts";
import { home, idOf, mirador, somebody } from "../../../testing/screens/people.ts";
import { placesReplies } from "../../../testing/screens/places.ts";
import { held } from "../../../testing/screens/replies.ts";
import { renderScreen } from "../../../testing/screens/screen.tsx";

const entrance: Door = {
  ...mainDoor,
  id: idOf(0xdb1),
};
const garage: Door = { ...entrance, id: idOf(0xdb2), name: "Garaje", localId: "2$" };
const towerB: Door = {
  ...entrance,
  id: idOf(0xdb3),
  name: "Acceso torre B",
  localId: "3",
  scope: "tower",
  tower: { id: idOf(0x70b), name: "B" },
  may: { operate: false },
};
const camera = { id: idOf(0xdbc), name: "Entrada", doorId: entrance.id };

const andres = () => somebody("RESIDENTE", "Andrés Residente", home);
const replies = (...doors: Door[]) =>
  placesReplies().on(listDoors, { doors }).on(listCameras, { cameras: [] });

/** A line whose controller moves every door at once. */
const line = () =>
  new ServerLine()
    .on(init, { userId: andres().user.id, socketId: "line-1" })
    .on(doorClock, { steadyMs: 1000 })
    .on(doorAction, ({ door, action }) => ({ orderId: idOf(0xdbf), doorId: door, action }));

test("a door that can be closed is closed too, from the floor plan", async () => {
  const screen = await renderScreen("/building/dashboard/camaras", {
    as: andres(),
    replies: replies(entrance, garage),
    line: line(),
    size: "tablet",
  });
  await page.getByRole("navigation", { name: "Vista" }).getByText("Plano").click();
  const plan = page.getByRole("list", { name: "Puertas en el plano" });
  await plan.getByRole("button", { name: /Garaje/ }).click();
  const dialog = page.getByRole("dialog", { name: "Garaje" });
  await dialog.getByRole("button", { name: "Cerrar Garaje" }).click();
  await expect.element(dialog.getByRole("button", { name: "Puerta cerrada" })).toBeVisible();
  expect(screen.line.sent(doorAction)).toMatchObject([
    { buildingId: mirador.id, door: garage.id, action: DOOR_CLOSE },
  ]);
  expect(await violations()).toEqual([]);
  expect(beyondTheEdge()).toEqual([]);
  await renderScreen(`/building/dashboard/plano?puerta=${entrance.id}`, {
    as: andres(),
    replies: replies(entrance, garage),
    line: line(),
  });
  await expect.element(page.getByRole("button", { name: "Abrir Puerta principal" })).toBeVisible();
  expect(page.getByRole("button", { name: "Cerrar Puerta principal" }).elements()).toEqual([]);
});

test("whose door it is not sees who opens it, and no button", async () => {
  await renderScreen("/building/dashboard/camaras", {
    as: andres(),
    replies: replies(entrance, towerB),
    line: line(),
  });
  await expect.element(page.getByText("La abren quienes viven en la torre B.")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Abrir Puerta principal" })).toBeVisible();
  expect(page.getByRole("button", { name: "Abrir Acceso torre B" }).elements()).toEqual([]);
});

test("the police see the cameras and no button", async () => {
  await renderScreen("/building/dashboard", {
    as: somebody("POLICIA", "Paula Policía"),
    replies: replies({ ...entrance, may: { operate: false } }).on(listCameras, { cameras: [camera] }),
    line: line()
      .on(subscribeCamera, { camId: camera.id, state: "starting", since: "2026-11-20T12:00:00.000Z" })
      .on(leaveCamera, {}),
  });
  await expect.element(page.getByRole("img", { name: "Cámara Entrada" })).toBeVisible();
  await expect.element(page.getByText("Puedes ver esta puerta, pero no abrirla.")).toBeVisible();
  expect(page.getByRole("button", { name: /^Abrir / }).elements()).toEqual([]);
});

test("a press made before the page's first line stands waits for it, and says when it was made", async () => {
  const signedIn = held({ userId: andres().user.id, socketId: "line-1" });
  const screen = await renderScreen("/building/dashboard/camaras", {
    as: andres(),
    replies: replies({ ...entrance, id: idOf(0xdb5) }),
    line: line().on(init, signedIn.answer),
  });
  await signedIn.isAsked;
  await page.getByRole("button", { name: "Abrir Puerta principal", exact: true }).click();
  await expect.element(page.getByRole("button", { name: "Abriendo…" })).toBeVisible();
  expect(screen.line.sent(doorAction)).toEqual([]);
  signedIn.letGo();
  await expect.element(page.getByRole("button", { name: "Puerta abierta" })).toBeVisible();
  expect(screen.line.sent(doorAction)).toMatchObject([{ door: idOf(0xdb5), pressedAt: expect.any(Number) }]);
});

test("a press that no line takes in time was not sent", async () => {
  const signedIn = held({ userId: andres().user.id, socketId: "line-1" });
  const screen = await renderScreen("/building/dashboard/camaras", {
    as: andres(),
    replies: replies({ ...entrance, id: idOf(0xdb6) }),
    line: line().on(init, signedIn.answer),
  });
  await page.getByRole("button", { name: "Abrir Puerta principal", exact: true }).click();
  await expect.element(page.getByText(/^No hay conexión con Umbral/).first()).toBeVisible();
  signedIn.letGo();
  expect(screen.line.sent(doorAction)).toEqual([]);
});

test("two quick presses are one order", async () => {
  const moved = held({ orderId: idOf(0xdbf), doorId: entrance.id, action: DOOR_OPEN } as const);
  const screen = await renderScreen("/building/dashboard/camaras", {
    as: somebody("CONSERJE", "Carla Conserje"),
    replies: replies({ ...entrance, id: idOf(0xdb4) }),
    line: line().on(doorAction, moved.answer),
  });
  await page.getByRole("button", { name: "Abrir Puerta principal", exact: true }).dblClick();
  await moved.isAsked;
  await expect.element(page.getByRole("button", { name: "Abriendo…" })).toBeVisible();
  moved.letGo();
  await expect.element(page.getByRole("button", { name: "Puerta abierta" })).toBeVisible();
  expect(screen.line.sent(doorAction)).toMatchObject([{ door: idOf(0xdb4), action: DOOR_OPEN }]);
});

test("the doorman has the lobby, not the dashboard", async () => {
  const screen = await renderScreen("/building/dashboard", {
    as: somebody("PORTERIA", "Pedro Portero"),
    replies: calmDesk(replies()).on(apartmentDirectory, { apartments: [] }),
    line: line(),
  });
  await expect.element(page.getByText("Este edificio aún no tiene apartamentos.")).toBeVisible();
  expect(screen.path()).toBe("/acceso-visitante");
});
