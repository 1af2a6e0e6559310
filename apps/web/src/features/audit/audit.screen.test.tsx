import { type AuditEntry, listAudit } from "@umbral/contract/audit/audit.contract";
import { administerBuildings } from "@umbral/contract/buildings/building-list.contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { resize } from "../../../testing/screens/frames.ts";
import { beyondTheEdge, violations, wholePage } from "../../../testing/screens/look.ts";
import { idOf, mirador, platformAdministrator, somebody } from "../../../testing/screens/people.ts";
import { miradorSettings, placesReplies } from "../../../testing/screens/places.ts";
import { renderScreen } from "../../../testing/screens/screen.tsx";

const SCREEN = "/admin-dashboard/audit";

const entry: AuditEntry = {
  id: idOf(0xad),
  at: "2026-11-20T12:00:00.000Z",
  action: "auth.signed-in",
  building: { ...mirador, timeZone: "America/Bogota" },
  actor: { id: idOf(0x21), name: "Rosa Líder" },
  about: ["Rosa Líder", "Apartamento A-101"],
  origin: { address: "2001:db8:85a3::8a2e:370:7334", device: "Chrome en Android" },
  change: { before: { phone: "+573001234567" }, after: { phone: "+573009876543" } },
  isErased: false,
  isSealed: true,
};

test("the audit fits a phone and the dark, and says so when there is nothing", async () => {
  const replies = placesReplies()
    .on(administerBuildings, { buildings: [] })
    .on(listAudit, ({ query }) => ({
      entries: query.person === "" ? [entry, { ...entry, id: idOf(0xae) }] : [],
      totalPages: 1,
      hasOlder: false,
    }));
  await renderScreen(SCREEN, { as: platformAdministrator(), size: "phone", colorScheme: "dark", replies });
  await expect.element(page.getByRole("table", { name: "Auditoría" })).toBeVisible();
  await expect.element(page.getByRole("rowgroup", { name: "20 nov 2026" })).toBeVisible();
  // What was done stands on the first screen: the filters are folded away.
  await expect.element(page.getByLabelText("Acción")).not.toBeVisible();
  await expect.element(page.getByRole("row").nth(1)).toBeInViewport();
  await wholePage();
  expect(document.documentElement.scrollWidth).toBe(360);
  expect(beyondTheEdge().filter((what) => !what.startsWith("th: "))).toEqual([]);
  expect(await violations()).toEqual([]);
  const rows = page.getByRole("row").elements().slice(1);
  expect(Math.max(...rows.map((row) => row.getBoundingClientRect().height))).toBeLessThan(80);
  await page
    .getByRole("button", { name: /^Ver detalles de Inició sesión, Rosa Líder, / })
    .first()
    .click();
  const over = page.getByRole("dialog");
  await expect.element(over).toHaveTextContent("2001:db8:85a3::8a2e:370:7334");
  await expect.element(over).toHaveTextContent("+573001234567 → +573009876543");
  expect(await violations()).toEqual([]);
  expect(document.documentElement.scrollWidth).toBe(360);
  await userEvent.keyboard("{Escape}");
  await resize(1440, 900);
  await page.getByText("Filtros").click();
  await expect.element(page.getByLabelText("Acción")).toBeVisible();
  expect(await violations()).toEqual([]);
  await page.getByLabelText("Persona").fill("nadie se llama así");
  await expect.element(page.getByText("No hay nada anotado con estos filtros.")).toBeVisible();
});

test("the ends of what was changed are told by the building's clock", async () => {
  // Ten in the evening of the first, in Bogotá: in UTC it is the second already.
  const change = {
    before: { name: "Martina Niña", until: "2026-12-02T03:00:00.000Z" },
    after: { name: "Martina Niño", until: null },
  };
  const replies = placesReplies()
    .on(administerBuildings, { buildings: [] })
    .on(listAudit, { entries: [{ ...entry, change }], totalPages: 1, hasOlder: false });
  await renderScreen(SCREEN, { as: platformAdministrator(), size: "phone", replies });
  await page.getByRole("button", { name: /^Ver detalles de / }).click();
  const details = page.getByRole("dialog");
  await expect.element(details).toHaveTextContent("Hasta: 1 dic 2026 10:00 PM → nada");
  await expect.element(details).toHaveTextContent("Nombre: Martina Niña → Martina Niño");
});

test("the audit is not there for who administers nothing", async () => {
  await renderScreen(SCREEN, { as: somebody("CONSERJE", "Carla Conserje") });
  await expect.element(page.getByRole("heading", { name: "Esta página no existe" })).toBeVisible();
});

test("a building is not chosen in the audit by who administers one", async () => {
  const all = [
    { ...miradorSettings, apartments: 8, doors: 3, controller: "online" as const, lastSeenAt: null },
    {
      ...miradorSettings,
      id: idOf(0xb2),
      name: "Bosque",
      apartments: 4,
      doors: 1,
      controller: "online" as const,
      lastSeenAt: null,
    },
  ];
  const replies = placesReplies()
    .on(administerBuildings, { buildings: all })
    .on(listAudit, { entries: [entry], totalPages: 1, hasOlder: false });
  await renderScreen(SCREEN, { as: platformAdministrator(), replies });
  await page.getByText("Filtros").click();
  await expect.element(page.getByRole("combobox", { name: "Edificio" })).toBeVisible();
  const own = placesReplies()
    .on(administerBuildings, { buildings: all.slice(0, 1) })
    .on(listAudit, { entries: [entry], totalPages: 1, hasOlder: false });
  await renderScreen(SCREEN, { as: somebody("ADMINISTRADOR", "Alberto Administrador"), replies: own });
  await page.getByText("Filtros").click();
  await expect.element(page.getByLabelText("Acción")).toBeVisible();
  expect(page.getByRole("combobox", { name: "Edificio" }).elements()).toEqual([]);
});

const looksAtAudit = [
  ["laptop", "desktop"],
  ["phone", "phone"],
] as const;
for (const [device, size] of looksAtAudit) {
  test(`what was done, to whom and by whom is read whole in the audit of a ${device}`, async () => {
    const replies = placesReplies()
      .on(administerBuildings, { buildings: [] })
      .on(listAudit, {
        entries: [
          {
            ...entry,
            action: "users.staff-invited",
            actor: { id: idOf(0x21), name: "Alberto Administrador" },
            about: ["Rosa Líder", "Apartamento A-101"],
          },
        ],
        totalPages: 1,
        hasOlder: false,
      });
    await renderScreen(SCREEN, { as: platformAdministrator(), size, replies });
    await expect
      .element(page.getByRole("cell", { name: "Invitó a alguien a un rol en el edificio", exact: true }))
      .toBeVisible();
    // On a phone what stands below is cut, and is among the details.
    const cells = [...document.querySelectorAll("tbody td[data-column]")];
    await expect.element(page.getByText("Rosa Líder, Apartamento A-101")).toBeVisible();
    expect(cells.length).toBeGreaterThan(0);
    // A column is as wide as the longest of its lines once they were measured.
    await expect
      .poll(() => cells.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth))
      .toEqual([]);
    expect(beyondTheEdge().filter((what) => !what.startsWith("th: "))).toEqual([]);
    expect(await violations()).toEqual([]);
    await page.getByRole("button", { name: /^Ver detalles de / }).click();
    await expect.element(page.getByText("2001:db8:85a3::8a2e:370:7334")).toBeVisible();
  });
}
