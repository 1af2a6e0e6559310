import { ALMENDROS } from "../../apps/server/src/demo/accounts.ts";
import { expect, test, violations } from "../umbral-test.ts";

test.use({ connected: [ALMENDROS] });

test.describe("La plataforma", () => {
  test("chooses a building for its cameras, its alarms and its panic", async ({ signIn }) => {
    const { page } = await signIn("Laura Plataforma", { at: "/admin-dashboard" });
    const menu = page.getByRole("navigation", { name: "Menú principal" });
    const choose = () => page.getByRole("list", { name: "Edificios" }).getByText(ALMENDROS).click();
    await menu.getByText("Accesos", { exact: true }).click();
    await expect(menu.getByRole("link", { name: "Niveles de acceso" })).toBeVisible();
    await expect(menu.getByRole("link", { name: "Acceso", exact: true })).toHaveCount(0);

    await menu.getByText("Edificio", { exact: true }).click();
    await menu.getByRole("link", { name: "Cámaras" }).click();
    await expect(page.getByRole("heading", { name: "Cámaras", level: 1 })).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await choose();
    await expect(page.getByRole("heading", { name: ALMENDROS, level: 1 })).toBeVisible();
    await expect(page.locator("canvas").first()).toBeVisible();
    await page.getByRole("link", { name: "Elegir otro edificio" }).click();
    await expect(page.getByRole("list", { name: "Edificios" })).toBeVisible();

    await menu.getByText("Eventos", { exact: true }).click();
    await menu.getByRole("link", { name: "Alertas" }).click();
    await choose();
    await expect(page.getByRole("heading", { name: "Alertas", level: 1 })).toBeVisible();
    await expect(page.getByRole("main").getByText(ALMENDROS)).toBeVisible();

    await page.getByRole("button", { name: "Pánico" }).first().click();
    const events = page.getByRole("dialog", { name: "Alertas" });
    await expect(events.getByRole("button", { name: "Silenciar alarma" })).toHaveCount(0);
    await events.getByLabel("Edificio").selectOption({ label: ALMENDROS });
    await expect(events.getByText("Avisa a todas las personas del edificio.")).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await events.getByRole("button", { name: "Alerta de Seguridad (Intruso)" }).focus();
    await page.keyboard.down("Enter");
    await expect(events).toBeHidden();
    await page.keyboard.up("Enter");
    await expect(page.getByRole("alertdialog", { name: /Alerta de/ })).toContainText(ALMENDROS);
  });
});
