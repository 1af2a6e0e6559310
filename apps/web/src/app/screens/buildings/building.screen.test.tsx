import { userEvent } from "@umbral/contract/alarms/alarms.contract";
import { init } from "@umbral/contract/auth/auth.contract";
import {
  type AdminBuilding,
  administerBuildings,
  readBuilding,
} from "@umbral/contract/buildings/building-list.contract";
import { leaveCamera, subscribeCamera } from "@umbral/contract/cameras/cameras.contract";
import {
  DOOR_OPEN,
  type Door,
  doorAction,
  doorClock,
  listDoors,
} from "@umbral/contract/doors/doors.contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { ServerLine } from "../../../../testing/screens/line.ts";
import { beyondTheEdge, holdToSilence, violations, wholePage } from "../../../../testing/screens/look.ts";
import {
  almendros,
  home,
  idOf,
  mirador,
  platformAdministrator,
  somebody,
} from "../../../../testing/screens/people.ts";
import { placesReplies } from "../../../../testing/screens/places.ts";
import { renderScreen } from "../../../../testing/screens/screen.tsx";

const LIST = "/admin-dashboard/buildings";
const as = platformAdministrator();

const building: AdminBuilding = {
  ...mirador,
  address1: "Calle 100 # 10-20",
  city: "Bogotá",
  state: "Bogotá D.C.",
  type: "RESIDENTIAL",
  timeZone: "America/Bogota",
  apartments: 8,
  doors: 1,
  controller: "online",
  lastSeenAt: "2026-11-20T12:00:00.000Z",
};
const camera = { id: idOf(0xbc1), name: "Garaje" };
const garage: Door = {
  id: idOf(0xbd2),
  name: "Garaje",
  localId: "2$",
  scope: "building",
  line: "online",
  cameras: [camera],
  cameraId: camera.id,
  left: 50,
  top: 50,
  tower: { id: idOf(0x70a), name: "A" },
  floor: { id: idOf(0xf00), name: "1" },
  may: { operate: true },
};

const replies = () =>
  placesReplies()
    .on(administerBuildings, ({ query }) => ({
      buildings: [{ ...building, ...almendros }, building].filter(({ name }) =>
        name.toLowerCase().includes(query.search ?? ""),
      ),
    }))
    .on(readBuilding, { building })
    .on(listDoors, { doors: [garage] });

const line = () =>
  new ServerLine()
    .on(init, { userId: as.user.id, socketId: "line-1" })
    .on(doorClock, { steadyMs: 1000 })
    .on(subscribeCamera, { camId: camera.id, state: "starting", since: "2026-11-20T12:00:00.000Z" })
    .on(leaveCamera, {})
    .on(doorAction, ({ door, action }) => ({ orderId: idOf(0xbdf), doorId: door, action }))
    .on(userEvent, { id: idOf(0xa1a), confirmed: true, siren: "silent" });

/** Where rows are cards, the headers of their table stand where nobody sees them. */
const isSeen = (part: string) => !part.startsWith("th: ");

for (const size of ["phone", "desktop"] as const) {
  test(`a building is found by its name, and opens a door of its plan (${size})`, async () => {
    const screen = await renderScreen(LIST, { as, size, replies: replies(), line: line() });
    const link = page.getByRole("link", { name: mirador.name, exact: true });
    await expect.element(page.getByRole("link", { name: almendros.name, exact: true })).toBeVisible();
    await wholePage();
    expect(await violations()).toEqual([]);
    expect(beyondTheEdge().filter(isSeen)).toEqual([]);
    await page.getByLabelText("Buscar por nombre").fill("mirador");
    await expect
      .element(page.getByRole("link", { name: almendros.name, exact: true }))
      .not.toBeInTheDocument();
    await link.click();
    await expect.element(page.getByRole("heading", { name: mirador.name, level: 1 })).toBeVisible();
    expect(screen.path()).toBe(`${LIST}/${mirador.id}`);
    await expect.element(page.getByRole("button", { name: /Garaje/ })).toBeVisible();
    await wholePage();
    expect(await violations()).toEqual([]);
    expect(beyondTheEdge()).toEqual([]);

    await page.getByRole("button", { name: /Garaje/ }).click();
    const door = page.getByRole("dialog", { name: "Garaje" });
    await expect.element(door.getByRole("img", { name: "Cámara Garaje" })).toBeVisible();
    await expect.poll(() => screen.line.sent(subscribeCamera)).toMatchObject([{ camId: camera.id }]);
    // The buttons of a door stay as they were from one screen to the next.
    if (size === "phone") {
      await door.getByRole("button", { name: "Abrir Garaje" }).click();
      await expect.element(door.getByRole("button", { name: "Puerta abierta" })).toBeVisible();
      expect(screen.line.sent(doorAction)).toMatchObject([
        { buildingId: mirador.id, door: garage.id, action: DOOR_OPEN },
      ]);
    }
    await expect.element(door.getByRole("button", { name: "Cerrar Garaje" })).toBeVisible();
    expect(await violations()).toEqual([]);
  });
}

test("the alarm of a building is silenced from the table, once that is confirmed", async () => {
  const screen = await renderScreen(LIST, { as, replies: replies(), line: line() });
  const silence = page.getByRole("button", { name: `Silenciar alarma: ${mirador.name}` });
  await silence.click();
  await page.getByRole("button", { name: "Cancelar" }).click();
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  expect(screen.line.sent(userEvent)).toEqual([]);
  await silence.click();
  await holdToSilence(() => expect.element(page.getByText("Alerta silenciada.").first()).toBeVisible());
  expect(screen.line.sent(userEvent)).toMatchObject([{ buildingId: mirador.id, event: "MUTE" }]);
});

test("who lives there has the same button beside the door's own", async () => {
  const screen = await renderScreen("/building/dashboard/plano", {
    as: somebody("RESIDENTE_LIDER", "Rosa Líder", home),
    replies: replies(),
    line: line(),
  });
  await page.getByRole("button", { name: /Garaje/ }).click();
  const door = page.getByRole("dialog", { name: "Garaje" });
  await door.getByRole("button", { name: "Silenciar alarma" }).click();
  await page.getByLabelText("Motivo (opcional)").fill("Falsa alarma");
  await holdToSilence(() => expect.element(page.getByText("Alerta silenciada.").first()).toBeVisible());
  expect(screen.line.sent(userEvent)).toMatchObject([
    { buildingId: mirador.id, event: "MUTE", reason: "Falsa alarma" },
  ]);
});
