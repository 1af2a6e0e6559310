import { readApartments } from "@umbral/contract/buildings/administering-apartments.contract";
import {
  readBuildingSettings,
  readTowers,
} from "@umbral/contract/buildings/administering-buildings.contract";
import { readCameras } from "@umbral/contract/cameras/administering-cameras.contract";
import { listInvitations } from "@umbral/contract/users/invitations.contract";
import { listStaff } from "@umbral/contract/users/staff.contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { beyondTheEdge, violations } from "../../../../testing/screens/look.ts";
import { idOf, mirador, platformAdministrator } from "../../../../testing/screens/people.ts";
import { miradorSettings, placesReplies } from "../../../../testing/screens/places.ts";
import { renderScreen } from "../../../../testing/screens/screen.tsx";

const HERE = `/admin-dashboard/buildings/${mirador.id}`;

const replies = () =>
  placesReplies()
    .on(readBuildingSettings, { building: miradorSettings })
    .on(readTowers, { towers: [] })
    .on(readCameras, {
      cameras: [
        {
          id: idOf(0xed1),
          name: "Portal",
          source: { kind: "rtsp", address: "rtsp://10.0.0.21:554/live" },
          framesPerSecond: 10,
          width: 1280,
          motion: null,
          doors: [],
          controllerId: idOf(0xc0),
          video: { codec: "h264", trouble: null },
        },
      ],
    })
    .on(listInvitations, { invitations: [], totalPages: 1 })
    .on(listStaff, {
      staff: [
        {
          id: idOf(0xed2),
          user: {
            id: idOf(0xed3),
            name: "Pedro Portero",
            cedula: "1000000006",
            email: "pedro@example.com",
            phone: "",
            hasPassword: true,
            active: true,
          },
          role: "PORTERIA",
          endsAt: "2026-12-31T20:05:00.000Z",
          since: "2026-01-10T12:00:00.000Z",
        },
      ],
    })
    .on(readApartments, {
      building: mirador,
      apartments: [
        {
          id: idOf(0xae1),
          name: "2-201",
          active: true,
          apartmentType: "OFFICE",
          address: "",
          tower: { id: idOf(0x70a), name: "2" },
          floor: { id: idOf(0xf00), name: "2" },
          people: 7,
        },
      ],
      totalPages: 1,
    });

for (const { what, path, row, facts, act } of [
  {
    what: "staff",
    path: `${HERE}/settings?ver=personal`,
    row: "Pedro Portero",
    facts: ["1000000006", "pedro@example.com", "31 dic 2026 3:05 PM"],
    act: "Retirar a Pedro Portero",
  },
  {
    what: "cameras",
    path: `${HERE}/settings?ver=camaras`,
    row: "Portal",
    facts: ["RTSP", "No avisa"],
    act: "Eliminar: Portal",
  },
  {
    what: "homes",
    path: `${HERE}/apartments`,
    row: "2-201, torre 2",
    facts: ["Oficina", "7"],
    act: "Eliminar: 2-201",
  },
]) {
  test(`all that is known of ${what} is read on a phone, and done from there`, async () => {
    await renderScreen(path, { as: platformAdministrator(), size: "phone", replies: replies() });
    await page.getByRole("button", { name: `Ver detalles de ${row}` }).click();
    const details = page.getByRole("dialog", { name: row });
    for (const fact of facts) {
      await expect.element(details.getByText(fact, { exact: true })).toBeVisible();
    }
    await expect.element(details.getByRole("button", { name: act })).toBeVisible();
    expect(await violations()).toEqual([]);
    expect(beyondTheEdge().filter((part) => !part.startsWith("th: "))).toEqual([]);
  });
}
