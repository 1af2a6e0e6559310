import { MIRADOR } from "../../apps/server/src/demo/accounts.ts";
import { expect, type Person, test, violations } from "../umbral-test.ts";

/** Presses as a thumb does, until the ring is full. */
async function hold(person: Person, name: string): Promise<void> {
  const button = person.page.getByRole("button", { name });
  await button.focus();
  await person.page.keyboard.down("Enter");
  await expect(person.page.getByRole("dialog", { name: /^(Alertas|Simulacro)$/ })).toBeHidden();
  await person.page.keyboard.up("Enter");
}

/** Holds the button of the sheet until the alarm is silent. */
async function silence({ page }: Person): Promise<void> {
  const sheet = page.getByRole("dialog", { name: "Silenciar alarma" });
  await sheet.getByRole("button", { name: "Silenciar alarma" }).focus();
  await page.keyboard.down("Enter");
  await expect(sheet).toBeHidden();
  await page.keyboard.up("Enter");
}

const panic = (person: Person) => person.page.getByRole("alertdialog", { name: /Alerta de/ });
const strip = (person: Person) => person.page.getByRole("region", { name: "Alerta activa" });

test.use({ connected: [MIRADOR] });

test.describe("Alertas", () => {
  test("an emergency reaches the building, is understood, silenced with a reason and closed with a note", async ({
    signIn,
  }) => {
    const rosa = await signIn("Rosa Líder", { size: "phone" });
    const pedro = await signIn("Pedro Portero", {
      size: "tablet",
      colorScheme: "dark",
      at: "/acceso-visitante",
    });

    await rosa.page
      .getByRole("navigation", { name: "Accesos rápidos" })
      .getByRole("button", { name: "Pánico" })
      .click();
    await expect(rosa.page.getByRole("button", { name: "Alerta de Seguridad (Intruso)" })).toBeVisible();
    // A tap is not enough.
    await rosa.page.getByRole("button", { name: /^Alerta de Emergencia/ }).click();
    await expect(rosa.page.getByRole("dialog", { name: "Alertas" })).toBeVisible();
    expect(await violations(rosa.page)).toEqual([]);
    await hold(rosa, "Alerta de Emergencia (terremotos, incendios...)");

    await expect(
      rosa.page.getByText("Alerta enviada a todo el edificio. La sirena está sonando."),
    ).toBeVisible();
    await expect(panic(pedro)).toContainText("Alerta de Emergencia");
    await expect(panic(pedro)).toContainText("Rosa Líder, apartamento A-101");
    await expect(panic(pedro)).toContainText("Edificio Mirador del Parque");

    // Somebody who opens the app afterwards is told too.
    const alberto = await signIn("Alberto Administrador");
    await expect(panic(alberto)).toContainText("Alerta de Emergencia");

    // A page that is left takes with it what it has not told yet.
    const told = pedro.page.waitForResponse((response) => response.url().endsWith("/seen"));
    await panic(pedro).getByRole("button", { name: "Entendido" }).click();
    await expect(panic(pedro)).toHaveCount(0);
    await told;
    await pedro.page.reload();
    await expect(strip(pedro)).toBeVisible();
    await expect(panic(pedro)).toHaveCount(0);

    await panic(alberto).getByRole("button", { name: "Desactivar" }).click();
    await alberto.page.getByLabel("Motivo (opcional)").fill("Falsa alarma en la cocina");
    await silence(alberto);
    await expect(alberto.page.getByText("Alerta silenciada.").first()).toBeVisible();
    for (const person of [rosa, pedro, alberto]) {
      await expect(strip(person)).toHaveCount(0);
      await expect(panic(person)).toHaveCount(0);
    }
    await expect(pedro.page.getByText(/la silenció Alberto Administrador/).first()).toBeVisible();

    await pedro.page.goto("/building/dashboard/alertas");
    const alarm = pedro.page.getByRole("article").first();
    await expect(alarm).toContainText("Rosa Líder, apartamento A-101");
    await expect(alarm).toContainText("Falsa alarma en la cocina");
    await alarm.getByRole("button", { name: "Cerrar con una nota" }).click();
    await pedro.page.getByRole("button", { name: "Cerrar la alerta" }).click();
    await expect(pedro.page.getByText("* El campo es obligatorio")).toBeVisible();
    await pedro.page.getByLabel("¿Qué pasó?").fill("Se quemó un arroz");
    await pedro.page.getByRole("button", { name: "Cerrar la alerta" }).click();
    await expect(alarm).toContainText("Cerrada");
    await expect(alarm).toContainText("Se quemó un arroz");
    expect(await violations(pedro.page)).toEqual([]);

    // A resident reads it and does not close it.
    await rosa.page.goto("/building/dashboard/alertas");
    await expect(rosa.page.getByRole("article").first()).toContainText("Vista por una persona");
    await expect(rosa.page.getByRole("button", { name: "Cerrar con una nota" })).toHaveCount(0);
  });

  test("a drill says so everywhere, and who was away hears it on return", async ({
    signIn,
    expectInConsole,
  }) => {
    expectInConsole("WebSocket");
    expectInConsole("ERR_INTERNET_DISCONNECTED");
    const lucia = await signIn("Lucía Líder", { size: "phone" });
    const ana = await signIn("Ana Administradora");
    await lucia.context.setOffline(true);
    await expect(lucia.page.getByText("Error de Conexión")).toBeVisible();

    await ana.page.getByRole("button", { name: "Pánico" }).click();
    await ana.page.getByLabel("Es un simulacro").check();
    await hold(ana, "Alerta de Seguridad (Intruso)");
    await expect(panic(ana)).toContainText("Simulacro: Alerta de Seguridad (Intruso)");

    await lucia.context.setOffline(false);
    await expect(panic(lucia)).toContainText("Simulacro: Alerta de Seguridad (Intruso)");
    await panic(lucia).getByRole("button", { name: "Desactivar" }).click();
    await silence(lucia);
    await expect(panic(ana)).toHaveCount(0);
  });
});
