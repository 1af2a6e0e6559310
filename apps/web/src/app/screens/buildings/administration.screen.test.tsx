import { userEvent } from "@umbral/contract/alarms/alarms.contract";
import {
  type AdminBuilding,
  administerBuildings,
  exportBuildings,
} from "@umbral/contract/buildings/building-list.contract";
import { listOpenings } from "@umbral/contract/doors/openings.contract";
import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { ServerLine } from "../../../../testing/screens/line.ts";
import { beyondTheEdge, holdToSilence, violations, wholePage } from "../../../../testing/screens/look.ts";
import { almendros, mirador, platformAdministrator, somebody } from "../../../../testing/screens/people.ts";
import { placesReplies } from "../../../../testing/screens/places.ts";
import { failing, refused } from "../../../../testing/screens/replies.ts";
import { renderScreen } from "../../../../testing/screens/screen.tsx";

const building: AdminBuilding = {
  ...mirador,
  address1: "Calle 100 # 10-20",
  city: "Bogotá",
  state: "Bogotá D.C.",
  type: "RESIDENTIAL",
  timeZone: "America/Bogota",
  apartments: 8,
  doors: 3,
  controller: "online",
  lastSeenAt: "2026-11-20T12:00:00.000Z",
};
const as = platformAdministrator();
const replies = () => placesReplies().on(administerBuildings, { buildings: [building] });

/** The buttons of 'Panel de Administración', in their order, and where each leads (specification §2). */
const panel = [
  ["Administrar Tarjetas", "/admin-dashboard/card-manager"],
  ["Administrar Edificios", "/admin-dashboard/buildings"],
  ["Administrar Usuarios", "/admin-dashboard/users"],
  ["Monitoreo de Intrusos", "/admin-dashboard/events/event-intrusion"],
  ["Monitoreo Puertas Abiertas", "/admin-dashboard/events/open-door"],
] as const;

describe("the administration", () => {
  for (const size of ["phone", "desktop"] as const) {
    test(`begins with its panel of five buttons (${size})`, async () => {
      const all = replies();
      await renderScreen("/admin-dashboard", { as, size, replies: all });
      const title = page.getByRole("heading", { name: "Panel de Administración", level: 1 });
      await expect.element(title).toBeVisible();
      for (const [label, to] of panel) {
        const link = page.getByRole("main").getByRole("link", { name: label, exact: true });
        await expect.element(link).toHaveAttribute("href", to);
      }
      // Above them stands what is wrong, which comes later.
      await expect.element(page.getByText(/^Todo está en orden/)).toBeVisible();
      await wholePage();
      expect(await violations()).toEqual([]);
      expect(beyondTheEdge()).toEqual([]);
    });
  }

  test("has its own menu, and both readings of an address lead to one screen", async () => {
    const all = replies().on(listOpenings, { eventOpenDoorDetails: [], totalPages: 0, hasOlder: false });
    const screen = await renderScreen("/admin-dashboard/admin-buildings", { as, replies: all });
    await expect.poll(() => screen.path()).toBe("/admin-dashboard/buildings");
    const menu = page.getByRole("navigation", { name: "Menú principal" });
    await expect.element(menu.getByRole("link", { name: "Perfil", exact: true })).toBeVisible();
    for (const [group, ...labels] of [
      ["Edificio", "Administrar Edificios", "Administrar Apartamento"],
      ["Personas", "Administrador de tarjetas"],
      ["Accesos", "Verificar Código ingreso"],
    ] as const) {
      if (group !== "Edificio") {
        await menu.getByText(group, { exact: true }).click();
      }
      for (const label of labels) {
        await expect.element(menu.getByRole("link", { name: label, exact: true })).toBeVisible();
      }
    }
    const other = await renderScreen("/events/open-door", { as, replies: all });
    await expect.poll(() => other.path()).toBe("/admin-dashboard/events/open-door");
    const title = page.getByRole("heading", { name: "Monitoreo Puertas Abiertas", level: 1 });
    await expect.element(title).toBeVisible();
  });

  const paths = ["/admin-dashboard", "/admin-dashboard/buildings", "/admin-dashboard/events/open-door"];
  for (const path of [...paths, "/no-such-page"]) {
    test(`is no page at all for who administers nothing: ${path}`, async () => {
      await renderScreen(path, { as: somebody("CONSERJE", "Carla Conserje") });
      await expect.element(page.getByRole("heading", { name: "Esta página no existe" })).toBeVisible();
    });
  }

  test("sends who is not signed in to the login", async () => {
    const screen = await renderScreen("/admin-dashboard/buildings");
    await expect.poll(() => screen.path()).toBe("/");
  });
});

