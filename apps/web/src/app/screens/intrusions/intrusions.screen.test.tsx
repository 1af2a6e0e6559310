import { type IntrusionEvent, listIntrusions } from "@umbral/contract/alarms/intrusions.contract";
import {
  type AdminBuilding,
  administerBuildings,
  readBuilding,
} from "@umbral/contract/buildings/building-list.contract";
import { leaveCamera, listCameras, subscribeCamera } from "@umbral/contract/cameras/cameras.contract";
import { listDoors } from "@umbral/contract/doors/doors.contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { ServerLine } from "../../../../testing/screens/line.ts";
import { beyondTheEdge, choose, violations, wholePage } from "../../../../testing/screens/look.ts";
import { almendros, idOf, mirador, platformAdministrator } from "../../../../testing/screens/people.ts";
import { drawnPicture } from "../../../../testing/screens/pictures.ts";
import { placesReplies } from "../../../../testing/screens/places.ts";
import { renderScreen } from "../../../../testing/screens/screen.tsx";

const times = [0, 1, 2, 3].map((second) => `2026-11-20T12:00:0${second}.000Z`);

const LIST = "/admin-dashboard/events/event-intrusion";

const forced = async (): Promise<IntrusionEvent> => {
  const picture = await drawnPicture();
  return {
    id: idOf(0x1e),
    kind: "door-forced",
    cameraId: null,
    cameraName: null,
    doorId: idOf(2),
    doorName: "Puerta principal",
    inputName: null,
    startTime: times[0] ?? "",
    toldAt: null,
    hasBrokenPicture: false,
    endTime: "2026-11-20T12:01:00.000Z",
    imageUrls: times.map(() => picture),
    imageTimes: times,
    buildingId: mirador.id,
    buildingName: mirador.name,
    timeZone: "America/Bogota",
  };
};

test("an intrusion is looked at picture by picture on a desk, with the keyboard", async () => {
  const event = await forced();
  const replies = placesReplies()
    .on(administerBuildings, { buildings: [] })
    .on(listIntrusions, ({ query }) => ({
      eventIntrusionDetails: [{ ...event, id: idOf(0x1e + (query.page ?? 1)) }],
      totalPages: 2,
      hasOlder: false,
    }));
  await renderScreen(LIST, { as: platformAdministrator(), replies });
  await expect.element(page.getByText("Página 1 de 2")).toBeVisible();
  await expect.element(page.getByRole("rowheader", { name: "20 nov 2026" })).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Anterior", exact: true })).toBeDisabled();
  await page.getByRole("button", { name: "Siguiente", exact: true }).click();
  await expect.element(page.getByText("Página 2 de 2")).toBeVisible();
  await page.getByRole("button", { name: "Anterior", exact: true }).click();
  await expect.element(page.getByText("Página 1 de 2")).toBeVisible();
  expect(await violations()).toEqual([]);
  expect(beyondTheEdge()).toEqual([]);

  await page.getByRole("button", { name: /^Ver evento: Puerta forzada/ }).click();
  const shown = page.getByRole("dialog", { name: "Puerta forzada" });
  // Nothing moves for who asked for less motion, until it is asked to.
  await expect.element(shown.getByRole("img", { name: /foto 1 de 4/ })).toBeVisible();
  expect(await violations()).toEqual([]);
  await shown.getByRole("button", { name: "Foto siguiente" }).click();
  await expect.element(shown.getByText("2 / 4")).toBeVisible();
  await userEvent.keyboard("{ArrowRight}");
  await expect.element(shown.getByText("3 / 4")).toBeVisible();
  await userEvent.keyboard("{ArrowLeft}");
  await expect.element(shown.getByText("2 / 4")).toBeVisible();
  const slider = shown.getByRole("slider", { name: "Foto" });
  await slider.click();
  await userEvent.keyboard("{Home}");
  await expect.element(shown.getByText("1 / 4")).toBeVisible();
  await shown.getByRole("button", { name: "Foto siguiente" }).click();
  await shown.getByRole("button", { name: "Foto siguiente" }).click();
  await shown.getByRole("button", { name: "Reproducir" }).click();
  await expect.element(shown.getByText("4 / 4")).toBeVisible();
  await expect.element(shown.getByRole("button", { name: "Reproducir" })).toBeVisible();
});

