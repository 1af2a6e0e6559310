import { codeAt } from "../../apps/server/testing/code-app.ts";
import { expect, test, violations } from "../umbral-test.ts";
import { linkSentTo } from "./outbox.ts";

const PASSWORD = "cuatro gatos en el tejado";
const STEP_MS = 30_000;

test.describe("Administradores y su segundo paso", () => {
  test("Laura invites Marta, who sets a password, takes up a second factor on her phone, and comes back with it", async ({
    signIn,
    stranger,
    product,
    expectInConsole,
  }) => {
    expectInConsole("401");
    const { page } = await signIn("Laura Plataforma", { at: "/admin-dashboard" });
    const menu = page.getByRole("navigation", { name: "Menú principal" });
    await menu.getByText("Plataforma", { exact: true }).click();
    await menu.getByRole("link", { name: "Administradores" }).click();
    await page.getByRole("button", { name: "Crear administrador" }).click();
    const form = page.getByRole("dialog");
    await form.getByRole("button", { name: "Enviar invitación" }).click();
    await expect(form.getByText("* Debes diligenciar la cédula")).toBeVisible();
    await form.getByLabel("Cédula").fill("52.000.111");
    await form.getByLabel("Nombre").fill("Marta Nueva");
    await form.getByLabel("Correo").fill("marta@example.org");
    expect(await violations(page)).toEqual([]);
    await form.getByRole("button", { name: "Enviar invitación" }).click();
    const row = page.getByRole("row", { name: /Marta Nueva/ });
    await expect(row).toContainText("Sin contraseña");
    await expect(row).toContainText("Sin verificación");

    const phone = await stranger({ size: "phone", colorScheme: "dark" });
    await expect.poll(() => linkSentTo(phone.request, "marta@example.org", "/reset_password")).not.toBe("");
    await phone.goto(await linkSentTo(phone.request, "marta@example.org", "/reset_password"));
    await phone.getByLabel("Contraseña nueva").fill(PASSWORD);
    await phone.getByLabel("Confirma la contraseña").fill(PASSWORD);
    await phone.getByRole("button", { name: "Aceptar" }).click();

    const enter = async () => {
      await phone.getByLabel("Ingresar como Administrador (bb)").check();
      await phone.getByLabel("Cédula").fill("52000111");
      await phone.getByLabel("Contraseña", { exact: true }).fill(PASSWORD);
      await phone.getByRole("button", { name: "Iniciar" }).click();
    };
    await enter();
    await expect(phone.getByRole("heading", { name: "Activa la verificación en dos pasos" })).toBeVisible();
    await expect(phone.getByRole("img", { name: /Código QR/ })).toBeVisible();
    expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    expect(await violations(phone)).toEqual([]);
    const secret = (await phone.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText()).replaceAll(" ", "");
    await phone.getByLabel("Código", { exact: true }).fill("000000");
    await phone.getByRole("button", { name: "Activar e iniciar sesión" }).click();
    await expect(phone.getByText("El código no es válido o ya se usó.")).toBeVisible();
    await phone.getByLabel("Código", { exact: true }).fill(codeAt(secret, product.clock.now()));
    await phone.getByRole("button", { name: "Activar e iniciar sesión" }).click();
    const codes = phone.getByRole("listitem").filter({ hasText: /^[A-Z2-7]{5}-[A-Z2-7]{5}$/ });
    await expect(codes).toHaveCount(10);
    expect(await violations(phone)).toEqual([]);
    const recovery = await codes.first().innerText();
    await phone.getByRole("button", { name: "Ya los guardé" }).click();
    await expect(phone.getByRole("heading", { name: "Panel de Administración" })).toBeVisible();

    // Out, and in again with the second step; then with one of the codes on paper.
    const leave = async () => {
      await phone.goto("/profile");
      await phone.getByRole("button", { name: "Menú" }).click();
      await phone.getByRole("button", { name: "Salir" }).click();
    };
    await leave();
    product.clock.push(2 * STEP_MS);
    await enter();
    await expect(phone.getByRole("heading", { name: "Verificación en dos pasos" })).toBeVisible();
    await phone.getByLabel("Código", { exact: true }).fill(codeAt(secret, product.clock.now()));
    await phone.getByRole("button", { name: "Iniciar sesión" }).click();
    await expect(phone.getByRole("heading", { name: "Panel de Administración" })).toBeVisible();
    await leave();
    await enter();
    await phone.getByLabel("Código", { exact: true }).fill(recovery.toLowerCase());
    await phone.getByRole("button", { name: "Iniciar sesión" }).click();
    await expect(phone.getByRole("heading", { name: "Panel de Administración" })).toBeVisible();

    await phone.goto("/profile");
    await phone.getByRole("tab", { name: "Seguridad" }).click();
    const card = phone.getByRole("region", { name: "Verificación en dos pasos" });
    await expect(card).toContainText("Te quedan 9 códigos de respaldo.");
    await card.getByRole("button", { name: "Crear códigos de respaldo nuevos" }).click();
    await phone.getByRole("dialog").getByLabel("Contraseña actual").fill(PASSWORD);
    await phone.getByRole("dialog").getByRole("button", { name: "Continuar" }).click();
    await expect(phone.getByRole("dialog").getByRole("listitem")).toHaveCount(10);
    await phone.getByRole("button", { name: "Ya los guardé" }).click();
    await expect(card).toContainText("Te quedan 10 códigos de respaldo.");
  });
});
