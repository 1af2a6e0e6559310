import { MIRADOR } from "../../apps/server/src/demo/accounts.ts";
import { expect, test, violations } from "../umbral-test.ts";
import { askForCode, codeFromElsewhere, codeOn, givePicture, TRACED } from "./visiting.ts";

const ASK = "/visits/code";
const VERIFY = "/building/visits/code/confirm";

test.describe("Las visitas", () => {
  test("Víctor lands where the code is asked for, and keeps it large, copied and through a reload", async ({
    signIn,
    product,
    expectInConsole,
  }) => {
    expectInConsole(TRACED);
    const { page, context, cedula } = await signIn("Víctor Visitante", { size: "phone" });
    // The root knows where he belongs once somebody has asked who he is.
    await expect(page.getByRole("heading", { name: "Víctor Visitante" })).toBeVisible();
    await page.goto("/");
    await expect(page).toHaveURL(/\/visits\/code$/);
    await expect(page.getByLabel("Número de documento")).toHaveValue(cedula);
    await expect(page.getByRole("option", { name: MIRADOR })).toHaveJSProperty("selected", true);
    expect(await violations(page)).toEqual([]);
    const code = await askForCode(page, cedula);
    await expect(page.getByText(/^Sirve una sola vez, hasta el .* 11:59 PM$/)).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.reload();
    expect(await codeOn(page)).toBe(code);
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: "Copiar código" }).click();
    await expect(page.getByText("Código copiado")).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);
    // The SMS carries the same.
    await expect
      .poll(async () => {
        const reply = await fetch(`${product.url}/api/demo/outbox`);
        const { messages } = (await reply.json()) as { messages: { channel: string; body: string }[] };
        return messages.find(({ channel, body }) => channel === "sms" && body.includes(code))?.body ?? "";
      })
      .toContain(MIRADOR);
  });

  test("Diana asks on her phone, Pedro sees her appear, verifies by keyboard, lets her in and opens", async ({
    signIn,
    stranger,
    product,
    expectInConsole,
  }) => {
    expectInConsole(TRACED);
    const { page: lobby } = await signIn("Pedro Portero", { size: "tablet", at: VERIFY });
    const row = lobby.getByRole("article").filter({ hasText: "Diana Desconocida" });
    await expect(lobby.getByRole("heading", { name: "Visitas de hoy" })).toBeVisible();
    const phone = await stranger({ size: "phone" });
    await phone.goto(ASK);
    await expect(row.filter({ hasText: "Esperando" })).toHaveCount(0);
    const code = await askForCode(phone, "1000000009");
    // Nobody asked for it.
    await expect(row.filter({ hasText: "Esperando" })).toBeVisible();

    // Nothing has to be touched: the field waits for the digits, as they come out of a message too.
    await expect(lobby.getByLabel("Código de ingreso")).toBeFocused();
    await lobby.getByLabel("Código de ingreso").fill(`Tu código es ${code}.`);
    await expect(lobby.getByRole("button", { name: "Autorizar acceso" })).toHaveCount(0);
    await lobby.keyboard.press("Enter");
    const found = lobby.getByRole("region", { name: "Diana Desconocida" });
    await expect(found).toContainText("1000000009");
    await expect(found.getByAltText("Foto de hoy: Diana Desconocida")).toHaveJSProperty("naturalWidth", 600);
    const registered = found.getByAltText("Foto registrada: Diana Desconocida");
    await expect(registered).toHaveJSProperty("naturalWidth", 480);
    expect(await violations(lobby)).toEqual([]);
    // Enter once more lets nobody in: who looks goes on to the button first.
    await lobby.keyboard.press("Enter");
    await expect(found).toBeVisible();
    await lobby.keyboard.press("Tab");
    await expect(lobby.getByRole("button", { name: "Autorizar acceso" })).toBeFocused();
    const ordersWritten = async () =>
      (await product.db.selectFrom("door_orders").select("id").execute()).length;
    const before = await ordersWritten();
    await lobby.keyboard.press("Enter");
    await expect(lobby.getByRole("alertdialog")).toContainText("Acceso Permitido");
    await lobby.keyboard.press("Enter");

    // Cleared for the next one, and nothing opened by itself.
    await expect(found).toHaveCount(0);
    await expect(lobby.getByLabel("Código de ingreso")).toHaveValue("");
    await expect(lobby.getByLabel("Código de ingreso")).toBeFocused();
    await expect(row.first()).toContainText("Autorizó Pedro Portero");
    expect(await ordersWritten()).toBe(before);
    await lobby.getByRole("button", { name: "Abrir Puerta principal" }).click();
    await expect(lobby.getByRole("button", { name: "Puerta abierta" })).toBeVisible();
    expect(await ordersWritten()).toBe(before + 1);
    await expect
      .poll(() =>
        product.db.selectFrom("open_door_events").select("id").where("origin", "=", "CODE").execute(),
      )
      .toHaveLength(1);
  });

  test("two at the lobby authorise the same visit: the second is told who was first", async ({
    signIn,
    product,
    expectInConsole,
  }) => {
    expectInConsole("409");
    const code = await codeFromElsewhere(product, "1000000010");
    const [pedro, carla] = [
      await signIn("Pedro Portero", { size: "tablet", at: VERIFY }),
      await signIn("Carla Conserje", { size: "desktop", at: VERIFY }),
    ];
    for (const who of [pedro, carla]) {
      await who.page.getByLabel("Código de ingreso").fill(code);
      await who.page.getByRole("button", { name: "Verificar" }).click();
      await expect(who.page.getByRole("region", { name: "Elena Empleada" })).toBeVisible();
    }
    expect(await violations(carla.page)).toEqual([]);
    await pedro.page.getByRole("button", { name: "Autorizar acceso" }).click();
    await expect(pedro.page.getByRole("alertdialog")).toContainText("Acceso Permitido");
    await carla.page.getByRole("button", { name: "Autorizar acceso" }).click();
    await expect(carla.page.getByRole("alertdialog")).toContainText("Código no autorizado");
    await carla.page.getByRole("button", { name: "Entendido" }).click();
    await expect(carla.page.getByText(/^Ya lo había autorizado Pedro Portero el /)).toBeVisible();
  });

  test("yesterday's visits are a touch away, and a name or a state finds one", async ({ signIn }) => {
    const pablo = await signIn("Pablo Portero", { size: "tablet", at: VERIFY });
    const { page } = pablo;
    await page.getByRole("button", { name: "Día anterior" }).click();
    await expect(page.getByRole("heading", { name: /^Visitas del \d+ \S+ \d{4}$/ })).toBeVisible();
    await expect(page.getByRole("article")).toHaveCount(2);
    await page.getByLabel("Buscar por nombre o documento").fill("victor");
    await expect(page.getByRole("article")).toHaveCount(1);
    await page.getByRole("button", { name: "Esperando" }).click();
    await expect(page.getByText("Ninguna visita coincide con tu búsqueda.")).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.getByLabel("Buscar por nombre o documento").fill("");
    await page.getByRole("button", { name: "Día siguiente" }).click();
    await expect(page.getByRole("heading", { name: "Visitas de hoy" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Día siguiente" })).toBeDisabled();
    await expect(page.getByText(/^(Ninguna visita coincide|Todavía no hay visitas)/)).toBeVisible();
  });

  test("a code that came too late is refused, and a lost line says so without losing the form", async ({
    signIn,
    stranger,
    product,
    expectInConsole,
  }) => {
    expectInConsole(TRACED);
    expectInConsole("404");
    expectInConsole("ERR_INTERNET_DISCONNECTED");
    expectInConsole("WebSocket");
    const page = await stranger({ size: "phone" });
    await page.goto(ASK);
    await givePicture(page);
    await page.getByLabel("Edificio").selectOption({ label: MIRADOR });
    await page.getByLabel("Número de documento").fill("1000000013");
    await page.context().setOffline(true);
    await page.getByRole("button", { name: "Solicitar código" }).click();
    await expect(
      page.getByText("No hay conexión con Umbral. Revisa tu internet e intenta de nuevo."),
    ).toBeVisible();
    await page.context().setOffline(false);
    await page.getByRole("button", { name: "Entendido" }).click();
    await page.getByRole("button", { name: "Solicitar código" }).click();
    const code = await codeOn(page);
    const pedro = await signIn("Pedro Portero", { size: "tablet", at: VERIFY });
    product.clock.push(24 * 3_600_000);
    await pedro.page.getByLabel("Código de ingreso").fill(code);
    await pedro.page.keyboard.press("Enter");
    await expect(pedro.page.getByRole("alertdialog")).toContainText("Código no autorizado !!!");
  });
});
