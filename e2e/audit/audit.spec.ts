import { readFile } from "node:fs/promises";
import { expect, test } from "../umbral-test.ts";

test.describe("La auditoría", () => {
  test("says who did what and from where, as a list and as a file, and forgets a person", async ({
    signIn,
  }) => {
    await signIn("Rosa Líder");
    await signIn("Andrés Residente");
    const { page } = await signIn("Laura Plataforma", { at: "/admin-dashboard" });
    // From where stands in its row on a large screen alone.
    await page.setViewportSize({ width: 1920, height: 1080 });
    const menu = page.getByRole("navigation", { name: "Menú principal" });
    await menu.getByText("Edificio", { exact: true }).click();
    await menu.getByRole("link", { name: "Auditoría" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Auditoría" })).toBeVisible();

    await page.getByLabel("Persona").fill("rosa li");
    const rows = page.getByRole("table", { name: "Auditoría" }).getByRole("row");
    // Under the head and the day.
    await expect(rows.nth(2)).toContainText("Rosa Líder");
    await expect(page.getByRole("table")).not.toContainText("Andrés Residente");
    await page.getByText("Filtros").click();
    await page.getByLabel("Acción").selectOption({ label: "Inició sesión" });
    await expect(page.getByRole("button", { name: "Quitar filtro: Inició sesión" })).toBeVisible();
    await expect(rows.nth(2)).toContainText("Inició sesión");
    await expect(rows.nth(2)).toContainText("127.0.0.1");

    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: "Descargar CSV" }).click();
    const file = await downloading;
    expect(file.suggestedFilename()).toMatch(/^auditoria-\d{4}-\d\d-\d\d\.csv$/);
    expect(await readFile(await file.path(), "utf8")).toContain(";Rosa Líder;Inició sesión;");

    await page.getByRole("button", { name: "Borrar sus datos" }).click();
    const dialog = page.getByRole("alertdialog");
    await expect(dialog).toContainText("Esta acción no se puede deshacer.");
    await dialog.getByRole("button", { name: "Continuar" }).click();
    await expect(page.getByText("Se borraron de la auditoría los datos de Rosa Líder.")).toBeVisible();
    await expect(rows.nth(2)).toContainText("Borrado");
    await expect(page.getByRole("table")).not.toContainText("127.0.0.1");
  });
});
