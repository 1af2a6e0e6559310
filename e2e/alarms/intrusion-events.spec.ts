import { clearOfTheBar, expect, test, violations } from "../umbral-test.ts";

const LIST = "/admin-dashboard/events/event-intrusion";

test.describe("Monitoreo de Intrusos", () => {
  test("shows what happened picture by picture, beside what happens now", async ({ signIn }) => {
    const { page } = await signIn("Laura Plataforma", { size: "phone", at: LIST });
    const events = page.getByRole("button", { name: /^Ver evento/ });
    await expect(events.first()).toBeVisible();
    await expect(page.getByText(/^Página 1 de \d+$/)).toBeVisible();
    await expect(page.getByRole("button", { name: "Anterior", exact: true })).toBeDisabled();
    await page.getByRole("button", { name: "Siguiente", exact: true }).click();
    await expect(page.getByText(/^Página 2 de \d+$/)).toBeVisible();
    await page.getByRole("button", { name: "Anterior", exact: true }).click();
    await expect(page.getByText(/^Página 1 de \d+$/)).toBeVisible();
    await clearOfTheBar(events.first());
    expect(await violations(page)).toEqual([]);

    // `violations` has asked for less motion: nothing plays until it is asked to.
    await page
      .getByRole("button", { name: /^Ver evento: Puerta forzada/ })
      .first()
      .click();
    const event = page.getByRole("dialog", { name: "Puerta forzada" });
    await expect(event.getByRole("img", { name: /foto 1 de 4/ })).toBeVisible();
    await expect(event.locator('[data-camera-state="live"]')).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await event.getByRole("button", { name: "Foto siguiente" }).click();
    await expect(event.getByText("2 / 4")).toBeVisible();
    await page.keyboard.press("ArrowRight");
    await expect(event.getByText("3 / 4")).toBeVisible();
    await page.keyboard.press("ArrowLeft");
    await expect(event.getByText("2 / 4")).toBeVisible();
    await event.getByRole("slider", { name: "Foto" }).press("Home");
    await expect(event.getByText("1 / 4")).toBeVisible();
    await event.getByRole("button", { name: "Reproducir" }).click();
    await expect(event.getByText("4 / 4")).toBeVisible();
    await expect(event.getByRole("button", { name: "Reproducir" })).toBeVisible();
  });

  test("is narrowed to a building and to what happened, and says when there is nothing", async ({
    signIn,
  }) => {
    const { page } = await signIn("Laura Plataforma", { at: LIST });
    await page.getByLabel("Edificio").selectOption("Conjunto Los Almendros");
    await expect(page).toHaveURL(/event-intrusion\/[0-9a-f-]{36}$/);
    await expect(page.getByRole("cell", { name: "Portería" }).first()).toBeVisible();
    await page.getByText("Filtros").click();
    await page.getByLabel("Qué pasó").selectOption("Puerta forzada");
    await expect(page.getByText("No hay eventos de intrusión disponibles.")).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.getByRole("button", { name: "Quitar filtros" }).click();
    await expect(page.getByRole("cell", { name: "Portería" }).first()).toBeVisible();
  });

  test("hears of a forced door while it is looked at", async ({ signIn, product }) => {
    const laura = await signIn("Laura Plataforma", { at: LIST });
    const newest = laura.page.getByRole("row").nth(1);
    await expect(newest).toBeVisible();
    const door = await product.db
      .selectFrom("doors")
      .select(["id", "building_id"])
      .where("name", "=", "Puerta principal")
      .executeTakeFirstOrThrow();
    const before = await newest.textContent();
    product.app.demonstration?.act(door.building_id, { kind: "force-door", doorId: door.id });
    await expect(newest).not.toHaveText(before ?? "");
    await expect(newest).toContainText("Puerta forzada");
    await expect(newest).toContainText("Puerta principal");
    // As the next story expects it.
    product.app.demonstration?.act(door.building_id, { kind: "let-door-go", doorId: door.id });
  });
});
