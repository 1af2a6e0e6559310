import { hashPassword } from "#server";
import { clearOfTheBar, expect, sizes, test } from "../umbral-test.ts";

const PASSWORD = "cuatro gatos en el tejado";

test.describe("Desactivar y activar administradores", () => {
  test("Laura, on her phone, shuts Marta out while she works, and lets her in again", async ({
    signIn,
    stranger,
    product,
    expectInConsole,
  }) => {
    expectInConsole("401");
    await product.db
      .insertInto("users")
      .values({
        id: product.app.services.newId(),
        cedula: "52000333",
        name: "Marta Otra",
        email: "marta@example.org",
        user_type: "ADMIN",
        password_hash: await hashPassword(PASSWORD),
        photo_file_id: null,
        token_firebase: null,
        is_demonstration: true,
      })
      .execute();
    const marta = await stranger();
    const enter = async () => {
      await marta.getByLabel("Ingresar como Administrador (bb)").check();
      await marta.getByLabel("Cédula").fill("52000333");
      await marta.getByLabel("Contraseña", { exact: true }).fill(PASSWORD);
      await marta.getByRole("button", { name: "Iniciar" }).click();
    };
    await marta.goto("/login");
    await enter();
    await expect(marta.getByRole("heading", { name: "Panel de Administración" })).toBeVisible();

    const { page } = await signIn("Laura Plataforma", {
      at: "/admin-dashboard/administrators",
      size: "phone",
    });
    const open = async (name: string) => {
      const button = page.getByRole("button", { name: `Ver detalles de ${name}` });
      await clearOfTheBar(button);
      await button.click();
      return page.getByRole("dialog", { name });
    };
    // Laura's own account has no such button.
    const own = await open("Laura Plataforma");
    await expect(own).toContainText("Activo");
    await expect(own.getByRole("button", { name: /^Desactivar a/ })).toHaveCount(0);
    await page.keyboard.press("Escape");
    await expect(own).toBeHidden();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(sizes.phone.width);

    const details = await open("Marta Otra");
    await page.getByRole("button", { name: "Desactivar a Marta Otra" }).click();
    const question = page.getByRole("alertdialog");
    await expect(question).toContainText("¿Desactivar a Marta Otra?");
    await question.getByRole("button", { name: "Cancelar" }).click();
    await page.getByRole("button", { name: "Desactivar a Marta Otra" }).click();
    await question.getByRole("button", { name: "Continuar" }).click();
    await expect(page.getByText("Desactivación exitosa")).toBeVisible();
    await page.getByRole("button", { name: "Entendido" }).click();
    await expect(details).toContainText("Desactivado");

    // Marta did nothing, and is out.
    await expect(marta.getByRole("button", { name: "Iniciar" })).toBeVisible();
    await enter();
    await expect(marta.getByText("* Usuario o contraseña inválidos")).toBeVisible();

    await page.getByRole("button", { name: "Activar a Marta Otra" }).click();
    await question.getByRole("button", { name: "Continuar" }).click();
    await expect(page.getByText("Activación exitosa")).toBeVisible();
    await marta.getByRole("button", { name: "Iniciar" }).click();
    await expect(marta.getByRole("heading", { name: "Panel de Administración" })).toBeVisible();
  });
});
