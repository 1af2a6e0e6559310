import { type IntrusionEvent, listIntrusions } from "@umbral/contract/alarms/intrusions.contract";
import { administerBuildings } from "@umbral/contract/buildings/building-list.contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { beyondTheEdge, violations } from "../../../../testing/screens/look.ts";
import { idOf, mirador, platformAdministrator } from "../../../../testing/screens/people.ts";
import { drawnPicture } from "../../../../testing/screens/pictures.ts";
import { placesReplies } from "../../../../testing/screens/places.ts";
import { renderScreen } from "../../../../testing/screens/screen.tsx";

const times = [0, 1, 2, 3].map((second) => `2026-11-20T12:00:0${second}.000Z`);

test("an intrusion is looked at picture by picture on a desk, with the keyboard", async () => {
  const picture = await drawnPicture();
  const event: IntrusionEvent = {
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
  const replies = placesReplies()
    .on(administerBuildings, { buildings: [] })
    .on(listIntrusions, ({ query }) => ({
      eventIntrusionDetails: [{ ...event, id: idOf(0x1e + (query.page ?? 1)) }],
      totalPages: 2,
      hasOlder: false,
    }));
  await renderScreen("/admin-dashboard/events/event-intrusion", { as: platformAdministrator(), replies });
  await expect.element(page.getByText("Página 1 de 2")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Anterior", exact: true })).toBeDisabled();
  await page.getByRole("button", { name: "Siguiente", exact: true }).click();
  await expect.element(page.getByText("Página 2 de 2")).toBeVisible();
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
});
