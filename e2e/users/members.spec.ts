import { expect, type Person, test } from "../umbral-test.ts";

const row = ({ page }: Person, name: string) => page.getByRole("listitem").filter({ hasText: name });
const answer = async ({ page }: Person, text: string, button: string) => {
  await expect(page.getByRole("alertdialog")).toContainText(text);
  await page.getByRole("alertdialog").getByRole("button", { name: button }).click();
};

test.describe("Familia", () => {
  test("a leader gives a stay an end, and removes a resident, whose open screen is taken away", async ({
    signIn,
  }) => {
    const andres = await signIn("Andrés Residente", { at: "/building/dashboard/plano" });
    await expect(andres.page.getByRole("heading", { level: 1 })).toBeVisible();
    const rosa = await signIn("Rosa Líder", { size: "phone", at: "/profile?ver=familia" });
    await rosa.page.getByRole("button", { name: "Cambiar la estadía de Andrés Residente" }).click();
    const stay = rosa.page.getByRole("dialog");
    await stay.getByText("Residente temporal").click();
    await stay.getByLabel("Último día").fill("2090-01-31");
    await stay.getByRole("button", { name: "Guardar cambios" }).click();
    await expect(rosa.page.getByText("Guardamos cómo vive aquí Andrés Residente.")).toBeVisible();
    await expect(row(rosa, "Andrés Residente")).toContainText("Hasta el 31 ene 2090 11:59 PM");
    await rosa.page.getByRole("button", { name: "Retirar a Andrés Residente" }).click();
    await answer(rosa, "¿Retirar a Andrés Residente?", "Continuar");
    await expect(row(rosa, "Andrés Residente")).toHaveCount(0);
    // His own screen knows it without being touched.
    await expect(andres.page.getByText("No se encuentra autorizado")).toBeVisible();
  });
});
