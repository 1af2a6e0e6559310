import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect, test } from "../umbral-test.ts";

/** Presses the button and gives the rows of the file that the browser kept. */
async function take(page: Page): Promise<{ name: string; rows: string[] }> {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Descargar CSV" }).click(),
  ]);
  const text = await readFile(await file.path(), "utf8");
  return { name: file.suggestedFilename(), rows: text.split("\r\n") };
}

test.use({ hasControllers: false });

test.describe("Descargar las listas", () => {
  test("Laura takes each list of a building as a file, as it is narrowed", async ({ signIn }) => {
    const { page } = await signIn("Laura Plataforma", { at: "/admin-dashboard/buildings" });
    await expect(page.getByRole("row", { name: /Almendros/ })).toBeVisible();
    await page.getByLabel("Buscar por nombre").fill("mirador");
    await expect(page.getByRole("row", { name: /Almendros/ })).toHaveCount(0);
    const buildings = await take(page);
    expect(buildings.name).toMatch(/^edificios-\d{4}-\d{2}-\d{2}\.csv$/);
    expect(buildings.rows).toHaveLength(3);
    expect(buildings.rows[1]).toContain("Edificio Mirador del Parque");
    const link = page.getByRole("link", { name: "Edificio Mirador del Parque", exact: true });
    const id = /buildings\/([0-9a-f-]{36})/.exec((await link.getAttribute("href")) ?? "")?.[1];

    await page.goto(`/admin-dashboard/buildings/${id}/apartments`);
    await expect(page.getByRole("row", { name: /A-101/ })).toBeVisible();
    await page.getByLabel("Buscar por nombre").fill("B-1");
    await expect(page.getByRole("row", { name: /A-101/ })).toHaveCount(0);
    const apartments = await take(page);
    expect(apartments.rows.slice(1, -1).map((row) => row.split(";")[2])).toEqual(["B-101", "B-102"]);

    for (const [tab, row] of [
      ["puertas", "Puerta principal;1;A;1;"],
      ["camaras", ";Simulada;"],
      ["personal", "Pedro Portero;Portería;1000000006"],
    ]) {
      await page.goto(`/admin-dashboard/buildings/${id}/settings?ver=${tab}`);
      const { rows } = await take(page);
      expect(rows.join("\n")).toContain(row);
    }
    await page.goto("/admin-dashboard/administrators");
    expect((await take(page)).rows.join("\n")).toContain("Laura Plataforma;900000001");
  });

  test("Alberto takes who waits in his building", async ({ signIn }) => {
    const { page } = await signIn("Alberto Administrador", {
      at: "/building/dashboard/apartments/requests/employee",
    });
    const { name, rows } = await take(page);
    expect(name).toMatch(/^solicitudes-/);
    expect(rows).toHaveLength(3);
    expect(rows[1]).toContain(";A-101;");
  });
});
