import { press, says } from "../cards/desk.ts";
import { expect, type Person, test } from "../umbral-test.ts";

const USERS = "/admin-dashboard/users";
const row = ({ page }: Person, name: string) => page.getByRole("row").filter({ hasText: name });

test.describe("Administrar Usuarios", () => {
  test("somebody is deactivated, and their open screen is taken away", async ({ signIn, product }) => {
    const sergio = await signIn("Sergio Servicios", { size: "phone" });
    await expect(sergio.page.getByText("Sergio Servicios").first()).toBeVisible();
    const laura = await signIn("Laura Plataforma", { at: USERS });
    await expect(row(laura, "Rosa Líder")).toBeVisible();
    await laura.page.getByRole("searchbox", { name: "Buscar" }).fill("sérg mirador");
    await expect(row(laura, "Rosa Líder")).toHaveCount(0);
    await laura.page.getByRole("button", { name: "Desactivar a Sergio Servicios" }).click();
    const question = laura.page.getByRole("dialog", { name: "¿Desactivar a Sergio Servicios?" });
    await expect(question.getByLabel("Desactivar también sus tarjetas")).toBeChecked();
    await question.getByRole("button", { name: "Cancelar" }).click();
    await expect(question).toHaveCount(0);
    await laura.page.getByRole("button", { name: "Desactivar a Sergio Servicios" }).click();
    await question.getByRole("button", { name: "Continuar" }).click();
    await says(laura.page, "¡Excelente!", "Desactivación exitosa");
    await press(laura.page, "Entendido");
    await expect(sergio.page).toHaveURL(/\/$/);
    await expect(sergio.page.getByRole("button", { name: "Iniciar" })).toBeVisible();

    await laura.page.getByRole("button", { name: "Activar a Sergio Servicios" }).click();
    await laura.page.getByLabel("Activar también sus tarjetas").uncheck();
    await laura.page.getByRole("dialog").getByRole("button", { name: "Continuar" }).click();
    await says(laura.page, "¡Excelente!", "Activación exitosa");
    const card = await product.db
      .selectFrom("cards")
      .innerJoin("users", "users.id", "cards.user_id")
      .select(["users.active as user", "cards.active as card"])
      .where("users.name", "=", "Sergio Servicios")
      .executeTakeFirst();
    expect(card).toEqual({ user: true, card: false });
  });
});
