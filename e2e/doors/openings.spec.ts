import { readFile } from "node:fs/promises";
import { clearOfTheBar, expect, test, violations } from "../umbral-test.ts";

const LIST = "/admin-dashboard/events/open-door";

test.describe("Las puertas que se abrieron", () => {
  test("are listed with their photos, narrowed and taken away as a file", async ({ signIn }) => {
    const { page } = await signIn("Laura Plataforma", { size: "phone", at: LIST });
    await expect(page.getByRole("heading", { name: "Monitoreo Puertas Abiertas" })).toBeVisible();
    const photos = page.getByRole("button", { name: /^Ver foto/ });
    await expect(photos).toHaveCount(40);
    await clearOfTheBar(photos.first());
    expect(await violations(page)).toEqual([]);

    await photos.first().click();
    const photo = page.getByRole("dialog", { name: "Foto de la apertura" });
    await expect(photo.getByRole("img")).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await photos.last().click();
    await expect(photo.getByText("No hay foto disponible")).toBeVisible();
    await page.keyboard.press("Escape");

    await page.getByRole("button", { name: "Página siguiente" }).click();
    await expect(page).toHaveURL(/pagina=2/);
    await expect(page.getByRole("button", { name: "Página 2", exact: true })).toHaveAttribute(
      "aria-current",
      "page",
    );

    await page.getByText("Filtros").click();
    await page.getByLabel("Persona").fill("lucia");
    await expect(page.getByRole("cell", { name: "Rosa Líder" })).toHaveCount(0);
    await expect(page.getByRole("cell", { name: "Lucía Líder" }).first()).toBeVisible();
    await expect(page).toHaveURL(/persona=lucia/);
    await expect(page).not.toHaveURL(/pagina/);
    await clearOfTheBar(photos.first());
    expect(await violations(page)).toEqual([]);

    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Descargar CSV" }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^puertas-abiertas-\d{4}-\d\d-\d\d\.csv$/);
    const lines = (await readFile(await file.path(), "utf8")).trimEnd().split("\r\n");
    expect(lines[0]).toBe("\uFEFFFecha y hora;Edificio;Puerta;Persona;Apartamento;Cómo se abrió");
    expect(lines.length).toBeGreaterThan(5);
    expect(lines.slice(1).filter((line) => !line.includes(";Lucía Líder;"))).toEqual([]);

    await page.getByRole("button", { name: "Quitar filtros" }).click();
    await expect(page.getByLabel("Persona")).toHaveValue("");
    await expect(photos).toHaveCount(40);
  });

  test("appear by themselves, and only tell that they are there further back", async ({ signIn }) => {
    const laura = await signIn("Laura Plataforma", { at: LIST });
    await expect(laura.page.getByRole("button", { name: /^Ver foto/ })).toHaveCount(40);
    const andres = await signIn("Andrés Residente", { size: "phone", at: "/building/dashboard" });
    const open = andres.page.getByRole("button", { name: "Abrir Puerta principal", exact: true }).first();
    const newest = laura.page.getByRole("row").nth(1);
    const before = await newest.textContent();
    await open.click();
    await expect(newest).not.toHaveText(before ?? "");
    await expect(newest).toContainText("Andrés Residente");
    await expect(newest).toContainText("Aplicación");

    await laura.page.getByRole("button", { name: "Página siguiente" }).click();
    await expect(laura.page).toHaveURL(/pagina=2/);
    await open.click();
    await laura.page.getByRole("button", { name: "Hay eventos nuevos" }).click();
    await expect(laura.page).not.toHaveURL(/pagina/);
  });
});