test("an intrusion and what its camera sees now stand on a phone without anything axe complains of", async () => {
  const event: IntrusionEvent = {
    ...(await forced()),
    kind: "door-held",
    cameraId: idOf(0xc1),
    cameraName: "Portería",
  };
  const replies = placesReplies()
    .on(administerBuildings, { buildings: [] })
    .on(listIntrusions, { eventIntrusionDetails: [event], totalPages: 1, hasOlder: false });
  const line = new ServerLine()
    .on(subscribeCamera, { camId: idOf(0xc1), state: "no-signal", since: times[0] ?? "" })
    .on(leaveCamera, {});
  await renderScreen(LIST, { as: platformAdministrator(), replies, line, size: "phone" });
  const events = page.getByRole("button", { name: /^Ver evento/ });
  await expect.element(events).toBeVisible();
  // Long as it is, all of what happened is read.
  const held = "Puerta abierta demasiado tiempo";
  const what = page.getByRole("cell", { name: held, exact: true }).element();
  expect(what.scrollWidth).toBeLessThanOrEqual(what.clientWidth);
  await wholePage();
  expect(await violations()).toEqual([]);
  expect(beyondTheEdge().filter((what) => !what.startsWith("th: "))).toEqual([]);
  await events.click();
  const shown = page.getByRole("dialog", { name: held });
  await expect.element(shown.getByRole("img", { name: "Cámara Portería" })).toBeVisible();
  await expect.poll(() => line.sent(subscribeCamera)).toMatchObject([{ camId: idOf(0xc1) }]);
  expect(await violations()).toEqual([]);
  expect(beyondTheEdge().filter((what) => !what.startsWith("th: "))).toEqual([]);
});

test("intrusions are narrowed to a building and to what happened, and say when there are none", async () => {
  const event = await forced();
  const building: AdminBuilding = {
    ...almendros,
    address1: "Calle 100 # 10-20",
    city: "Bogotá",
    state: "Bogotá D.C.",
    type: "RESIDENTIAL",
    timeZone: "America/Bogota",
    apartments: 8,
    doors: 3,
    controller: "online",
    lastSeenAt: null,
  };
  const replies = placesReplies()
    .on(administerBuildings, { buildings: [building] })
    .on(readBuilding, { building })
    .on(listDoors, { doors: [] })
    .on(listCameras, { cameras: [] })
    .on(listIntrusions, ({ query }) => ({
      eventIntrusionDetails:
        query.kind === "motion"
          ? []
          : [{ ...event, doorName: query.buildingId ? "Portería" : event.doorName }],
      totalPages: 1,
      hasOlder: false,
    }));
  const screen = await renderScreen(LIST, { as: platformAdministrator(), replies });
  await expect.element(page.getByRole("cell", { name: "Puerta principal", exact: true })).toBeVisible();
  await choose("Edificio", almendros.name);
  await expect.element(page.getByRole("cell", { name: "Portería", exact: true })).toBeVisible();
  expect(screen.path()).toBe(`${LIST}/${almendros.id}`);
  await page.getByText("Filtros").click();
  await choose("Qué pasó", "Movimiento");
  await expect.element(page.getByText("No hay eventos de intrusión disponibles.")).toBeVisible();
  expect(replies.asked(listIntrusions).at(-1)?.query).toMatchObject({
    buildingId: almendros.id,
    kind: "motion",
  });
  expect(await violations()).toEqual([]);
  await page.getByRole("button", { name: "Quitar filtros" }).click();
  await expect.element(page.getByRole("cell", { name: "Portería", exact: true })).toBeVisible();
});
