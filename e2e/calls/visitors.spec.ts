import { expect, expectDevices, test, violations } from "../umbral-test.ts";
import { callApartment, ringing } from "./calling.ts";

test.describe("Llamadas de visitantes", () => {
  // It ends with a block: who is blocked rings nobody in the stories after it.
  test("a home sees in its open list who rang in vain, and that nobody knows them, and blocks them from there", async ({
    signIn,
    product,
  }) => {
    const rosa = await signIn("Rosa Líder", { size: "phone", at: "/building/dashboard/llamadas" });
    await expectDevices(product, rosa);
    const rows = rosa.page.getByRole("region", { name: "Llamadas del apartamento" }).getByRole("listitem");
    await expect(rows.first()).toBeVisible();
    const before = await rows.count();
    const diana = await signIn("Diana Desconocida", { size: "phone", at: "/acceso-visitante" });
    await callApartment(diana, "A-101");
    await expect(ringing(rosa)).toContainText("Visitante sin verificar");
    expect(await violations(rosa.page)).toEqual([]);
    product.clock.push(31_000);
    await expect(ringing(rosa)).toHaveCount(0);
    // The list was open all the time: it has grown by itself.
    await expect(rows).toHaveCount(before + 1);
    await expect(rows.first()).toContainText("Perdida: nadie contestó");

    await diana.page.goto("/acceso-visitante");
    await callApartment(diana, "A-101");
    const screen = rosa.page.getByRole("alertdialog", { name: /Diana Desconocida/ });
    await expect(screen).toContainText("Visitante sin verificar");
    await screen.getByRole("button", { name: "Bloquear a Diana Desconocida" }).click();
    await rosa.page.getByRole("button", { name: "Continuar" }).click();
    await expect(screen).toHaveCount(0);
    await expect(rows).toHaveCount(before + 2);
    await expect(rows.first()).toContainText("Diana Desconocida");
    await expect(rows.first()).toContainText("Persona bloqueada");
  });
});
