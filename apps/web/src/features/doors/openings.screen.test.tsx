import { administerBuildings } from "@umbral/contract/buildings/building-list.contract";
import { listOpenings, type OpenDoorEvent } from "@umbral/contract/doors/openings.contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { says, violations } from "../../../testing/screens/look.ts";
import { idOf, mirador, platformAdministrator } from "../../../testing/screens/people.ts";
import { placesReplies } from "../../../testing/screens/places.ts";
import { failing, refused } from "../../../testing/screens/replies.ts";
import { renderScreen } from "../../../testing/screens/screen.tsx";

const opening: OpenDoorEvent = {
  id: idOf(1),
  image_url: null,
  timestamp_camera: "2026-11-20T12:00:00.000Z",
  toldAt: null,
  hasBrokenPicture: false,
  doorId: idOf(2),
  doorName: "Puerta principal",
  userName: "Rosa Líder",
  origin: "APP",
  isCertain: true,
  apartment: "A-101",
  buildingId: mirador.id,
  buildingName: mirador.name,
  timeZone: "America/Bogota",
};

for (const [message, sentence] of [
  ["", "No se pudieron obtener los eventos."],
  ["La base de datos no responde.", "La base de datos no responde."],
] as const) {
  test(`openings that cannot be shown say why: '${sentence}'`, async () => {
    const replies = placesReplies()
      .on(administerBuildings, { buildings: [] })
      .on(listOpenings, failing(refused("FAULT", { message })));
    await renderScreen("/admin-dashboard/events/open-door", { as: platformAdministrator(), replies });
    await says("Error", sentence);
    await page.getByRole("alertdialog").getByRole("button", { name: "Entendido" }).click();
    await expect.element(page.getByRole("alertdialog")).not.toBeInTheDocument();
    expect(await violations()).toEqual([]);
    replies.on(listOpenings, { eventOpenDoorDetails: [opening], totalPages: 1, hasOlder: false });
    await page.getByRole("button", { name: "Intentar de nuevo" }).click();
    await expect.element(page.getByRole("button", { name: /^Ver foto/ })).toBeVisible();
  });
}
