import {
  exportEmployeeRequests,
  listEmployeeRequests,
} from "@umbral/contract/access-requests/access-requests.contract";
import { exportAdministrators, listAdministrators } from "@umbral/contract/auth/administrators.contract";
import {
  readBuildingSettings,
  readTowers,
} from "@umbral/contract/buildings/administering-buildings.contract";
import { exportCameras, readCameras } from "@umbral/contract/cameras/administering-cameras.contract";
import {
  type DoorSettings,
  exportDoors,
  readDoors,
} from "@umbral/contract/doors/administering-doors.contract";
import { listDoors } from "@umbral/contract/doors/doors.contract";
import { listInvitations } from "@umbral/contract/users/invitations.contract";
import { exportStaff, listStaff } from "@umbral/contract/users/staff.contract";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { mainDoorSettings } from "../../../../testing/screens/doors.ts";
import { nextFrames } from "../../../../testing/screens/frames.ts";
import { idOf, mirador, platformAdministrator, somebody } from "../../../../testing/screens/people.ts";
import { miradorSettings, placesReplies } from "../../../../testing/screens/places.ts";
import { held } from "../../../../testing/screens/replies.ts";
import { requestOf } from "../../../../testing/screens/requests.ts";
import { renderScreen } from "../../../../testing/screens/screen.tsx";
import { session } from "../../../lib/useSession.ts";

/* What a file holds is the server's to say; that a button asks for the list it stands above is the screen's. */

const as = platformAdministrator();
const take = () => page.getByRole("button", { name: "Descargar CSV" }).click();

const door: DoorSettings = {
  ...mainDoorSettings,
  id: idOf(0xed0),
  name: "Garaje",
  localId: "2",
  controllerId: idOf(0xc0),
};

const settings = () =>
  placesReplies()
    .on(readBuildingSettings, { building: miradorSettings })
    .on(readTowers, { towers: [] })
    .on(readDoors, { doors: [door] })
    .on(listDoors, { doors: [] })
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
            email: "",
            phone: "",
            hasPassword: true,
            active: true,
          },
          role: "PORTERIA",
          endsAt: null,
          since: "2026-01-10T12:00:00.000Z",
        },
      ],
    });

for (const [tab, file] of [
  ["puertas", exportDoors],
  ["camaras", exportCameras],
  ["personal", exportStaff],
] as const) {
  test(`what stands under '${tab}' of a building is taken as a file`, async () => {
    const replies = settings().on(file, "Nombre\r\n");
    await renderScreen(`/admin-dashboard/buildings/${mirador.id}/settings?ver=${tab}`, { as, replies });
    await take();
    await expect.poll(() => replies.asked(file).map(({ params }) => params)).toEqual([{ id: mirador.id }]);
  });
}

test("cameras that were chosen are taken as a file, and no others", async () => {
  const replies = settings().on(exportCameras, "Nombre\r\n");
  await renderScreen(`/admin-dashboard/buildings/${mirador.id}/settings?ver=camaras`, { as, replies });
  await page.getByRole("checkbox", { name: "Elegir Portal" }).click();
  await page.getByRole("button", { name: "Descargar lo elegido" }).click();
  await expect
    .poll(() => replies.asked(exportCameras).map(({ params, query }) => ({ ...params, ...query })))
    .toEqual([{ id: mirador.id, ids: [idOf(0xed1)] }]);
});

test("the administrators of the platform are taken as a file", async () => {
  const replies = placesReplies()
    .on(listAdministrators, { administrators: [] })
    .on(exportAdministrators, "Nombre\r\n");
  await renderScreen("/admin-dashboard/administrators", { as, replies });
  await take();
  await expect.poll(() => replies.asked(exportAdministrators)).toHaveLength(1);
});

test("who waits is taken as a file by whoever decides there", async () => {
  const nora = requestOf("Nora Nueva");
  const replies = placesReplies()
    .on(listEmployeeRequests, { accessRequests: [nora], totalPages: 1 })
    .on(exportEmployeeRequests, "Nombre\r\n");
  await renderScreen("/building/dashboard/apartments/requests/employee", {
    as: somebody("ADMINISTRADOR", "Alberto Administrador"),
    replies,
  });
  await take();
  await expect
    .poll(() => replies.asked(exportEmployeeRequests).map(({ params }) => params))
    .toEqual([{ id: mirador.id }]);
});

for (const name of ["Descargar CSV", "Descargar en Excel"]) {
  test(`'${name}' keeps nothing on a computer that its person has left while the file was on its way`, async () => {
    const kept = vi.spyOn(URL, "createObjectURL");
    const slow = held("Nombre\r\n");
    const replies = settings().on(exportCameras, slow.answer);
    await renderScreen(`/admin-dashboard/buildings/${mirador.id}/settings?ver=camaras`, { as, replies });
    await page.getByRole("checkbox", { name: "Elegir Portal" }).click();
    await page.getByRole("button", { name }).click();
    await slow.isAsked;
    session.end("sign-out");
    await expect.element(page.getByLabelText("Cédula")).toBeVisible();
    slow.letGo();
    await nextFrames();
    expect(kept).not.toHaveBeenCalled();
    expect(page.getByRole("alertdialog").elements()).toEqual([]);
    kept.mockRestore();
  });
}
