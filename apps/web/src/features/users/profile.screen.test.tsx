import { listSessions, type OwnSession } from "@umbral/contract/auth/sessions.contract";
import { pendingEmail } from "@umbral/contract/users/profile.contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { beyondTheEdge, everyLook, violations, wholePage } from "../../../testing/screens/look.ts";
import { home, idOf, somebody } from "../../../testing/screens/people.ts";
import { Replies } from "../../../testing/screens/replies.ts";
import { renderScreen } from "../../../testing/screens/screen.tsx";

const press = (name: string) => page.getByRole("button", { name, exact: true }).click();

const session = (count: number, device: string, isCurrent: boolean): OwnSession => ({
  id: idOf(count),
  createdAt: "2026-11-01T12:00:00.000Z",
  lastUsedAt: "2026-11-20T12:00:00.000Z",
  device,
  isCurrent,
});

for (const look of everyLook) {
  test(`one's profile has nothing axe would complain of, ${look.size}, ${look.colorScheme}`, async () => {
    const replies = new Replies().on(pendingEmail, { pending: null }).on(listSessions, {
      sessions: [session(1, "Chrome en Android", true), session(2, "Firefox en Windows", false)],
    });
    const as = somebody("PROPIETARIO", "Olga Propietaria", home);
    await renderScreen("/profile?ver=seguridad", { as, replies, ...look });
    await expect.element(page.getByText("esta sesión")).toBeVisible();
    expect(await violations()).toEqual([]);
    expect(beyondTheEdge()).toEqual([]);
    await press("Cambiar contraseña");
    await expect.element(page.getByLabelText("Contraseña actual")).toBeVisible();
    expect(await violations()).toEqual([]);
    await userEvent.keyboard("{Escape}");
    await page.getByRole("tab", { name: "Mis datos" }).click();
    await press("Cambiar correo");
    await expect.element(page.getByLabelText("Correo nuevo")).toBeVisible();
    expect(await violations()).toEqual([]);
    await userEvent.keyboard("{Escape}");
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
    await wholePage();
    await expect.element(page.getByRole("button", { name: "Cerrar sesión" })).toBeVisible();
    expect(await violations()).toEqual([]);
    expect(beyondTheEdge()).toEqual([]);
  });
}
