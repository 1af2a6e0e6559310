import { pendingEmail } from "@umbral/contract/users/profile.contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { beyondTheEdge, everyLook, violations } from "../../testing/screens/look.ts";
import { somebody } from "../../testing/screens/people.ts";
import { placesReplies } from "../../testing/screens/places.ts";
import { renderScreen } from "../../testing/screens/screen.tsx";
import { notify } from "./notices.ts";

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
