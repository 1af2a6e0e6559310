import { expect, expectDevices, test } from "../umbral-test.ts";

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

  test("Andrés sees what changed between the first reading and the first moment he could be told", async ({
    signIn,
    product,
  }) => {
    const { building_id: id, name } = await product.db
      .selectFrom("doors")
      .select(["building_id", "name"])
      .where("local_id", "=", "2$")
      .executeTakeFirstOrThrow();
    const andres = await signIn("Andrés Residente", { size: "phone" });
    let letThrough = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      letThrough = resolve;
    });
    await andres.page.routeWebSocket(/socket\.io/, async (line) => {
      await held;
      line.connectToServer();
    });
    await andres.page.goto("/building/dashboard");
    const opens = (door: string) => andres.page.getByRole("button", { name: `Abrir ${door}` }).first();
    await expect(opens(name)).toBeVisible();
    await expectDevices(product, andres, 0);

    const { page } = await signIn("Laura Plataforma", {
      at: `/admin-dashboard/buildings/${id}/settings?ver=puertas`,
    });
    await page.getByRole("button", { name: `Cambiar: ${name}` }).click();
    const form = page.getByRole("dialog");
    await form.getByLabel("Nombre de la puerta").fill("Puerta de los carros");
    await form.getByRole("button", { name: "Guardar cambios" }).click();
    await expect(form).toHaveCount(0);

    letThrough();
    await expect(opens("Puerta de los carros")).toBeVisible();
  });
});
