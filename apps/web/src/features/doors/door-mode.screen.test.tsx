import { init } from "@umbral/contract/auth/auth.contract";
import {
  readBuildingSettings,
  readTowers,
} from "@umbral/contract/buildings/administering-buildings.contract";
import { readCameras } from "@umbral/contract/cameras/administering-cameras.contract";
import { leaveCamera, subscribeCamera } from "@umbral/contract/cameras/cameras.contract";
import { readDoors } from "@umbral/contract/doors/administering-doors.contract";
import { setDoorMode } from "@umbral/contract/doors/door-modes.contract";
import { type Door, doorClock, listDoors } from "@umbral/contract/doors/doors.contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { mainDoor, mainDoorSettings } from "../../../testing/screens/doors.ts";
import { ServerLine } from "../../../testing/screens/line.ts";
import { beyondTheEdge, everyLook, violations } from "../../../testing/screens/look.ts";
import { idOf, mirador, platformAdministrator, somebody } from "../../../testing/screens/people.ts";
import { miradorSettings, placesReplies } from "../../../testing/screens/places.ts";
import { failing, refused } from "../../../testing/screens/replies.ts";
import { renderScreen } from "../../../testing/screens/screen.tsx";

const asAlways = { lockedUntil: null, freeUntil: null };
const inTwoHours = () => new Date(Date.now() + 2 * 3_600_000).toISOString();

const door = (more: Partial<Door> = {}): Door => ({
  ...mainDoor,
  may: { operate: true, setMode: "lock-or-free" },
  ...more,
});

/** Pedro at the plan, with one door open. */
async function openDoor(shown: Door, look: Parameters<typeof renderScreen>[1] = {}) {
  const as = somebody("PORTERIA", "Pedro Portero");
  const replies = look.replies ?? placesReplies();
  const screen = await renderScreen(`/building/dashboard/plano?puerta=${shown.id}`, {
    as,
    line: new ServerLine()
      .on(init, { userId: as.user.id, socketId: "line-1" })
      .on(doorClock, { steadyMs: 1 }),
    size: "phone",
    ...look,
    replies: replies.on(listDoors, { doors: [shown] }),
  });
  await expect.element(page.getByRole("dialog", { name: shown.name })).toBeVisible();
  return screen;
}

for (const look of everyLook) {
  test(`a door says that it is free, and is left free for an hour (${look.size}, ${look.colorScheme})`, async () => {
    const until = inTwoHours();
    const sent: object[] = [];
    const replies = placesReplies().on(setDoorMode, ({ body, params }) => {
      sent.push(body);
      return { door: { id: params.id, lockedUntil: null, freeUntil: until }, before: asAlways };
    });
    await openDoor(door({ mode: { mode: "free", until, origin: "APP", isConfirmed: false } }), {
      ...look,
      replies,
    });
    await expect
      .element(page.getByText(/^Libre hasta .*Falta que el controlador confirme$/).first())
      .toBeVisible();
    await page.getByRole("button", { name: "Modo de la puerta" }).click();
    const form = page.getByRole("dialog", { name: "Modo de la puerta: Puerta principal" });
    await form.getByRole("button", { name: "1 hora" }).click();
    expect(await violations()).toEqual([]);
    expect(beyondTheEdge()).toEqual([]);
    await form.getByRole("button", { name: "Dejar libre" }).click();
    await expect.poll(() => sent).toMatchObject([{ lockedUntil: null, freeUntil: expect.any(String) }]);
    await expect.element(form).not.toBeInTheDocument();
  });
}

test("a free door is as always again with one press, and what is refused is said", async () => {
  const replies = placesReplies().on(setDoorMode, failing(refused("DOOR_ONLY_PULSES")));
  await openDoor(door({ mode: { mode: "free", until: inTwoHours(), origin: "APP", isConfirmed: true } }), {
    replies,
  });
  await page.getByRole("button", { name: "Modo de la puerta" }).click();
  const form = page.getByRole("dialog", { name: "Modo de la puerta: Puerta principal" });
  await form.getByRole("button", { name: "Como siempre" }).click();
  await expect
    .element(page.getByText("El relé de esta puerta solo da pulsos", { exact: false }))
    .toBeVisible();
});

