import { MIRADOR } from "../../../apps/server/src/demo/accounts.ts";
import { openBy } from "../../doors/door.ts";
import { expectMoving } from "../../pictures.ts";
import { expect, expectDevices, test, violations } from "../../umbral-test.ts";
import { callApartment, entrance, holdTheClock, picture, ringing, talkToTomas } from "../calling.ts";

holdTheClock();

test.use({ connected: [MIRADOR] });

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
    // Who stands at the entrance is seen before anybody answers.
    await expectMoving(entrance(ringing(rosa)));
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
    await openBy(rosa.page.getByRole("button", { name: "Abrir Puerta principal" }));
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

  test("answering a second call asks first, and ends the one before", async ({ signIn, product }) => {
    const { pedro, tomas } = await talkToTomas(signIn, product);
    const victor = await signIn("Víctor Visitante", { size: "phone", at: "/acceso-visitante" });
    await callApartment(victor, "A-102");
    const other = tomas.page.getByRole("region", { name: /Otra llamada/ });
    await expectMoving(entrance(other));
    await other.getByRole("button", { name: "Contestar" }).click();
    await expect(tomas.page.getByText("Ya estás en otra llamada")).toBeVisible();
    await tomas.page.getByRole("button", { name: "Cancelar" }).click();
    await expect(pedro.page.getByText("En llamada").first()).toBeVisible();
    await other.getByRole("button", { name: "Contestar" }).click();
    await tomas.page.getByRole("button", { name: "Continuar" }).click();
    await expect(pedro.page.getByText("Llamada terminada").first()).toBeVisible();
    await expectMoving(picture(tomas));
    await expect(tomas.page.getByRole("button", { name: "Bloquear" })).toBeVisible();
    const running = await product.db
      .selectFrom("calls")
      .select("caller_id")
      .where("callee_id", "=", tomas.id)
      .where("status", "=", "CONTESTADA")
      .execute();
    expect(running).toEqual([{ caller_id: victor.id }]);
  });
});
