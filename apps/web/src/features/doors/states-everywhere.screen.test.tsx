import { init, type SignedIn } from "@umbral/contract/auth/auth.contract";
import { apartmentDirectory } from "@umbral/contract/buildings/buildings.contract";
import { readCall, restoreCall } from "@umbral/contract/calls/calls.contract";
import { listVisitors } from "@umbral/contract/calls/door-panel.contract";
import { leaveCamera, listCameras, subscribeCamera } from "@umbral/contract/cameras/cameras.contract";
import { type Door, doorClock, listDoors } from "@umbral/contract/doors/doors.contract";
import { findPassByCode } from "@umbral/contract/passes/pass-desk.contract";
import { authoriseVisit, findVisit, type Visit } from "@umbral/contract/visits/visits.contract";
import { expect, test } from "vitest";
import { type Locator, page } from "vitest/browser";
import { callIn } from "../../../testing/call-device.ts";
import { calmDesk } from "../../../testing/screens/desk.ts";
import { mainDoor } from "../../../testing/screens/doors.ts";
import { ServerLine } from "../../../testing/screens/line.ts";
import { beyondTheEdge, violations } from "../../../testing/screens/look.ts";
import { home, idOf, mirador, somebody } from "../../../testing/screens/people.ts";
import { placesReplies } from "../../../testing/screens/places.ts";
import type { Replies } from "../../../testing/screens/replies.ts";
import { renderScreen } from "../../../testing/screens/screen.tsx";

const SINCE = "2020-01-01T03:00:00.000Z";
const UNTIL = "2040-01-01T03:00:00.000Z";

/** What is told of the door, and how every place says it: on the clock of a building far from this device. */
const states: readonly [Partial<Door>, string][] = [
  [{ leaf: { is: "closed", since: SINCE } }, "Cerrada"],
  [{ leaf: { is: "open", since: SINCE } }, "Abierta"],
  [{ leaf: { is: "held", since: SINCE } }, "Abierta demasiado tiempo"],
  [{ leaf: { is: "forced", since: SINCE } }, "Forzada"],
  [{ jammedSince: SINCE }, "Trabada: no se movió el 1 ene 2020 12:00 PM"],
  [
    { mode: { mode: "free", until: UNTIL, origin: "APP", isConfirmed: true } },
    "Libre hasta el 1 ene 2040 12:00 PM",
  ],
  [
    { mode: { mode: "locked", until: UNTIL, origin: null, isConfirmed: true } },
    "Bloqueada hasta el 1 ene 2040 12:00 PM",
  ],
  [{ line: "away", awaySince: SINCE }, "Sin conexión"],
];

const camera = { id: idOf(0xe5c), name: "Entrada" };
const door: Door = {
  ...mainDoor,
  id: idOf(0xe51),
  cameras: [camera],
  cameraId: camera.id,
  leaf: { is: "closed", since: SINCE },
};

/** Somebody of Mirador, were it in Tokyo. */
function inTokyo(signedIn: SignedIn): SignedIn {
  const spaces = signedIn.spaces.map((space) => ({
    ...space,
    building: { ...space.building, timeZone: "Asia/Tokyo" },
  }));
  return { ...signedIn, spaces };
}
const resident = () => inTokyo(somebody("RESIDENTE", "Andrés Residente", home));
const doorman = () => inTokyo(somebody("PORTERIA", "Pedro Portero"));

const call = {
  ...callIn("CONTESTADA", resident().user.id),
  id: idOf(0xe5a),
  userId: resident().user.id,
  callee: { id: resident().user.id, name: "Andrés Residente" },
  building: { id: mirador.id, name: mirador.name },
  may: { openDoor: true },
};
const visit: Visit = {
  id: idOf(0xe5b),
  code: "482913",
  user: { id: idOf(0x12), cedula: "1000000008", name: "Víctor Visitante", photo: null, attachments: [] },
  requestedAt: SINCE,
  expiresAt: UNTIL,
  authorised: null,
};

