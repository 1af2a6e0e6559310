import { init } from "@umbral/contract/auth/auth.contract";
import { administerBuildings, readBuilding } from "@umbral/contract/buildings/building-list.contract";
import { listDoors } from "@umbral/contract/doors/doors.contract";
import { exportOpenings, listOpenings, type OpenDoorEvent } from "@umbral/contract/doors/openings.contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import {
  beyondTheEdge,
  choose,
  everyLook,
  says,
  violations,
  wholePage,
} from "../../../testing/screens/look.ts";
import { idOf, mirador, platformAdministrator } from "../../../testing/screens/people.ts";
import { drawnPicture } from "../../../testing/screens/pictures.ts";
import { placesReplies } from "../../../testing/screens/places.ts";
import { failing, refused } from "../../../testing/screens/replies.ts";
import { renderScreen } from "../../../testing/screens/screen.tsx";
import { queryClient } from "../../lib/queries.ts";

const LIST = "/admin-dashboard/events/open-door";
const DAY_MS = 86_400_000;

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
    const screen = await renderScreen("/admin-dashboard", { as: platformAdministrator(), replies });
    // What was read before the line was there is read again, and would fail a second time.
    await expect.poll(() => screen.line.sent(init)).not.toEqual([]);
    await page.getByRole("main").getByRole("link", { name: "Monitoreo Puertas Abiertas" }).click();
    await says("Error", sentence);
    await page.getByRole("alertdialog").getByRole("button", { name: "Entendido" }).click();
    await expect.element(page.getByRole("alertdialog")).not.toBeInTheDocument();
    expect(await violations()).toEqual([]);
    replies.on(listOpenings, { eventOpenDoorDetails: [opening], totalPages: 1, hasOlder: false });
    await page.getByRole("button", { name: "Intentar de nuevo" }).click();
    await expect.element(page.getByRole("button", { name: /^Ver foto/ })).toBeVisible();
  });
}

test("openings that fail again while that is said are said once", async () => {
  const replies = placesReplies()
    .on(administerBuildings, { buildings: [] })
    .on(listOpenings, failing(refused("FAULT", { message: "" })));
  const screen = await renderScreen("/admin-dashboard", { as: platformAdministrator(), replies });
  // What was read before the line was there is read again: that may fail once nothing is said any more, and is said anew.
  await expect.poll(() => screen.line.sent(init)).not.toEqual([]);
  await page.getByRole("main").getByRole("link", { name: "Monitoreo Puertas Abiertas" }).click();
  await says("Error", "No se pudieron obtener los eventos.");
  await queryClient.refetchQueries();
  await page.getByRole("alertdialog").getByRole("button", { name: "Entendido" }).click();
  await expect.element(page.getByRole("button", { name: "Intentar de nuevo" })).toBeVisible();
  await expect.element(page.getByRole("alertdialog")).not.toBeInTheDocument();
});

