import { currentUser } from "@umbral/contract/auth/auth.contract";
import { pendingEmail } from "@umbral/contract/users/profile.contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { beyondTheEdge, everyLook, violations } from "../../testing/screens/look.ts";
import { idOf, somebody } from "../../testing/screens/people.ts";
import { placesReplies } from "../../testing/screens/places.ts";
import { renderScreen } from "../../testing/screens/screen.tsx";
import { createSessionStore } from "../lib/session.ts";
import { session } from "../lib/useSession.ts";
import { dialogs } from "./dialogs.ts";
import { notify, UNDO_MS } from "./notices.ts";

const boxOf = (element: Element): DOMRect => element.getBoundingClientRect();

for (const look of everyLook) {
  test(`a notice keeps a long word inside and covers no act under the thumb (${look.size}, ${look.colorScheme})`, async () => {
    const replies = placesReplies().on(pendingEmail, { pending: null });
    await renderScreen("/profile", { as: somebody("RESIDENTE", "Carla Residente"), replies, ...look });
    await expect.element(page.getByRole("heading", { level: 1 })).toBeVisible();
    notify(`Guardamos ${"abcdefghij".repeat(8)}.`, "good");
    const close = page.getByRole("button", { name: "Cerrar aviso" });
    await expect.element(close).toBeVisible();
    // Nothing moves any more once this was looked at.
    expect(await violations()).toEqual([]);
    expect(boxOf(close.element()).right).toBeLessThanOrEqual(window.innerWidth);
    expect(beyondTheEdge()).toEqual([]);
    const notice = boxOf(close.element().parentElement ?? close.element());
    if (look.size !== "desktop") {
      const header = boxOf(page.getByRole("banner").element());
      expect(notice.top).toBeGreaterThanOrEqual(header.bottom);
      expect(notice.bottom).toBeLessThan(window.innerHeight / 2);
    }
    // Beside it, what lies under is pressed.
    const beside = document.elementFromPoint(notice.left - 8, notice.top + notice.height / 2);
    expect(beside?.closest("main, aside, #root")).not.toBeNull();
  });
}

/** What one person is asked and told as another tab signs them out, or signs in somebody else. */
const asSara = somebody("CONSERJE", "Sara Conserje");
for (const [next, who] of [
  ["nobody", null],
  ["somebody else", { ...asSara, user: { ...asSara.user, id: idOf(0x5a) } }],
] as const) {
  test(`a question and a way back end with the session: ${next} answers for who left`, async () => {
    const carla = somebody("RESIDENTE", "Carla Residente");
    const replies = placesReplies()
      .on(pendingEmail, { pending: null })
      .on(currentUser, ({ token }) => (token === carla.token || who === null ? carla : who));
    await renderScreen("/profile", { as: carla, replies });
    await expect.element(page.getByRole("heading", { level: 1 })).toBeVisible();
    const undone: string[] = [];
    notify("Rosa quedó sin acceso.", "plain", UNDO_MS, {
      label: "Deshacer",
      run: () => undone.push("Rosa"),
    });
    const answered: boolean[] = [];
    for (const title of ["¿Retirar a Rosa?", "¿Retirar a Andrés?"]) {
      void dialogs.confirm({ title, irrevocable: true }).then((goesOn) => answered.push(goesOn));
    }
    const dialog = page.getByRole("alertdialog");
    await expect.element(dialog.getByRole("button", { name: "Continuar" })).toBeVisible();
    await expect.element(page.getByRole("button", { name: "Deshacer" })).toBeVisible();
    if (who === null) {
      localStorage.removeItem("authToken");
    } else {
      createSessionStore(localStorage).begin(who);
    }
    window.dispatchEvent(new StorageEvent("storage", { key: "authToken" }));
    expect(session.current()?.token).toBe(who?.token);
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(page.getByText("Rosa quedó sin acceso.")).not.toBeInTheDocument();
    expect([undone, answered]).toEqual([[], []]);
  });
}
