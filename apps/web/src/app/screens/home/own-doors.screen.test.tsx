import { type Door, doorClock, listDoors } from "@umbral/contract/doors/doors.contract";
import { pendingEmail } from "@umbral/contract/users/profile.contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { mainDoor } from "../../../../testing/screens/doors.ts";
import { ServerLine } from "../../../../testing/screens/line.ts";
import { beyondTheEdge, everyLook, violations } from "../../../../testing/screens/look.ts";
import { home, idOf, somebody } from "../../../../testing/screens/people.ts";
import { failing, Replies, refused } from "../../../../testing/screens/replies.ts";
import { renderScreen } from "../../../../testing/screens/screen.tsx";

const entrance: Door = {
  ...mainDoor,
  floor: { id: idOf(0xf01), name: "1" },
  may: { operate: true, hours: "lun–sáb 6:00 AM–6:00 PM. Festivos: no" },
};
const garage: Door = {
  ...entrance,
  id: idOf(0xd02),
  name: "Garaje",
  localId: "2$",
  may: { operate: false, atOtherHours: true, hours: "lun 8:00 AM–9:00 AM. Festivos: no" },
};
const sergio = () => somebody("SERVICIOS", "Sergio Servicios");
const replies = (...doors: Door[]) =>
  new Replies().on(listDoors, { doors }).on(pendingEmail, { pending: null });

/** A door's buttons ask by which clock a press is aged. */
const line = () => new ServerLine().on(doorClock, { steadyMs: 1000 });

for (const look of everyLook) {
  test(`who sees no cameras finds their doors first, with their hours (${look.size}, ${look.colorScheme})`, async () => {
    await renderScreen("/profile", {
      as: sergio(),
      replies: replies(entrance, garage),
      line: line(),
      ...look,
    });
    await expect.element(page.getByText("Puedes abrir lun–sáb 6:00 AM–6:00 PM. Festivos: no.")).toBeVisible();
    await expect.element(page.getByRole("button", { name: "Abrir Puerta principal" })).toBeVisible();
    await expect.element(page.getByText("Puedes abrir lun 8:00 AM–9:00 AM. Festivos: no.")).toBeVisible();
    await expect.element(page.getByText(/No puedes abrir esta puerta a esta hora/)).toBeVisible();
    expect(page.getByRole("button", { name: "Abrir Garaje" }).elements()).toEqual([]);
    expect(await violations()).toEqual([]);
    expect(beyondTheEdge()).toEqual([]);
  });
}

test("who may open none is told whom to ask, and what could not be read is asked again", async () => {
  const given = replies().on(listDoors, failing(refused("NOT_FOUND")));
  await renderScreen("/profile", { as: sergio(), replies: given, size: "phone" });
  await expect.element(page.getByText("No pudimos cargar esta información.")).toBeVisible();
  const asked = given.asked(listDoors).length;
  await page.getByRole("button", { name: "Intentar de nuevo" }).click();
  await expect.poll(() => given.asked(listDoors).length).toBeGreaterThan(asked);
  await renderScreen("/profile", { as: sergio(), replies: replies(), size: "phone" });
  await expect.element(page.getByText(/^No puedes abrir puertas de Edificio Mirador/)).toBeVisible();
  expect(await violations()).toEqual([]);
});

test("who sees cameras opens there, and has no such tab", async () => {
  await renderScreen("/profile", { as: somebody("RESIDENTE", "Andrés Residente", home), replies: replies() });
  await expect.element(page.getByRole("tab", { name: "Mis datos" })).toBeVisible();
  expect(page.getByRole("tab", { name: "Inicio" }).elements()).toEqual([]);
});
