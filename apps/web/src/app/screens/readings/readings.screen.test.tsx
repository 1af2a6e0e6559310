import {
  type AccessEvent,
  exportDecisions,
  listDecisions,
  listTodaysDecisions,
} from "@umbral/contract/access-control/access-events.contract";
import { administerBuildings } from "@umbral/contract/buildings/building-list.contract";
import { listDoors } from "@umbral/contract/doors/doors.contract";
import { pendingEmail } from "@umbral/contract/users/profile.contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { beyondTheEdge, everyLook, violations, wholePage } from "../../../../testing/screens/look.ts";
import { home, idOf, mirador, platformAdministrator, somebody } from "../../../../testing/screens/people.ts";
import { drawnPicture } from "../../../../testing/screens/pictures.ts";
import { placesReplies } from "../../../../testing/screens/places.ts";
import { failing, refused } from "../../../../testing/screens/replies.ts";
import { renderScreen } from "../../../../testing/screens/screen.tsx";

const granted: AccessEvent = {
  id: idOf(1),
  at: "2026-11-20T12:00:00.000Z",
  toldAt: null,
  outcome: "granted",
  credential: "card",
  isOffline: false,
  doorId: idOf(2),
  doorName: "Puerta principal",
  userName: "Martina Niña",
  tag: null,
  imageUrl: null,
  hasBrokenPicture: false,
  buildingId: mirador.id,
  buildingName: mirador.name,
  timeZone: "America/Bogota",
};
const late: AccessEvent = {
  ...granted,
  id: idOf(3),
  outcome: "not-now",
  userName: "Sergio Servicios",
  isOffline: true,
};
const stranger: AccessEvent = {
  ...granted,
  id: idOf(4),
  outcome: "unknown",
  userName: null,
  tag: "04FFEE01",
  doorName: null,
};
const listOf = (...accessEvents: AccessEvent[]) => ({ accessEvents, totalPages: 1, hasOlder: false });
const replies = (...events: AccessEvent[]) =>
  placesReplies()
    .on(administerBuildings, { buildings: [] })
    .on(pendingEmail, { pending: null })
    .on(listDoors, { doors: [] })
    .on(listDecisions, listOf(...events))
    .on(listTodaysDecisions, listOf(...events));
const ALL = "/admin-dashboard/events/access";
const OWN = "/building/dashboard/lecturas";

/** Where rows are cards, the headers of their table stand where nobody sees them. */
const isSeen = (part: string) => !part.startsWith("th:");

for (const look of everyLook) {
  test(`readings say who, what came of it and where (${look.size}, ${look.colorScheme})`, async () => {
    const events = [{ ...granted, imageUrl: await drawnPicture() }, late, stranger];
    await renderScreen(ALL, { as: platformAdministrator(), replies: replies(...events), ...look });
    for (const words of [
      "Martina Niña",
      "Entró",
      "Fuera de su horario",
      "Decidido sin conexión",
      "Tarjeta 04FFEE01",
      "Tarjeta desconocida",
      "Una puerta que ya no existe",
    ]) {
      await expect.element(page.getByRole("table").getByText(words, { exact: true }).first()).toBeVisible();
    }
    // The bar at the foot covers what stands at the fold.
    await wholePage();
    expect(await violations()).toEqual([]);
    expect(beyondTheEdge().filter(isSeen)).toEqual([]);
    await page
      .getByRole("button", { name: /^Ver detalles de Martina/ })
      .first()
      .click();
    // At the side where there is room, over the list where there is none.
    const details = page.getByRole(look.size === "desktop" ? "complementary" : "dialog", { name: /Martina/ });
    await expect.element(details.getByRole("img")).toBeVisible();
    await expect.element(details.getByText(`Puerta principal · ${mirador.name}`)).toBeVisible();
    expect(await violations()).toEqual([]);
    expect(beyondTheEdge().filter(isSeen)).toEqual([]);
  });
}

test("show the picture beside the list, by the picture itself too", async () => {
  const events = [{ ...granted, imageUrl: await drawnPicture() }, late];
  await renderScreen(OWN, { as: somebody("PORTERIA", "Pedro Portero"), replies: replies(...events) });
  const details = (name: RegExp) => page.getByRole("complementary", { name });
  await page.getByRole("button", { name: /^Ver foto: Martina/ }).click();
  await expect.element(details(/Martina/).getByRole("img")).toBeVisible();
  await page.getByRole("button", { name: /^Ver detalles de Sergio/ }).click();
  await expect.element(details(/Sergio/).getByText("No hay foto disponible")).toBeVisible();
  expect(page.getByRole("dialog").elements()).toEqual([]);
});

