import { expect, test } from "../umbral-test.ts";

test.describe("Lo que cambia en un edificio", () => {
  test("Andrés sees a door's new name, and another door, while he looks at his building", async ({
    signIn,
    product,
  }) => {
    const andres = await signIn("Andrés Residente", { size: "phone", at: "/building/dashboard" });
    const opens = (name: string) => andres.page.getByRole("button", { name: `Abrir ${name}` }).first();
    await expect(opens("Puerta principal")).toBeVisible();
    const { building_id: id } = await product.db
      .selectFrom("doors")
      .select("building_id")
      .where("name", "=", "Puerta principal")
      .executeTakeFirstOrThrow();
    const { page } = await signIn("Laura Plataforma", {
      at: `/admin-dashboard/buildings/${id}/settings?ver=puertas`,
    });
    await page.getByRole("button", { name: "Cambiar: Puerta principal" }).click();
    const form = page.getByRole("dialog");
    await form.getByLabel("Nombre de la puerta").fill("Puerta de la calle");
    await form.getByRole("button", { name: "Guardar cambios" }).click();
    await expect(opens("Puerta de la calle")).toBeVisible();
    await expect(opens("Puerta principal")).toHaveCount(0);
  });
});
