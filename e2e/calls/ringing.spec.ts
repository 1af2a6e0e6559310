import { expect, test, violations } from "../umbral-test.ts";
import { ringing, ringTomas } from "./calling.ts";

test.use({ hasControllers: false });

test.describe("Una llamada que timbra", () => {
  test("a resident rejects, and the doorman is told", async ({ signIn, product }) => {
    const { pedro, tomas } = await ringTomas(signIn, product);
    await ringing(tomas).getByRole("button", { name: "Dame un momento" }).click();
    await expect(ringing(tomas)).toHaveCount(0);
    await expect(pedro.page.getByText("Dame un momento").first()).toBeVisible();
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
  });

  test("the doorman cancels and nobody rings any more", async ({ signIn, product }) => {
    const { pedro, tomas } = await ringTomas(signIn, product);
    expect(await violations(tomas.page)).toEqual([]);
    await pedro.page.getByRole("button", { name: /^(Cancelar|Terminar)/ }).click();
    await expect(ringing(tomas)).toHaveCount(0);
  });

  test("the lobby finds by two letters and says when there is none", async ({ signIn }) => {
    const pedro = await signIn("Pedro Portero", { size: "tablet", at: "/acceso-visitante" });
    const search = pedro.page.getByLabel("Buscar apartamento o torre");
    await search.fill("   b-2");
    await expect(pedro.page.getByRole("button", { name: /^Llamar a B-20/ })).toHaveCount(2);
    await search.fill("zzz");
    await expect(pedro.page.getByText("Ningún apartamento coincide con tu búsqueda.").first()).toBeVisible();
    expect(await violations(pedro.page)).toEqual([]);
    await search.fill("B-101");
    await search.press("Enter");
    await expect(pedro.page.getByText("Apto no encontrado").first()).toBeVisible();
  });

  test("a call that is over is refused", async ({ signIn, product }) => {
    const pedro = await signIn("Pedro Portero", { at: "/acceso-visitante" });
    const tomas = await signIn("Tomás Temporal");
    const id = product.app.services.newId();
    const building = await product.db
      .selectFrom("spaces")
      .select("building_id")
      .where("user_id", "=", pedro.id)
      .executeTakeFirstOrThrow();
    const now = new Date();
    await product.db
      .insertInto("calls")
      .values({
        id,
        ringing_id: id,
        building_id: building.building_id,
        apartment_id: null,
        caller_id: pedro.id,
        caller_session_id: null,
        callee_id: tomas.id,
        callee_session_id: null,
        space_id: null,
        is_from_lobby: true,
        status: "PERDIDA",
        created_at: now,
        expires_at: now,
        ended_at: now,
      })
      .execute();
    await tomas.page.goto(`/llamada-visitante/${id}/true`);
    await expect(tomas.page.getByText("Esta llamada ya no se encuentra disponible").first()).toBeVisible();
  });

  test("nobody answers: both sides stop, and the lobby is told what was done", async ({
    signIn,
    product,
  }) => {
    const { pedro, tomas } = await ringTomas(signIn, product);
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
