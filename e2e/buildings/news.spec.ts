import { MIRADOR } from "../../apps/server/src/demo/accounts.ts";
import { expect, expectDevices, test } from "../umbral-test.ts";

test.use({ connected: [MIRADOR] });

test.describe("Lo que cambia en un edificio", () => {
  test("Andrés sees what changed before he could be told, and what changes while he looks", async ({
    signIn,
    product,
    expectInConsole,
  }) => {
    // The form asks the door's relay how it is, of a controller that may be busy with what just changed.
    expectInConsole("503");
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

    await page.getByRole("button", { name: "Cambiar: Puerta de los carros" }).click();
    await form.getByLabel("Nombre de la puerta").fill("Sótano");
    await form.getByRole("button", { name: "Guardar cambios" }).click();
    await expect(opens("Sótano")).toBeVisible();
    await expect(opens("Puerta de los carros")).toHaveCount(0);
  });
});
