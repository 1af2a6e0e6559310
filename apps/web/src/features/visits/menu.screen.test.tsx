import { logout } from "@umbral/contract/auth/auth.contract";
import { pendingEmail } from "@umbral/contract/users/profile.contract";
import { listVisits } from "@umbral/contract/visits/visits.contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { choose, violations } from "../../../testing/screens/look.ts";
import { home, mirador, platformAdministrator, somebody } from "../../../testing/screens/people.ts";
import { placesReplies } from "../../../testing/screens/places.ts";
import { renderScreen } from "../../../testing/screens/screen.tsx";

const replies = () => placesReplies().on(pendingEmail, { pending: null }).on(logout, { ok: true });
const verifies = page.getByRole("link", { name: "Verificar Código ingreso" });
const asks = page.getByRole("link", { name: "Solicitar código de ingreso" });

/** Whoever administers finds it in a group of their menu. */
const openAccesses = () =>
  page.getByRole("navigation", { name: "Menú principal" }).getByText("Accesos", { exact: true }).click();

const people = [
  { as: somebody("PORTERIA", "Pedro Portero"), leads: [1, 0] },
  { as: somebody("VISITANTE_DESCONOCIDO", "Diana Desconocida"), leads: [0, 1] },
  { as: somebody("RESIDENTE_LIDER", "Rosa Líder", home), leads: [0, 0] },
  { as: platformAdministrator(), leads: [1, 0] },
];
for (const { as, leads } of people) {
  test(`the menu of ${as.user.name} leads to ${leads.join(" and ")} of verifying and asking`, async () => {
    await renderScreen("/profile", { as, replies: replies() });
    await expect.element(page.getByRole("link", { name: "Perfil", exact: true })).toBeVisible();
    if (as.user.userType === "ADMIN") {
      await openAccesses();
    }
    await expect.poll(() => [verifies.elements().length, asks.elements().length]).toEqual(leads);
  });
}

test("a platform administrator says at which lobby they stand", async () => {
  const day = "2026-11-20";
  const all = replies().on(listVisits, { day, today: day, visits: [], totalPages: 1 });
  await renderScreen("/profile", { as: platformAdministrator(), replies: all });
  await openAccesses();
  await verifies.click();
  await choose("Edificio", mirador.name);
  await expect.element(page.getByRole("heading", { name: "Visitas de hoy" })).toBeVisible();
  expect(await violations()).toEqual([]);
});

test("'Salir' leads to the root from the screen that needs no session, too", async () => {
  const as = somebody("VISITANTE_DESCONOCIDO", "Diana Desconocida");
  const screen = await renderScreen("/profile", { as, replies: replies() });
  await asks.click();
  await expect.element(page.getByRole("heading", { name: "Solicitar código de ingreso" })).toBeVisible();
  await page.getByRole("button", { name: "Salir" }).click();
  await expect.poll(() => screen.path()).toBe("/");
});
