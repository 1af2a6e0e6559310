import { readFile } from "node:fs/promises";
import { MIRADOR } from "../../apps/server/src/demo/accounts.ts";
import { expect, test } from "../umbral-test.ts";
import { doorNamed, openBy } from "./door.ts";

const LIST = "/admin-dashboard/events/open-door";

test.use({ connected: [MIRADOR] });

test.describe("Las puertas que se abrieron", () => {
  test("appear by themselves, and only tell that they are there further back", async ({
    signIn,
    product,
  }) => {
    const laura = await signIn("Laura Plataforma", { at: LIST });
    const photos = laura.page.getByRole("button", { name: /^Ver foto/ });
    await expect(photos).toHaveCount(40);
    await photos.first().click();
    const photo = laura.page.getByRole("dialog", { name: "Foto de la apertura" });
    await expect(photo.getByRole("img")).toBeVisible();
    await laura.page.keyboard.press("Escape");
    const andres = await signIn("Andrés Residente", { size: "phone", at: "/building/dashboard" });
    // Under the head and the day.
    const newest = laura.page.getByRole("row").nth(2);
    const before = await newest.textContent();
    await openBy(andres.page.getByRole("button", { name: "Abrir Puerta principal", exact: true }).first());
    await expect(newest).not.toHaveText(before ?? "");
    await expect(newest).toContainText("Andrés Residente");
    await expect(newest).toContainText("App");

    const [file] = await Promise.all([
      laura.page.waitForEvent("download"),
      laura.page.getByRole("button", { name: "Descargar CSV" }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^puertas-abiertas-\d{4}-\d\d-\d\d\.csv$/);
    const lines = (await readFile(await file.path(), "utf8")).split("\r\n");
    expect(lines[0]).toBe("\uFEFFFecha y hora;Edificio;Puerta;Persona;Apartamento;Cómo se abrió");
    expect(lines[1]).toMatch(/;Puerta principal;Andrés Residente;.*;App$/);

    await laura.page.getByRole("button", { name: "Página siguiente" }).click();
    await expect(laura.page).toHaveURL(/pagina=2/);
    await expect(laura.page.getByRole("button", { name: "Página 2", exact: true })).toHaveAttribute(
      "aria-current",
      "page",
    );
    const door = await doorNamed(product, "Puerta principal");
    door.happens({ kind: "press-exit-button", doorId: door.id });
    await laura.page.getByRole("button", { name: "Hay eventos nuevos" }).click();
    await expect(laura.page).not.toHaveURL(/pagina/);
  });
});