const region = (name: string | RegExp) => page.getByRole("region", { name });
const press = (name: string | RegExp) => page.getByRole("button", { name }).click();
/** The screen itself, without the bars around it. */
const screen = page.getByRole("main");

interface Place {
  where: string;
  path: string;
  as?: () => SignedIn;
  door?: Partial<Door>;
  /** Goes where the door is, and says in what it stands. */
  reach(): Promise<Locator> | Locator;
}

const places: readonly Place[] = [
  { where: "at home", path: "/building/dashboard", reach: () => region(door.name) },
  {
    where: "at home, where it does not open",
    path: "/building/dashboard",
    door: { may: { operate: false } },
    reach: () => region("Puertas"),
  },
  { where: "among the cameras", path: "/building/dashboard/camaras", reach: () => region(door.name) },
  {
    where: "under a camera that is large",
    path: `/building/dashboard/camaras?camara=${camera.id}`,
    reach: () => page.getByRole("dialog", { name: camera.name }),
  },
  {
    where: "on the plan",
    path: "/building/dashboard/plano",
    reach: () => page.getByRole("list", { name: "Puertas en el plano" }),
  },
  {
    where: "in the plan's dialog",
    path: `/building/dashboard/plano?puerta=${door.id}`,
    reach: () => page.getByRole("dialog", { name: door.name }),
  },
  { where: "at the desk", path: "/acceso-visitante", as: doorman, reach: () => region("Entrada") },
  {
    where: "after a code",
    path: "/building/visits/code/confirm",
    as: doorman,
    reach: async () => {
      await page.getByLabelText("Código de ingreso").fill(visit.code);
      await press("Verificar");
      await press("Autorizar acceso");
      await page.getByRole("alertdialog").getByRole("button").click();
      return region("Código de la visita");
    },
  },
  { where: "in a call", path: `/llamada-visitante/${call.id}/true`, reach: () => screen },
  {
    where: "in a call, for a visitor",
    path: `/llamada-visitante/${call.id}/true`,
    reach: async () => {
      await press("Identificar visitante");
      await press("Visitante conocido");
      await press("Marta Mensajera");
      return region("Listo para abrir");
    },
  },
];

const repliesWith = (shown: Door): Replies =>
  calmDesk(placesReplies().on(listDoors, { doors: [shown] }))
    .on(listCameras, { cameras: [{ ...camera, doorId: door.id }] })
    .on(apartmentDirectory, { apartments: [] })
    .on(findPassByCode, { pass: null })
    .on(findVisit, { visit })
    .on(authoriseVisit, { visit: { ...visit, authorised: { at: SINCE, by: null } } })
    .on(readCall, { call })
    .on(listVisitors, { visitors: [{ id: idOf(0xe5d), name: "Marta Mensajera", image: "/foto.webp" }] });

for (const [at, place] of places.entries()) {
  test(`a door says how it is, in the same words ${place.where}`, async () => {
    const as = (place.as ?? resident)();
    const line = new ServerLine()
      .on(init, { userId: as.user.id, socketId: "line-1" })
      .on(doorClock, { steadyMs: 1 })
      .on(subscribeCamera, ({ camId }) => ({ camId, state: "starting" as const, since: SINCE }))
      .on(leaveCamera, {})
      .on(restoreCall, { call, otherPresent: false });
    const shown = { ...door, ...place.door };
    const replies = repliesWith(shown);
    await renderScreen(place.path, {
      as,
      replies,
      line,
      size: "phone",
      colorScheme: at % 2 === 0 ? "light" : "dark",
    });
    const where = await place.reach();
    await expect.poll(() => line.sent(init)).not.toEqual([]);
    for (const [told, words] of states) {
      const { leaf: _, ...plain } = shown;
      replies.on(listDoors, { doors: [{ ...plain, ...told }] });
      line.say("door:state", { buildingId: mirador.id });
      await expect.element(where.getByText(words, { exact: true }).first()).toBeVisible();
    }
    expect(await violations()).toEqual([]);
    expect(beyondTheEdge()).toEqual([]);
  });
}