test("that its building is away is said once, however many cameras see the door", async () => {
  const since = "2026-11-20T15:42:00.000Z";
  const cameras = [1, 2].map((count) => ({ id: idOf(0xcc0 + count), name: `Cámara ${count}` }));
  const as = somebody("PORTERIA", "Pedro Portero");
  const line = new ServerLine()
    .on(init, { userId: as.user.id, socketId: "line-1" })
    .on(doorClock, { steadyMs: 1 })
    .on(subscribeCamera, ({ camId }) => ({ camId, state: "away" as const, since }))
    .on(leaveCamera, {});
  await openDoor(door({ line: "away", awaySince: since, cameras }), { line });
  const dialog = page.getByRole("dialog", { name: "Puerta principal" });
  const pictures = dialog.getByRole("figure");
  await expect.poll(() => pictures.elements()).toHaveLength(2);
  await expect.element(dialog.getByText(/sin conexión desde/i)).toBeVisible();
  expect(pictures.getByText("Sin conexión", { exact: true }).elements()).toEqual([]);
  expect(dialog.getByText(/sin conexión desde/i).elements()).toHaveLength(1);
  expect(await violations()).toEqual([]);
  expect(beyondTheEdge()).toEqual([]);
});

test("a time that is over is not sent, and a relay that only pulses can be locked alone", async () => {
  await openDoor(door({ may: { operate: true, setMode: "lock" } }));
  await page.getByRole("button", { name: "Modo de la puerta" }).click();
  const form = page.getByRole("dialog", { name: "Modo de la puerta: Puerta principal" });
  await expect.element(form.getByText("así que no puede quedar libre", { exact: false })).toBeVisible();
  await form.getByLabelText("Hasta", { exact: true }).fill("2020-01-01T10:00");
  await form.getByRole("button", { name: "Bloquear" }).click();
  await expect.element(form.getByText("* Escribe una hora que esté por venir")).toBeVisible();
  await expect.element(form.getByLabelText("Hasta", { exact: true })).toHaveFocus();
});

test("who may set no mode sees what a door is, and no button for it", async () => {
  await openDoor(
    door({ may: { operate: true }, mode: { mode: "free", until: null, origin: "ALARM", isConfirmed: true } }),
    { as: somebody("RESIDENTE", "Andrés Residente") },
  );
  await expect.element(page.getByText("Libre por emergencia").first()).toBeVisible();
  expect(page.getByRole("button", { name: "Modo de la puerta" }).elements()).toEqual([]);
});

for (const look of everyLook) {
  test(`is locked where the doors of a building are listed (${look.size}, ${look.colorScheme})`, async () => {
    const sent: object[] = [];
    const other = { ...mainDoorSettings, id: idOf(0xd02), name: "Garaje" };
    const replies = placesReplies()
      .on(readBuildingSettings, { building: miradorSettings })
      .on(readTowers, { towers: [] })
      .on(readCameras, { cameras: [] })
      .on(readDoors, { doors: [mainDoorSettings, other] })
      // Of the other nobody may set it.
      .on(listDoors, { doors: [door(), { ...mainDoor, id: other.id, name: other.name }] })
      .on(setDoorMode, ({ body, params }) => {
        sent.push({ ...params, ...body });
        return { door: { id: params.id, lockedUntil: inTwoHours(), freeUntil: null }, before: asAlways };
      });
    await renderScreen(`/admin-dashboard/buildings/${mirador.id}/settings?ver=puertas`, {
      as: platformAdministrator(),
      replies,
      ...look,
    });
    const ways = page.getByRole("button", { name: /^Modo de la puerta: / });
    if (look.size !== "desktop") {
      // There they stand among what is known of a door.
      await page.getByRole("button", { name: "Ver detalles de Puerta principal" }).click();
    }
    await expect.poll(() => ways.elements()).toHaveLength(1);
    expect(await violations()).toEqual([]);
    expect(beyondTheEdge()).toEqual([]);
    await ways.click();
    const form = page.getByRole("dialog", { name: "Modo de la puerta: Puerta principal" });
    await form.getByLabelText("Modo", { exact: true }).selectOptions("Bloqueada hasta…");
    await form.getByRole("button", { name: "Bloquear" }).click();
    await expect
      .poll(() => sent)
      .toMatchObject([{ id: mainDoor.id, lockedUntil: expect.any(String), freeUntil: null }]);
    await expect.element(form).not.toBeInTheDocument();
  });
}

test("until when it is free is told to who administers it on the clock of its building", async () => {
  const until = "2040-01-01T03:00:00.000Z";
  const replies = placesReplies()
    .on(readBuildingSettings, { building: { ...miradorSettings, timeZone: "Asia/Tokyo" } })
    .on(readTowers, { towers: [] })
    .on(readCameras, { cameras: [] })
    .on(readDoors, { doors: [mainDoorSettings] })
    .on(listDoors, {
      doors: [
        {
          ...mainDoor,
          id: mainDoorSettings.id,
          mode: { mode: "free", until, origin: "APP", isConfirmed: true },
        },
      ],
    });
  await renderScreen(`/admin-dashboard/buildings/${mirador.id}/settings?ver=puertas`, {
    as: platformAdministrator(),
    replies,
  });
  await expect.element(page.getByText("Libre hasta el 1 ene 2040 12:00 PM")).toBeVisible();
});