test("are none, cannot be read, and are asked again", async () => {
  const given = replies().on(listDecisions, failing(refused("NOT_FOUND")));
  const screen = await renderScreen(ALL, { as: platformAdministrator(), replies: given });
  await expect.element(page.getByText("No pudimos cargar esta información.")).toBeVisible();
  const asked = given.asked(listDecisions).length;
  await page.getByRole("button", { name: "Intentar de nuevo" }).click();
  await expect.poll(() => given.asked(listDecisions).length).toBeGreaterThan(asked);
  given.on(listDecisions, listOf());
  screen.line.say("event_access", { buildingId: mirador.id });
  await expect.element(page.getByText("No hay lecturas de tarjetas registradas.")).toBeVisible();
});

test("are narrowed by person, outcome and day, and the file is of the same", async () => {
  const given = replies(late).on(exportDecisions, "Fecha y hora;Edificio\r\n");
  await renderScreen(`${ALL}?resultado=not-now&desde=2026-11-20&hasta=2026-11-20`, {
    as: platformAdministrator(),
    replies: given,
  });
  await expect.element(page.getByText("Sergio Servicios").first()).toBeVisible();
  await expect.element(page.getByRole("rowheader", { name: "20 nov 2026" })).toBeVisible();
  for (const chip of ["Desde 20 nov 2026", "Hasta 20 nov 2026"]) {
    await expect.element(page.getByRole("button", { name: `Quitar filtro: ${chip}` })).toBeVisible();
  }
  await page.getByText("Filtros", { exact: true }).click();
  await page.getByLabelText("Persona").fill("sergio");
  await expect.element(page.getByRole("button", { name: "Quitar filtro: sergio" })).toBeVisible();
  const asked = {
    person: "sergio",
    outcome: "not-now",
    from: "2026-11-20T05:00:00.000Z",
    to: "2026-11-21T05:00:00.000Z",
  };
  await expect.poll(() => given.asked(listDecisions).at(-1)?.query).toMatchObject(asked);
  await page.getByRole("button", { name: "Descargar CSV" }).click();
  await expect.poll(() => given.asked(exportDecisions).map(({ query }) => query)).toMatchObject([asked]);
});

test("of today come by themselves to the lobby under their day, which is offered nothing else of them", async () => {
  const given = replies({ ...granted, at: new Date().toISOString() });
  const screen = await renderScreen(OWN, {
    as: somebody("PORTERIA", "Pedro Portero"),
    replies: given,
    size: "phone",
  });
  await expect.element(page.getByRole("heading", { name: "Lecturas de hoy" })).toBeVisible();
  await expect.element(page.getByText("Martina Niña").first()).toBeVisible();
  await expect.element(page.getByRole("rowheader", { name: "Hoy" })).toBeVisible();
  expect(page.getByRole("button", { name: "Descargar CSV" }).elements()).toEqual([]);
  given.on(listTodaysDecisions, listOf(stranger, granted));
  screen.line.say("event_access", { buildingId: mirador.id });
  await expect.element(page.getByText("Tarjeta 04FFEE01").first()).toBeVisible();
  // The bar at the foot covers what stands at the fold.
  await wholePage();
  expect(await violations()).toEqual([]);
  expect(beyondTheEdge().filter(isSeen)).toEqual([]);
});

test("of today are narrowed by door and result at the desk", async () => {
  const given = replies(stranger);
  await renderScreen(`${OWN}?resultado=unknown&puerta=${idOf(2)}`, {
    as: somebody("PORTERIA", "Pedro Portero"),
    replies: given,
    size: "phone",
  });
  await expect.element(page.getByText("Tarjeta 04FFEE01").first()).toBeVisible();
  expect(given.asked(listTodaysDecisions).at(-1)?.query).toMatchObject({
    outcome: "unknown",
    doorId: idOf(2),
  });
  expect(page.getByLabelText("Persona").elements()).toEqual([]);
  await wholePage();
  expect(await violations()).toEqual([]);
  given.on(listTodaysDecisions, listOf());
  await page.getByText("Filtros", { exact: true }).click();
  await page.getByRole("combobox", { name: "Resultado" }).selectOptions("Entró");
  await expect
    .poll(() => given.asked(listTodaysDecisions).at(-1)?.query)
    .toMatchObject({ outcome: "granted" });
  await page.getByRole("button", { name: "Quitar filtros" }).click();
  await expect
    .poll(() => given.asked(listTodaysDecisions).at(-1)?.query)
    .toEqual(expect.not.objectContaining({ outcome: expect.anything() }));
});

test("of all days are read by whoever administers the building, and by nobody who only lives there", async () => {
  const given = replies(granted);
  await renderScreen(OWN, { as: somebody("ADMINISTRADOR", "Alberto Administrador"), replies: given });
  await expect.element(page.getByRole("heading", { name: "Lecturas de tarjetas" })).toBeVisible();
  await expect.element(page.getByText("Martina Niña").first()).toBeVisible();
  expect(given.asked(listDecisions).at(-1)?.query).toMatchObject({ buildingId: mirador.id });
  await renderScreen(OWN, { as: somebody("RESIDENTE", "Andrés Residente", home), replies: replies() });
  await expect.element(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(page.getByRole("link", { name: "Lecturas" }).elements()).toEqual([]);
  expect(page.getByText("Martina Niña").elements()).toEqual([]);
});
