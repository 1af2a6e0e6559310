import { expect, type Person, test, violations } from "../umbral-test.ts";

const row = ({ page }: Person, name: string) => page.getByRole("listitem").filter({ hasText: name });
const answer = async ({ page }: Person, text: string, button: string) => {
  await expect(page.getByRole("alertdialog")).toContainText(text);
  await page.getByRole("alertdialog").getByRole("button", { name: button }).click();
};

test.use({ hasControllers: false });

test.describe("Familia", () => {
  test("a leader gives a resident's stay an end", async ({ signIn }) => {
    const rosa = await signIn("Rosa Líder");
    await rosa.page.getByRole("tab", { name: "Familia" }).click();
    await expect(row(rosa, "Andrés Residente")).toContainText("Residente");
    await expect(row(rosa, "Rosa Líder").getByRole("button")).toHaveCount(0);
    await rosa.page.getByRole("button", { name: "Cambiar la estadía de Andrés Residente" }).click();
    const stay = rosa.page.getByRole("dialog");
    await stay.getByText("Residente temporal").click();
    await stay.getByRole("button", { name: "Guardar cambios" }).click();
    await expect(stay.getByText("* El campo es obligatorio")).toBeVisible();
    await stay.getByLabel("Último día").fill("2020-01-01");
    await expect(stay.getByText("* La fecha de salida debe estar en el futuro")).toBeVisible();
    expect(await violations(rosa.page)).toEqual([]);
    await stay.getByLabel("Último día").fill("2090-01-31");
    await stay.getByRole("button", { name: "Guardar cambios" }).click();
    await answer(rosa, "Proceso realizado con éxito", "Entendido");
    await expect(row(rosa, "Andrés Residente")).toContainText("Hasta el 31 ene 2090 11:59 PM");
  });

  test("a leader removes a resident, whose open screen is taken away", async ({ signIn }) => {
    const andres = await signIn("Andrés Residente", { at: "/building/dashboard/plano" });
    await expect(andres.page.getByRole("heading", { level: 1 })).toBeVisible();
    const rosa = await signIn("Rosa Líder", { size: "phone", at: "/profile?ver=familia" });
    await rosa.page.getByRole("button", { name: "Quitar a Andrés Residente" }).click();
    await answer(rosa, "¿Quitar a Andrés Residente?", "Continuar");
    await answer(rosa, "¡Excelente!", "Entendido");
    await expect(row(rosa, "Andrés Residente")).toHaveCount(0);
    // His own screen knows it without being touched.
    await expect(andres.page.getByText("No se encuentra autorizado")).toBeVisible();
  });

  test("the administration finds any apartment's people, and may remove an owner", async ({ signIn }) => {
    const alberto = await signIn("Alberto Administrador", { at: "/profile?ver=apartamentos" });
    await alberto.page.getByRole("button", { name: /A-102/ }).first().click();
    await expect(row(alberto, "Olga Propietaria").getByRole("button", { name: "Quitar" })).toBeVisible();
    await expect(row(alberto, "Tomás Temporal")).toContainText("Hasta el");
    expect(await violations(alberto.page)).toEqual([]);
    await alberto.page.getByRole("button", { name: "Quitar a Olga Propietaria" }).click();
    await answer(alberto, "¿Quitar a Olga Propietaria?", "Continuar");
    await answer(alberto, "¡Excelente!", "Entendido");
    await expect(row(alberto, "Olga Propietaria")).toHaveCount(0);
  });
});