test("openings, a photo and what narrows them stand on a desk without anything axe complains of", async () => {
  const replies = placesReplies()
    .on(administerBuildings, { buildings: [] })
    .on(listOpenings, {
      eventOpenDoorDetails: [
        { ...opening, image_url: await drawnPicture() },
        { ...opening, id: idOf(3), doorId: null, userName: null, origin: "UNKNOWN", apartment: null },
      ],
      totalPages: 3,
      hasOlder: false,
      gaps: [
        {
          from: "2026-11-19T08:00:00.000Z",
          until: "2026-11-19T20:30:00.000Z",
          timeZone: "America/Bogota",
        },
      ],
    });
  await renderScreen(LIST, { as: platformAdministrator(), replies });
  const lost =
    "Entre el 19 nov 2026 3:00 AM y el 19 nov 2026 3:30 PM faltan registros: se restauró una copia.";
  await expect.element(page.getByText(lost)).toBeVisible();
  const photos = page.getByRole("button", { name: /^Ver foto/ });
  await expect.poll(() => photos.elements()).toHaveLength(2);
  expect(await violations()).toEqual([]);
  expect(beyondTheEdge()).toEqual([]);
  await photos.first().click();
  const photo = page.getByRole("dialog", { name: "Foto de la apertura" });
  await expect.element(photo.getByRole("img")).toBeVisible();
  await expect.element(photo.getByText(/Rosa Líder · Apartamento A-101 · App$/)).toBeVisible();
  expect(await violations()).toEqual([]);
  await userEvent.keyboard("{Escape}");
  await photos.last().click();
  await expect.element(photo.getByText("No hay foto disponible")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await page.getByText("Filtros").click();
  await expect.element(page.getByRole("searchbox", { name: "Persona" })).toBeVisible();
  expect(await violations()).toEqual([]);
  expect(beyondTheEdge()).toEqual([]);
});

test("openings fit a phone, are leafed through, narrowed to somebody, and taken as they are narrowed", async () => {
  const replies = placesReplies()
    .on(administerBuildings, { buildings: [] })
    .on(exportOpenings, "Fecha y hora\r\n")
    .on(listOpenings, ({ query }) => ({
      eventOpenDoorDetails:
        query.person === "lucia"
          ? [{ ...opening, userName: "Lucía Líder" }]
          : [opening, { ...opening, id: idOf(4) }],
      totalPages: query.person === "lucia" ? 1 : 7,
      hasOlder: false,
    }));
  const as = platformAdministrator();
  const screen = await renderScreen(LIST, { as, replies, size: "phone" });
  const photos = page.getByRole("button", { name: /^Ver foto/ });
  await expect.poll(() => photos.elements()).toHaveLength(2);
  await page.getByRole("button", { name: "Página siguiente" }).click();
  const second = page.getByRole("button", { name: "Página 2", exact: true });
  await expect.element(second).toHaveAttribute("aria-current", "page");
  expect(screen.path()).toBe(`${LIST}?pagina=2`);
  await expect.poll(() => replies.asked(listOpenings).at(-1)?.query.page).toBe(2);

  await page.getByText("Filtros").click();
  await page.getByLabelText("Persona").fill("lucia");
  await expect.element(page.getByRole("cell", { name: "Lucía Líder" })).toBeVisible();
  // A name that was typed is in no address; the entry of the history keeps it.
  expect(screen.path()).toBe(LIST);
  await expect.element(page.getByRole("button", { name: "Quitar filtro: lucia" })).toBeVisible();
  await wholePage();
  expect(await violations()).toEqual([]);
  expect(beyondTheEdge().filter((what) => !what.startsWith("th: "))).toEqual([]);
  await page.getByRole("button", { name: "Descargar CSV" }).click();
  await expect.poll(() => replies.asked(exportOpenings).map(({ query }) => query.person)).toEqual(["lucia"]);

  await screen.reload();
  await expect.element(page.getByRole("cell", { name: "Lucía Líder" })).toBeVisible();
  expect(photos.elements()).toHaveLength(1);
  await page.getByRole("button", { name: "Quitar filtros" }).click();
  await expect.poll(() => photos.elements()).toHaveLength(2);
  expect(screen.path()).toBe(LIST);
});

test("openings stand the oldest first when that is asked, which the address keeps, and some are kept as a file", async () => {
  const replies = placesReplies()
    .on(administerBuildings, { buildings: [] })
    .on(listOpenings, { eventOpenDoorDetails: [opening], totalPages: 1, hasOlder: true })
    .on(exportOpenings, "Fecha y hora");
  const screen = await renderScreen(LIST, { as: platformAdministrator(), replies });
  const when = page.getByRole("columnheader", { name: "Fecha y hora" });
  await expect.element(when).toHaveAttribute("aria-sort", "descending");
  await when.getByRole("button").click();
  await expect.element(when).toHaveAttribute("aria-sort", "ascending");
  await expect.poll(() => screen.path()).toBe(`${LIST}?orden=fecha`);
  await expect.element(page.getByText(/^Hay eventos más recientes\./)).toBeVisible();
  await screen.reload();
  await expect.element(page.getByRole("table", { name: /las más antiguas primero$/ })).toBeVisible();
  expect(replies.asked(listOpenings).at(-1)?.query).toMatchObject({ direction: "asc" });
  await page.getByRole("checkbox", { name: /^Elegir Puerta principal/ }).click();
  await page.getByRole("button", { name: "Descargar lo elegido" }).click();
  await expect.poll(() => replies.asked(exportOpenings)).toMatchObject([{ query: { ids: [opening.id] } }]);
  expect(await violations()).toEqual([]);
});

for (const look of everyLook) {
  test(`openings stand under their days, the newest first or the oldest (${look.size}, ${look.colorScheme})`, async () => {
    const at = (daysAgo: number) => new Date(Date.now() - daysAgo * DAY_MS).toISOString();
    const moments = [at(0), at(0), at(1), "2026-01-05T20:05:00.000Z"];
    const openings = moments.map((moment, count) => ({
      ...opening,
      id: idOf(0x10 + count),
      timestamp_camera: moment,
    }));
    const replies = placesReplies()
      .on(administerBuildings, { buildings: [] })
      .on(listOpenings, ({ query }) => ({
        eventOpenDoorDetails: query.direction === "asc" ? openings.toReversed() : openings,
        totalPages: 1,
        hasOlder: false,
      }));
    await renderScreen(LIST, { as: platformAdministrator(), replies, ...look });
    const day = (name: string) => page.getByRole("rowgroup", { name, exact: true });
    const heads = () =>
      page
        .getByRole("rowheader")
        .elements()
        .map(({ textContent }) => textContent);
    await expect.poll(heads).toEqual(["Hoy", "Ayer", "5 ene 2026"]);
    expect(day("Hoy").getByRole("row").elements()).toHaveLength(3);
    expect(day("Ayer").getByRole("row").elements()).toHaveLength(2);
    const told = look.size !== "desktop" ? "3:05 PM" : "5 ene 2026 3:05 PM";
    await expect.element(day("5 ene 2026").getByText(told, { exact: true })).toBeVisible();
    if (look.size !== "phone") {
      const right = (part: string) => document.querySelector(part)?.getBoundingClientRect().right ?? 0;
      await expect.poll(() => right("thead th:last-child")).toBeLessThanOrEqual(right("table"));
    }
    await wholePage();
    expect(await violations()).toEqual([]);
    expect(beyondTheEdge().filter((what) => !what.startsWith("th: "))).toEqual([]);

    if (look.size === "phone") {
      await choose("Ordenar por", "Fecha y hora: ascendente");
    } else {
      page.getByRole("columnheader", { name: "Fecha y hora" }).getByRole("button").element().focus();
      await userEvent.keyboard("{Enter}");
    }
    await expect.poll(heads).toEqual(["5 ene 2026", "Ayer", "Hoy"]);
  });
}

test("a door that is gone narrows the list, and is not called all of them", async () => {
  const replies = placesReplies()
    .on(administerBuildings, { buildings: [] })
    .on(readBuilding, {
      building: {
        ...mirador,
        address1: "Calle 100 # 10-20",
        city: "Bogotá",
        state: "Bogotá D.C.",
        type: "RESIDENTIAL",
        timeZone: "America/Bogota",
        apartments: 8,
        doors: 0,
        controller: "online",
        lastSeenAt: null,
      },
    })
    .on(listDoors, { doors: [] })
    .on(listOpenings, { eventOpenDoorDetails: [], totalPages: 1, hasOlder: false });
  await renderScreen(`${LIST}/${mirador.id}?puerta=${idOf(0xdead)}`, {
    as: platformAdministrator(),
    replies,
  });
  await expect.element(page.getByLabelText("Puerta", { exact: true })).toHaveDisplayValue("Una puerta");
});
