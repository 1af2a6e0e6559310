import type { Page } from "@playwright/test";
import { DEMONSTRATION_PASSWORD } from "../../apps/server/src/demo/accounts.ts";
import { clearOfTheBar, expect, sizes, test, violations } from "../umbral-test.ts";

/** A device that the browser takes for real: it holds keys, and its owner is always there unless it is said. */
async function newDevice(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    knowsItsOwner: (isUserVerified: boolean) =>
      devtools.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified }),
  };
}

/** Keys are made for a name: an address of numbers has none. */
const byName = (url: string) => url.replace("127.0.0.1", "localhost");

async function enter(page: Page) {
  await page.getByLabel("Ingresar como Administrador (bb)").check();
  await page.getByLabel("Cédula").fill("900000001");
  await page.getByLabel("Contraseña", { exact: true }).fill(DEMONSTRATION_PASSWORD);
  await page.getByRole("button", { name: "Iniciar" }).click();
}

const atWork = (page: Page) =>
  expect(page.getByRole("heading", { name: "Panel de Administración" })).toBeVisible();

async function leave(page: Page) {
  await page.getByRole("button", { name: "Menú" }).click();
  await page.getByRole("button", { name: "Salir" }).click();
}

test.describe("Llaves de acceso", () => {
  test("Laura makes one on her phone, comes in with it, and takes it away", async ({
    stranger,
    product,
    expectInConsole,
  }) => {
    expectInConsole("401");
    expectInConsole("422");
    const page = await stranger({ size: "phone" });
    const device = await newDevice(page);
    const scripts: string[] = [];
    page.on("request", (request) => {
      if (request.resourceType() === "script") {
        scripts.push(request.url());
      }
    });
    await page.goto(`${byName(product.url)}/login`);
    await enter(page);
    await atWork(page);

    await page.goto(`${byName(product.url)}/profile`);
    await page.getByRole("tab", { name: "Seguridad" }).click();
    const card = page.getByRole("region", { name: "Llaves de acceso" });
    const add = card.getByRole("button", { name: "Agregar una llave de acceso" });
    await clearOfTheBar(add);
    await add.click();
    const form = page.getByRole("dialog");
    await form.getByRole("button", { name: "Continuar" }).click();
    await expect(form.getByText("* Debes diligenciar la contraseña")).toBeVisible();
    await form.getByLabel("Nombre de la llave").fill("Mi teléfono");
    await form.getByLabel("Contraseña actual").fill("no es esta");
    expect(await violations(page)).toEqual([]);
    await form.getByRole("button", { name: "Continuar" }).click();
    await expect(form.getByText("La contraseña actual no es correcta.")).toBeVisible();
    await form.getByLabel("Contraseña actual").fill(DEMONSTRATION_PASSWORD);
    const before = scripts.length;
    await form.getByRole("button", { name: "Continuar" }).click();
    // She had no app for codes: these are for the day the phone is lost.
    await expect(form.getByRole("listitem")).toHaveCount(10);
    // What speaks with devices came only now.
    expect(scripts.length).toBeGreaterThan(before);
    await form.getByRole("button", { name: "Ya los guardé" }).click();
    await expect(form).toBeHidden();
    await expect(card.getByRole("listitem")).toContainText("Sin usar todavía");
    await expect(page.getByRole("region", { name: "Verificación en dos pasos" })).toContainText(
      "Te quedan 10 códigos de respaldo.",
    );
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(sizes.phone.width);

    await leave(page);
    await enter(page);
    const use = page.getByRole("button", { name: "Usar una llave de acceso" });
    await expect(use).toBeVisible();
    await expect(page.getByLabel("Código", { exact: true })).toBeVisible();
    expect(await violations(page)).toEqual([]);
    // Somebody else's finger opens nothing; then her own does.
    await device.knowsItsOwner(false);
    await use.click();
    await expect(page.getByText("No se completó. Puedes intentarlo de nuevo.")).toBeVisible();
    await device.knowsItsOwner(true);
    await use.click();
    await atWork(page);

    await page.goto(`${byName(product.url)}/profile`);
    await page.getByRole("tab", { name: "Seguridad" }).click();
    await expect(card.getByRole("listitem")).toContainText("Último uso:");
    const remove = card.getByRole("button", { name: "Quitar la llave Mi teléfono" });
    await clearOfTheBar(remove);
    await remove.click();
    await expect(form).toContainText("«Mi teléfono» ya no servirá para iniciar sesión.");
    await form.getByRole("button", { name: "Cancelar" }).click();
    await remove.click();
    await form.getByLabel("Contraseña actual").fill(DEMONSTRATION_PASSWORD);
    expect(await violations(page)).toEqual([]);
    await form.getByRole("button", { name: "Continuar" }).click();
    await expect(card.getByRole("listitem")).toHaveCount(0);
    await leave(page);
    await enter(page);
    await atWork(page);
  });
});
