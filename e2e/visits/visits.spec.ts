import { MIRADOR } from "../../apps/server/src/demo/accounts.ts";
import { openBy } from "../doors/door.ts";
import { expect, test, violations } from "../umbral-test.ts";
import { askForCode, codeOn, TRACED } from "./visiting.ts";

const ASK = "/visits/code";
const VERIFY = "/building/visits/code/confirm";

test.use({ connected: [MIRADOR] });

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
    const code = await askForCode(page, cedula);
    await expect(page.getByText(/^Sirve una sola vez, hasta el .* 11:59 PM$/)).toBeVisible();
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

  test("Diana asks on her phone, Pedro sees her appear, verifies by keyboard, lets her in before another does, and opens", async ({
    signIn,
    stranger,
    product,
    expectInConsole,
  }) => {
    expectInConsole(TRACED);
    expectInConsole("409");
    // A visit's code is asked of passes first.
    expectInConsole("422");
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
    // Somebody else of the lobby has found the same visit meanwhile.
    const { page: desk } = await signIn("Carla Conserje", { at: VERIFY });
    await desk.getByLabel("Código de ingreso").fill(code);
    await desk.getByRole("button", { name: "Verificar" }).click();
    await expect(desk.getByRole("region", { name: "Diana Desconocida" })).toBeVisible();
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
    await desk.getByRole("button", { name: "Autorizar acceso" }).click();
    await expect(desk.getByRole("alertdialog")).toContainText("Código no autorizado");
    await desk.getByRole("button", { name: "Entendido" }).click();
    await expect(desk.getByText(/^Ya lo había autorizado Pedro Portero el /)).toBeVisible();

    // Cleared for the next one, and nothing opened by itself.
    await expect(found).toHaveCount(0);
    await expect(lobby.getByLabel("Código de ingreso")).toHaveValue("");
    await expect(lobby.getByLabel("Código de ingreso")).toBeFocused();
    await expect(row.first()).toContainText("Autorizó Pedro Portero");
    expect(await ordersWritten()).toBe(before);
    await openBy(lobby.getByRole("button", { name: "Abrir Puerta principal" }));
    expect(await ordersWritten()).toBeGreaterThan(before);
    await expect
      .poll(() =>
        product.db.selectFrom("open_door_events").select("id").where("origin", "=", "CODE").execute(),
      )
      .toHaveLength(1);
  });
});
