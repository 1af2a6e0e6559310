import { expect, expectDevices, test, violations } from "../umbral-test.ts";
import { callApartment, ringing } from "./calling.ts";

test.use({ hasControllers: false });

test.describe("Llamadas de visitantes", () => {
  test("a call that is missed stands in the list that was open all the time", async ({ signIn, product }) => {
    const andres = await signIn("Andrés Residente", { size: "phone", at: "/building/dashboard/llamadas" });
    await expectDevices(product, andres);
    const rows = andres.page.getByRole("list", { name: "Llamadas del apartamento" }).getByRole("listitem");
    await expect(rows.first()).toBeVisible();
    const before = await rows.count();
    const diana = await signIn("Diana Desconocida", { size: "phone", at: "/acceso-visitante" });
    await callApartment(diana, "A-101");
    await expect(ringing(andres)).toContainText("Visitante sin verificar");
    expect(await violations(andres.page)).toEqual([]);
    product.clock.push(31_000);
    await expect(ringing(andres)).toHaveCount(0);
    await expect(rows).toHaveCount(before + 1);
    await expect(rows.first()).toContainText("Perdida: nadie contestó");
  });

  // The last one: who is blocked rings nobody in the stories after it.
  test("a home sees that nobody knows who rings, and blocks them from there", async ({ signIn, product }) => {
    const rosa = await signIn("Rosa Líder", { size: "phone", at: "/building/dashboard/llamadas" });
    await expectDevices(product, rosa);
    const rows = rosa.page.getByRole("list", { name: "Llamadas del apartamento" }).getByRole("listitem");
    await expect(rows.first()).toBeVisible();
    const before = await rows.count();
    const diana = await signIn("Diana Desconocida", { size: "phone", at: "/acceso-visitante" });
    await callApartment(diana, "A-101");

    const screen = rosa.page.getByRole("alertdialog", { name: /Diana Desconocida/ });
    await expect(screen).toContainText("Visitante sin verificar");
    await screen.getByRole("button", { name: "Bloquear a Diana Desconocida" }).click();
    await rosa.page.getByRole("button", { name: "Continuar" }).click();
    await expect(screen).toHaveCount(0);

    // The list was open all the time: it has grown by itself.
    await expect(rows).toHaveCount(before + 1);
    await expect(rows.first()).toContainText("Diana Desconocida");
    await expect(rows.first()).toContainText("Persona bloqueada");
  });
});
