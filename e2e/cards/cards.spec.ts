import { MIRADOR } from "../../apps/server/src/demo/accounts.ts";
import { drawPortrait } from "../../apps/server/src/demo/drawings.ts";
import { expect, test, violations } from "../umbral-test.ts";
import { CARD_MANAGER, consult, givePictureTo, press, says } from "./desk.ts";

test.use({ connected: [MIRADOR] });

test.describe("Las tarjetas", () => {
  test("a card is registered by holding it to a reader", async ({ signIn, stranger, product }) => {
    const laura = await signIn("Laura Plataforma", { at: CARD_MANAGER });
    const { page } = laura;
    const street = await stranger();
    await street.goto("/demo");
    await consult(page, "1.000.000.001");
    await expect(page.getByRole("heading", { name: "Rosa Líder" })).toBeVisible();
    await page.getByRole("button", { name: "Registrar tarjeta" }).click();
    await page.getByLabel("Edificio").selectOption({ label: "Edificio Mirador del Parque" });
    await page.getByLabel("Puerta", { exact: true }).selectOption({ label: "Garaje" });
    await page.getByRole("button", { name: "Configurar Lector" }).click();
    await expect(page.getByText("Lector configurado correctamente")).toBeVisible();

    await street.getByLabel("Tarjeta para Garaje").fill("04:f0:0b:a7");
    await street.getByRole("button", { name: "Pasar tarjeta en Garaje" }).click();
    await expect(page.getByLabel("Etiqueta", { exact: true })).toHaveValue("04F00BA7");
    const form = page.getByRole("dialog", { name: "Registrar tarjeta" });
    await form.getByLabel("Tipo", { exact: true }).selectOption({ label: "Carro" });
    await page.getByRole("button", { name: "Guardar tarjeta" }).click();
    await says(page, "¡Excelente!", "Proceso realizado con éxito");
    await press(page, "Entendido");
    await expect(page.getByRole("row").filter({ hasText: "04F00BA7" })).toContainText("Carro");
    const kept = await product.db
      .selectFrom("cards")
      .innerJoin("users", "users.id", "cards.user_id")
      .select(["users.name as name", "cards.type as type"])
      .where("cards.tag", "=", "04F00BA7")
      .executeTakeFirst();
    expect(kept).toEqual({ name: "Rosa Líder", type: "CAR" });

    // Nothing waits at the reader any more: a card that nobody knows opens nothing, and its light says so.
    await street.getByLabel("Tarjeta para Garaje").fill("04:00:00:01");
    await street.getByRole("button", { name: "Pasar tarjeta en Garaje" }).click();
    await expect(street.getByText("Lector: rojo")).toBeVisible();
    expect(await violations(street)).toEqual([]);
  });

  test("somebody is validated with their face and their document, and may hold cards then", async ({
    signIn,
    product,
  }) => {
    const { page } = await signIn("Laura Plataforma", { at: CARD_MANAGER });
    await consult(page, "1000000031");
    await expect(page.getByRole("heading", { name: "Validar usuario" })).toBeVisible();
    const picture = await drawPortrait(3);
    await givePictureTo(page, "Foto del rostro", picture);
    await givePictureTo(page, "Documento, cara frontal", picture);
    await givePictureTo(page, "Documento, cara posterior", picture);
    await page.getByRole("button", { name: "Validar usuario" }).click();
    await says(page, "¡Excelente!", "Usuario validado correctamente.");
    await press(page, "Entendido");
    await expect(page.getByText("Verificado", { exact: true })).toBeVisible();
    await expect(page.getByText("Esta persona todavía no tiene tarjetas.")).toBeVisible();
    const identity = await product.db
      .selectFrom("user_identities")
      .innerJoin("users", "users.id", "user_identities.user_id")
      .select("users.verified as verified")
      .where("users.cedula", "=", "1000000031")
      .executeTakeFirst();
    expect(identity).toEqual({ verified: true });
  });
});
