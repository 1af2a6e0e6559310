import {
  type DoorTrouble,
  type IntrusionEvent,
  listTodaysIntrusions,
} from "@umbral/contract/alarms/intrusions.contract";
import { init } from "@umbral/contract/auth/auth.contract";
import { pendingEmail } from "@umbral/contract/users/profile.contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { beyondTheEdge, everyLook, violations } from "../../../testing/screens/look.ts";
import { idOf, mirador, somebody } from "../../../testing/screens/people.ts";
import { Replies } from "../../../testing/screens/replies.ts";
import { renderScreen } from "../../../testing/screens/screen.tsx";

const trouble = (id: number, more: Partial<DoorTrouble> = {}): DoorTrouble => ({
  id: idOf(id),
  kind: "door-forced",
  buildingId: mirador.id,
  buildingName: mirador.name,
  timeZone: "America/Bogota",
  doorName: "Garaje",
  camera: null,
  at: "2026-11-20T03:42:00.000Z",
  ...more,
});
const event: IntrusionEvent = {
  id: idOf(1),
  kind: "door-forced",
  cameraId: null,
  cameraName: null,
  doorId: idOf(2),
  doorName: "Garaje",
  inputName: null,
  startTime: "2026-11-20T03:42:00.000Z",
  endTime: null,
  toldAt: null,
  hasBrokenPicture: false,
  imageUrls: [],
  imageTimes: [],
  buildingId: mirador.id,
  buildingName: mirador.name,
  timeZone: "America/Bogota",
};
const today = () =>
  new Replies().on(pendingEmail, { pending: null }).on(listTodaysIntrusions, {
    eventIntrusionDetails: [event],
    totalPages: 1,
    hasOlder: false,
  });

/** Pedro, who watches the doors, once the server could tell him something. */
async function openAsDoorman(look: Parameters<typeof renderScreen>[1]) {
  const as = somebody("PORTERIA", "Pedro Portero");
  const screen = await renderScreen("/profile", { as, replies: today(), ...look });
  await expect.element(page.getByRole("heading", { name: "Pedro Portero" })).toBeVisible();
  await expect.poll(() => screen.line.sent(init)).not.toEqual([]);
  return screen;
}

for (const look of everyLook) {
  test(`a forced door is said over what is on the screen (${look.size}, ${look.colorScheme})`, async () => {
    const screen = await openAsDoorman(look);
    screen.line.say("door_trouble", trouble(1));
    const strip = page.getByRole("alert").filter({ hasText: "Puerta forzada: Garaje" });
    await expect.element(strip).toBeVisible();
    await expect.element(strip).toHaveTextContent(/Edificio Mirador del Parque, 10:42 PM/);
    expect(beyondTheEdge()).toEqual([]);
    expect(await violations()).toEqual([]);
  });
}

test("one after the other is understood, and what happened is shown from there", async () => {
  const screen = await openAsDoorman({ size: "phone" });
  screen.line.say("door_trouble", trouble(1));
  screen.line.say(
    "door_trouble",
    trouble(2, { kind: "door-held", doorName: "Puerta principal", at: "2026-11-20T03:50:00.000Z" }),
  );
  const strip = page.getByRole("alert").filter({ hasText: "Puerta" });
  await expect
    .element(strip)
    .toHaveTextContent(/Puerta abierta demasiado tiempo: Puerta principal.* y 1 más/);
  await strip.getByRole("button", { name: "Entendido" }).click();
  await expect.element(strip).toHaveTextContent(/Puerta forzada: Garaje/);
  await strip.getByRole("button", { name: "Ver", exact: true }).click();
  const detail = page.getByRole("dialog", { name: "Puerta forzada" });
  await expect.element(detail.getByText("Este evento no tiene una cámara que mirar ahora.")).toBeVisible();
  await expect.element(detail.getByText(/En curso/)).toBeVisible();
  expect(await violations()).toEqual([]);
  await detail.getByRole("button", { name: "Cerrar" }).click();
  await expect.element(detail).not.toBeInTheDocument();
  await strip.getByRole("button", { name: "Entendido" }).click();
  await expect.element(strip).not.toBeInTheDocument();
});
