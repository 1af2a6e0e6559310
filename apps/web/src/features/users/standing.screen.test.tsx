import { currentUser, type Standing } from "@umbral/contract/auth/auth.contract";
import { pendingEmail } from "@umbral/contract/users/profile.contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { violations } from "../../../testing/screens/look.ts";
import { home, mirador, somebody } from "../../../testing/screens/people.ts";
import { placesReplies } from "../../../testing/screens/places.ts";
import { renderScreen } from "../../../testing/screens/screen.tsx";

test("who is rejected, and who is removed, reads so and not that something is pending", async () => {
  const { user } = somebody("RESIDENTE", "Raquel Recién Llegada", home);
  const { role: _role, apartment: _apartment, building: _building, ...raquel } = user;
  const standing: Standing = {
    state: "pending",
    since: "2026-11-20T20:05:00.000Z",
    role: "RESIDENTE",
    building: { name: mirador.name, timeZone: "America/Bogota" },
    apartment: { name: home.name },
  };
  const standsAs = (state: Standing["state"]) => ({
    user: { ...raquel, standing: { ...standing, state } },
    spaces: [],
  });
  const replies = placesReplies().on(pendingEmail, { pending: null }).on(currentUser, standsAs("pending"));
  const as = { token: "token-of-raquel", ...standsAs("pending") };
  const screen = await renderScreen("/profile", { as, size: "phone", replies });
  const pending = page.getByText("Tu solicitud está pendiente");
  await expect.element(pending).toBeVisible();

  replies.on(currentUser, standsAs("rejected"));
  await screen.reload();
  await expect.element(page.getByText("Tu solicitud fue rechazada")).toBeVisible();
  await expect
    .element(page.getByText(/Edificio Mirador del Parque la rechazó el 20 nov 2026 3:05 PM/))
    .toBeVisible();
  await expect.element(pending).not.toBeInTheDocument();
  expect(await violations()).toEqual([]);

  replies.on(currentUser, standsAs("removed"));
  await screen.reload();
  await expect.element(page.getByText("Se retiró tu acceso")).toBeVisible();
  await page.getByRole("link", { name: "Volver a pedir acceso" }).click();
  await expect.poll(screen.path).toBe("/apartment/user/register");
});