test("the table of buildings stands on a desk without anything axe complains of, also when none is found", async () => {
  const other: AdminBuilding = { ...building, ...almendros, controller: "away" };
  const all = placesReplies().on(administerBuildings, ({ query }) => ({
    buildings: query.search === "" ? [other, building] : [],
  }));
  await renderScreen("/admin-dashboard/buildings", { as, replies: all });
  await expect.element(page.getByRole("link", { name: mirador.name, exact: true })).toBeVisible();
  await expect.poll(() => page.getByText("En línea").elements()).toHaveLength(1);
  expect(await violations()).toEqual([]);
  expect(beyondTheEdge()).toEqual([]);
  await page.getByLabelText("Buscar por nombre").fill("nada de eso");
  await expect.element(page.getByText("Ningún edificio coincide con tu búsqueda.")).toBeVisible();
  expect(await violations()).toEqual([]);
});

test("buildings stand in the order that somebody wants, which the address keeps", async () => {
  const all = replies();
  const screen = await renderScreen("/admin-dashboard/buildings", { as, replies: all });
  const head = page.getByRole("columnheader", { name: "Ciudad" });
  await head.getByRole("button").click();
  await expect.element(head).toHaveAttribute("aria-sort", "ascending");
  await expect
    .poll(() => all.asked(administerBuildings).at(-1)?.query)
    .toMatchObject({ sort: "city", direction: "asc", page: 1 });
  expect(screen.path()).toBe("/admin-dashboard/buildings?orden=ciudad");
  expect(await violations()).toEqual([]);
});

test("a list is taken as it is narrowed, also by who presses right after typing", async () => {
  const all = replies().on(exportBuildings, "Edificio");
  await renderScreen("/admin-dashboard/buildings", { as, replies: all });
  await expect.element(page.getByRole("link", { name: mirador.name, exact: true })).toBeVisible();
  const search = page.getByLabelText("Buscar por nombre");
  await search.fill("mirador");
  await page.getByRole("button", { name: "Descargar CSV" }).click();
  await expect.poll(() => all.asked(exportBuildings).map(({ query }) => query.search)).toEqual(["mirador"]);
});

/** The specification's sentences of these actions (§8), each in its situation. */
const sentences = [
  ["Silenciar alarma", "FAULT", "No pudimos silenciar la alarma en este momento..."],
  ["Reiniciar edificio", "CONTROLLER_AWAY", "No pudimos reiniciar el edificio en este momento..."],
  ["Silenciar alarma", "NOT_FOUND", "¡Ups! Tuvimos un problema con la información del edificio..."],
  ["Reiniciar edificio", "NOT_FOUND", "¡Ups! Tuvimos un problema con la información del edificio..."],
] as const;

for (const [action, code, sentence] of sentences) {
  test(`${action}, ${code}: ${sentence}`, async () => {
    const line = new ServerLine().on(userEvent, failing(refused(code)));
    await renderScreen("/admin-dashboard/buildings", { as, replies: replies(), line });
    await page.getByRole("button", { name: `${action}: ${mirador.name}` }).click();
    const isSaid = () => expect.element(page.getByText(sentence)).toBeVisible();
    if (action === "Silenciar alarma") {
      await holdToSilence(isSaid);
    } else {
      await page.getByRole("button", { name: "Continuar" }).click();
      await isSaid();
    }
    const event = action === "Silenciar alarma" ? "MUTE" : "RESTART_RPI";
    expect(line.sent(userEvent)).toMatchObject([{ buildingId: mirador.id, event }]);
  });
}
