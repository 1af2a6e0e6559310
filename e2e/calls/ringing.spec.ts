import { expect, test } from "../umbral-test.ts";
import { callApartment, ringing, ringTomas } from "./calling.ts";

test.describe("Una llamada que timbra", () => {
  test("is over for both when the resident rejects, the doorman cancels, or nobody answers, and says which", async ({
    signIn,
    product,
  }) => {
    const { pedro, tomas } = await ringTomas(signIn, product);
    await ringing(tomas).getByRole("button", { name: "Dame un momento" }).click();
    await expect(ringing(tomas)).toHaveCount(0);
    await expect(pedro.page.getByRole("dialog").getByText("Dame un momento").first()).toBeVisible();
    // The other one of the home rings on: it is over when the doorman gives up.
    await pedro.page
      .getByRole("button", { name: /^(Cancelar|Terminar|Entendido)/ })
      .first()
      .click();
    await expect
      .poll(async () => {
        const row = await product.db
          .selectFrom("calls")
          .select("id")
          .where("status", "=", "ENTRANTE")
          .executeTakeFirst();
        return row === undefined;
      })
      .toBe(true);
    await tomas.page.goto("/building/dashboard/llamadas");
    await expect(tomas.page.getByText("Rechazada: Dame un momento").first()).toBeVisible();

    await callApartment(pedro, "A-102");
    await expect(ringing(tomas)).toBeVisible();
    await pedro.page.getByRole("button", { name: /^(Cancelar|Terminar)/ }).click();
    await expect(ringing(tomas)).toHaveCount(0);

    await callApartment(pedro, "A-102");
    await expect(ringing(tomas)).toBeVisible();
    product.clock.push(31_000);
    await expect(
      pedro.page
        .getByText(
          "Ya hemos notificado al residente, en unos momentos te podrá llamar de vuelta, o intenta nuevamente en 1 minuto...",
        )
        .first(),
    ).toBeVisible();
    await expect(ringing(tomas)).toHaveCount(0);
    // It goes away by itself after five seconds.
    await expect(pedro.page.getByText("Ya hemos notificado al residente").first()).toBeHidden({
      timeout: 8000,
    });
    const calls = await product.db
      .selectFrom("calls")
      .select("status")
      .where("callee_id", "=", tomas.id)
      .where("apartment_id", "is not", null)
      .where("status", "=", "PERDIDA")
      .execute();
    expect(calls).toHaveLength(1);
  });
});
