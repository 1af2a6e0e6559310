import { logout } from "@umbral/contract/auth/auth.contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { somebody } from "../../testing/screens/people.ts";
import { Replies } from "../../testing/screens/replies.ts";
import { renderScreen } from "../../testing/screens/screen.tsx";

test("a visitor who leaves at the welcome leaves no registration for pushes behind", async () => {
  await renderScreen("/", {
    as: somebody("VISITANTE_DESCONOCIDO", "Diana Desconocida"),
    replies: new Replies().on(logout, { ok: true }),
  });
  localStorage.setItem("tokenFirebase", "kept");
  await page.getByRole("button", { name: "Salir" }).click();
  await expect.poll(() => localStorage.getItem("authToken")).toBeNull();
  await expect.poll(() => localStorage.getItem("tokenFirebase")).toBeNull();
});
