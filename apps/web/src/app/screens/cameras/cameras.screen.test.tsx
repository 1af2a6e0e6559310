import { listCameras } from "@umbral/contract/cameras/cameras.contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { somebody } from "../../../../testing/screens/people.ts";
import { Replies } from "../../../../testing/screens/replies.ts";
import { renderScreen } from "../../../../testing/screens/screen.tsx";

test("who may not see cameras has no way to them, and their address asks for none", async () => {
  const replies = new Replies().on(listCameras, { cameras: [] });
  const as = somebody("SERVICIOS", "Sergio Servicios");
  await renderScreen("/building/dashboard", { as, replies });
  await expect.element(page.getByText("No se encuentra autorizado para realizar esta acción")).toBeVisible();
  const menu = page.getByRole("navigation", { name: "Menú principal" });
  await expect.element(menu.getByRole("link", { name: "Perfil" })).toBeVisible();
  expect(menu.getByRole("link", { name: "Cámaras" }).elements()).toEqual([]);
  expect(replies.asked(listCameras)).toEqual([]);
});
