import { MIRADOR } from "../../apps/server/src/demo/accounts.ts";
import { openBy } from "../doors/door.ts";
import { expect, test } from "../umbral-test.ts";

const DOOR = "Abrir Puerta principal";

test.use({ connected: [MIRADOR] });

test.describe("Los niveles de acceso", () => {
  test("who administers a building gives somebody a level, tries it, and their app opens the door until it is taken", async ({
    signIn,
  }) => {
    const elena = await signIn("Elena Empleada", { size: "phone", at: "/building/dashboard" });
    const alberto = await signIn("Alberto Administrador", { at: "/admin-dashboard/access-levels" });
    const { page } = alberto;
    const trial = page.getByRole("region", { name: "Probar acceso" });
    await trial.getByRole("searchbox", { name: "Persona" }).fill("elena");
    await trial.getByRole("button", { name: /Elena Empleada/ }).click();
    await trial.getByRole("combobox", { name: "Puerta" }).selectOption({ label: "Puerta principal" });
    await trial.getByRole("button", { name: "Probar acceso" }).click();
    await expect(trial.getByRole("status")).toHaveText("No: no tiene un nivel para esta puerta");
    await expect(elena.page.getByRole("button", { name: DOOR, exact: true })).toHaveCount(0);

    await page.getByRole("button", { name: "Dar un nivel" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("combobox", { name: "Nivel" }).selectOption({ label: "Personal" });
    await expect(
      dialog.getByText("Elena Empleada puede entrar por todas las puertas siempre."),
    ).toBeVisible();
    await dialog.getByRole("button", { name: "Dar nivel" }).click();
    await expect(page.getByText("Lo dio Alberto Administrador")).toBeVisible();
    await trial.getByRole("button", { name: "Probar acceso" }).click();
    await expect(trial.getByRole("status")).toHaveText("Elena puede entrar por la Puerta principal siempre");

    await openBy(elena.page.getByRole("button", { name: DOOR, exact: true }).first());

    // From another day on: at this hour neither the trial nor the door says yes.
    await page.getByRole("button", { name: "Cambiar desde cuándo y hasta cuándo: Personal" }).click();
    await dialog.getByLabel("Desde (opcional)").fill("2126-01-02T08:00");
    await dialog.getByRole("button", { name: "Guardar cambios" }).click();
    await expect(dialog).toHaveCount(0);
    await trial.getByRole("button", { name: "Probar acceso" }).click();
    await expect(trial.getByRole("status")).toHaveText(
      "No: a esa hora no. Puede entrar siempre desde el 2 ene 2126 8:00 AM",
    );
    await expect(elena.page.getByText("No puedes abrir esta puerta a esta hora.").first()).toBeVisible();
    await expect(elena.page.getByRole("button", { name: DOOR, exact: true })).toHaveCount(0);

    await page.getByRole("button", { name: "Quitar el nivel Personal" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Continuar" }).click();
    await expect(page.getByText("Elena Empleada no tiene niveles en este edificio.")).toBeVisible();
    await expect(elena.page.getByText("No puedes abrir esta puerta a esta hora.")).toHaveCount(0);
    await expect(elena.page.getByRole("button", { name: DOOR, exact: true })).toHaveCount(0);
  });
});
