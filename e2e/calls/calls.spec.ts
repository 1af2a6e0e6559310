import { expectMoving } from "../pictures.ts";
import { expect, expectDevices, test, violations } from "../umbral-test.ts";
import { callApartment, ringing, ringTomas, talkToTomas } from "./calling.ts";

test.describe("Una llamada", () => {
  test("the doorman rings a home, one of its people answers, sees, opens and hangs up", async ({
    signIn,
    product,
  }) => {
    const pedro = await signIn("Pedro Portero", { size: "tablet", at: "/acceso" });
    await pedro.page.getByText("VISITANTE", { exact: true }).click();
    await expect(pedro.page).toHaveURL(/\/acceso-visitante/);
    const rosa = await signIn("Rosa Líder", { size: "phone" });
    const rosaAtHome = await signIn("Rosa Líder", { size: "desktop" });
    const andres = await signIn("Andrés Residente", { size: "phone" });
    await expectDevices(product, rosa, 2);

    await callApartment(pedro, "A-101");
    for (const person of [rosa, rosaAtHome, andres]) {
      await expect(ringing(person)).toContainText("Pedro Portero");
      await expect(ringing(person)).toContainText("A-101");
    }
    await ringing(rosa).getByRole("button", { name: "Contestar" }).click();

    // Everybody else stops ringing the moment somebody answers.
    await expect(ringing(rosaAtHome)).toHaveCount(0);
    await expect(ringing(andres)).toHaveCount(0);
    for (const person of [pedro, rosa]) {
      await expect(person.page).toHaveURL(/\/llamada-visitante\//);
      await expectMoving(person.page.getByLabel(/^(Imagen|Video|Cámara) de/));
      await expect(person.page.getByText("En llamada").first()).toBeVisible();
    }
    const calls = await product.db
      .selectFrom("calls")
      .select(["callee_id", "status"])
      .where("caller_id", "=", pedro.id)
      .where("status", "=", "CONTESTADA")
      .execute();
    expect(calls).toEqual([{ callee_id: rosa.id, status: "CONTESTADA" }]);

    // Only who is called opens the door.
    await expect(pedro.page.getByRole("button", { name: /Abrir/ })).toHaveCount(0);
    await rosa.page.getByRole("button", { name: "Abrir Puerta principal" }).click();
    await expect(rosa.page.getByText("Puerta abierta").first()).toBeVisible();
    await expect
      .poll(async () => {
        const events = await product.db
          .selectFrom("open_door_events")
          .select("origin")
          .where("user_id", "=", rosa.id)
          .where("origin", "=", "CALL")
          .execute();
        return events.length;
      })
      .toBe(1);
    expect(await violations(rosa.page)).toEqual([]);
    expect(await violations(pedro.page)).toEqual([]);

    await rosa.page.getByRole("button", { name: /^Terminar/ }).click();
    await expect(pedro.page.getByText("Llamada terminada").first()).toBeVisible();
    await expect(rosa.page).toHaveURL(/\/building\/dashboard/);
    const after = await product.db
      .selectFrom("calls")
      .select("status")
      .where("caller_id", "=", pedro.id)
      // Those of now: the demonstration has a past.
      .orderBy("created_at", "desc")
      .limit(2)
      .execute();
    expect(after.map(({ status }) => status)).toEqual(["TERMINADA", "TERMINADA"]);
  });

  test("the doorman hangs up and the other side hears it", async ({ signIn, product }) => {
    const { pedro, tomas } = await talkToTomas(signIn, product);
    await pedro.page.getByRole("button", { name: /^Terminar/ }).click();
    await expect(tomas.page.getByText("Llamada terminada").first()).toBeVisible();
    await expect(pedro.page).toHaveURL(/\/acceso-visitante/);
  });

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
});
