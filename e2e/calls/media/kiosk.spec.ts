import { SHIFT_IDLE_MS } from "@umbral/contract/kiosks/kiosks.contract";
import { DEMONSTRATION_PASSWORD, MIRADOR } from "../../../apps/server/src/demo/accounts.ts";
import { openBy } from "../../doors/door.ts";
import { expectMoving } from "../../pictures.ts";
import { expect, expectDevices, test, violations } from "../../umbral-test.ts";
import { callApartment, holdTheClock, picture, ringing } from "../calling.ts";

const PIN = "482917";

test.use({ connected: [MIRADOR] });
holdTheClock();

test.describe("Un equipo de portería", () => {
  test("is paired by a code, rings homes by itself, opens doors for who is on shift, and is taken back", async ({
    signIn,
    stranger,
    product,
  }) => {
    const mirador = await product.db
      .selectFrom("buildings")
      .select("id")
      .where("name", "=", MIRADOR)
      .executeTakeFirstOrThrow();
    const settings = `/admin-dashboard/buildings/${mirador.id}/settings`;
    const laura = await signIn("Laura Plataforma", { at: settings });
    await laura.page.getByRole("tab", { name: "Equipos de portería" }).click();
    await laura.page.getByRole("button", { name: "Vincular equipo" }).click();
    await laura.page.getByRole("button", { name: "Crear código" }).click();
    const code = await laura.page.locator("[data-pairing-code]").textContent();

    const page = await stranger({ size: "tablet" });
    const kiosk = { page };
    await page.goto("/acceso/vincular");
    await page.getByLabel("Código de 8 números").fill(code ?? "");
    await page.getByRole("button", { name: "Vincular equipo" }).click();
    await expect(page.getByRole("heading", { name: "Te damos la bienvenida" })).toBeVisible();
    await expect(laura.page.getByRole("article", { name: "Portería" })).toContainText("Conectado");

    // Nobody is on shift: a visitor rings a home, sees and hears it.
    const tomas = await signIn("Tomás Temporal", { size: "phone" });
    await expectDevices(product, tomas);
    await page.getByRole("button", { name: "VISITANTE" }).click();
    await callApartment(kiosk, "A-102");
    await ringing(tomas).getByRole("button", { name: "Contestar" }).click();
    await expectMoving(picture(tomas));
    await expectMoving(picture(kiosk));
    expect(await violations(page)).toEqual([]);
    await page.getByRole("button", { name: /^Terminar llamada/ }).click();
    await expect(tomas.page.getByText("Llamada terminada").first()).toBeVisible();

    const pedro = await signIn("Pedro Portero", { size: "phone", at: "/profile" });
    await pedro.page.getByRole("tab", { name: "PIN de turno" }).click();
    await pedro.page.getByRole("button", { name: "Crear PIN de turno" }).click();
    const form = pedro.page.getByRole("dialog", { name: "PIN de turno" });
    await form.getByLabel("PIN nuevo").fill(PIN);
    await form.getByLabel("Repite el PIN").fill(PIN);
    await form.getByLabel("Tu contraseña").fill(DEMONSTRATION_PASSWORD);
    await form.getByRole("button", { name: "Guardar PIN" }).click();
    await expect(form).toHaveCount(0);

    await page.getByRole("button", { name: "Comenzar turno" }).click();
    const stepIn = page.getByRole("dialog", { name: "Comenzar turno" });
    await stepIn.getByLabel("Cédula").fill(pedro.cedula);
    await stepIn.getByLabel("PIN de turno").fill(PIN);
    await stepIn.getByRole("button", { name: "Comenzar turno" }).click();
    await expect(stepIn).toHaveCount(0);
    await expect(page.getByRole("banner")).toContainText("Pedro Portero");
    const door = await product.db
      .selectFrom("doors")
      .select("id")
      .where("name", "=", "Puerta principal")
      .executeTakeFirstOrThrow();
    const timesOpened = () => product.app.demonstration?.timesOpened(door.id);
    const before = timesOpened() ?? 0;
    const open = page.getByRole("button", { name: "Abrir Puerta principal" });
    await openBy(open);
    expect(timesOpened()).toBe(before + 1);
    // Its button says for seconds that it is open.
    await expect(open).toBeVisible();

    // He went for a coffee: whoever presses now is asked who they are.
    product.clock.push(SHIFT_IDLE_MS + 1000);
    await open.click();
    const asked = page.getByRole("dialog", { name: "Escribe tu PIN de turno" });
    await asked.getByLabel("PIN de turno").fill(PIN);
    await asked.getByRole("button", { name: "Continuar" }).click();
    await expect(asked).toHaveCount(0);
    expect(timesOpened()).toBe(before + 1);
    // Nobody types as fast as a story: what comes within 0.6 s is the same press of a nervous finger.
    await expect(async () => {
      await open.click();
      await expect.poll(timesOpened, { timeout: 2000 }).toBe(before + 2);
    }).toPass();

    await laura.page.getByRole("button", { name: "Retirar Portería" }).click();
    await laura.page.getByRole("alertdialog").getByRole("button", { name: "Continuar" }).click();
    await expect(page.getByLabel("Contraseña", { exact: true })).toBeVisible();
    await expect(page.getByText("Pedro Portero")).toHaveCount(0);
  });
});
