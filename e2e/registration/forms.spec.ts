import { expect, test, violations } from "../umbral-test.ts";
import { choosePhoto, fillWhole, forms, send } from "./fill-forms.ts";

/** The recorder of traces fetches previews of pictures, which the page itself may not and does not. */
const TRACED = "Connecting to 'blob:";

test.describe("Los formularios de registro", () => {
  test.beforeEach(({ expectInConsole }) => expectInConsole(TRACED));

  test("shows how far a slow sending is, is sent once however often it is pressed, and can be cancelled", async ({
    stranger,
  }) => {
    const page = await stranger({ size: "phone" });
    await fillWhole(page, "visitor", "1040500605");
    let sent = 0;
    let letGo = () => {};
    const isHeld = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const answer = new Promise<void>((resolve) => {
      void page.route("**/api/visitors", async (route) => {
        sent += 1;
        resolve();
        await isHeld;
        await route.abort("aborted").catch(() => {});
      });
    });
    const button = page.getByRole("button", { name: "Registrarme" });
    await button.dblclick();
    await answer;
    await expect(button).toHaveAttribute("aria-busy", "true");
    await expect(page.getByRole("progressbar", { name: "Envío de tu registro" })).toBeVisible();
    await expect(page.getByText("Enviando tu registro…")).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press("Enter");
    expect(sent).toBe(1);
    await page.getByRole("button", { name: "Cancelar envío" }).click();
    await expect(page.getByRole("progressbar", { name: "Envío de tu registro" })).toHaveCount(0);
    await expect(page.getByRole("alertdialog")).toHaveCount(0);
    await expect(page.getByLabel("Nombre completo")).toHaveValue("Persona de Prueba");
    letGo();
  });

  test("a list of places that cannot be read is read again", async ({ stranger, expectInConsole }) => {
    expectInConsole("503");
    const page = await stranger({ size: "phone" });
    const route = "**/api/buildings/*/towers";
    await page.route(route, (request) => request.fulfill({ status: 503, body: "" }));
    await page.goto(forms.owner.at);
    await page.getByLabel("Edificio").selectOption({ label: "Edificio Mirador del Parque" });
    await expect(page.getByText("No pudimos cargar esta información.")).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.unroute(route);
    await page.getByRole("button", { name: "Intentar de nuevo" }).click();
    await page.getByLabel("Torre").selectOption({ label: "B" });
    // Apartments in natural order, those that nobody leads too.
    await page.getByLabel("Piso").selectOption({ label: "2" });
    await expect(page.getByLabel("Apartamento", { exact: true }).locator("option:not([hidden])")).toHaveText([
      "B-201",
      "B-202",
    ]);
  });

  test("a building that is the only one is chosen by itself", async ({ stranger }) => {
    const page = await stranger();
    const id = "0199dddd-0000-7000-8000-0000000000b1";
    await page.route("**/api/buildings", (route) =>
      route.fulfill({ json: { buildings: [{ id, name: "Edificio Único" }] } }),
    );
    await page.route("**/api/buildings/*/towers", (route) => route.fulfill({ json: { towers: [] } }));
    await page.goto(forms.resident.at);
    await expect(page.getByLabel("Edificio")).toHaveValue(id);
    await expect(page.getByText(/Este edificio no tiene torres registradas/)).toBeVisible();
  });

  test("pictures are sent upright, small and without what the camera noted; other files are refused", async ({
    stranger,
  }) => {
    const page = await stranger();
    await page.goto(forms.express.at);
    const file = page.getByRole("group", { name: "Foto de tu rostro" }).locator("input[type=file]");
    await file.setInputFiles({
      name: "carta.pdf",
      mimeType: "application/pdf",
      buffer: Buffer.from("%PDF-1.7"),
    });
    await expect(page.getByText("* Este archivo no es una imagen. Elige una foto.")).toBeVisible();
    await file.setInputFiles({
      name: "rota.jpg",
      mimeType: "image/jpeg",
      buffer: Buffer.from("no es una foto"),
    });
    await expect(page.getByText("* La imagen no se pudo leer. Intenta con otra foto.")).toBeVisible();
    await file.setInputFiles({
      name: "IMG_2.HEIC",
      mimeType: "image/heic",
      buffer: Buffer.from("\0\0\0\x18ftypheic\0\0\0\0"),
    });
    await expect(page.getByText(/Tu navegador no puede leer fotos HEIC/)).toBeVisible();
    expect(await violations(page)).toEqual([]);

    await choosePhoto(page);
    const shown = page.getByAltText("Vista previa: Foto de tu rostro");
    await expect
      .poll(() => shown.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]))
      .toEqual([1200, 1600]);
    await expect(page.getByText(/^\* /)).toHaveCount(0);
  });

  for (const name of ["resident", "owner", "visitor", "express"] as const) {
    for (const [size, colorScheme] of [
      ["phone", "dark"],
      ["desktop", "light"],
    ] as const) {
      test(`the ${name} form, refused, has nothing axe would complain of: ${size}, ${colorScheme}`, async ({
        stranger,
      }) => {
        const page = await stranger({ size, colorScheme });
        await page.goto(forms[name].at);
        await expect(page.getByLabel("Edificio")).toBeEnabled();
        await send(page);
        await page.getByRole("button", { name: "Entendido" }).click();
        // The first field that is wrong has the focus, to go on from there.
        await expect(page.getByLabel("Edificio")).toBeFocused();
        expect(await violations(page)).toEqual([]);
      });
    }
  }

  test("the terms are read by keyboard and printed whole", async ({ stranger }) => {
    const page = await stranger();
    await page.goto(forms.express.at);
    const open = page.getByRole("button", { name: "Leer los términos y condiciones" });
    await open.focus();
    await page.keyboard.press("Enter");
    const terms = page.getByRole("dialog", { name: "Términos y condiciones del servicio" });
    await expect(terms.getByRole("heading", { name: "14. Ley aplicable" })).toBeAttached();
    await page.emulateMedia({ media: "print" });
    await expect(page.getByText("Última actualización: julio de 2020").last()).toBeVisible();
    await expect(terms).toBeHidden();
    await page.emulateMedia({ media: "screen" });
    await page.keyboard.press("Escape");
    await expect(terms).toBeHidden();
    await expect(open).toBeFocused();
    await expect(page.getByLabel("Acepto los términos y condiciones")).not.toBeChecked();
  });

  test("the way back leads to where one came from", async ({ stranger }) => {
    const page = await stranger();
    await page.goto("/login");
    await page.getByRole("link", { name: forms.visitor.link, exact: true }).click();
    await page.getByRole("button", { name: "Volver" }).click();
    await expect(page).toHaveURL(/\/login$/);
    const fresh = await stranger();
    await fresh.goto(forms.owner.at);
    await fresh.getByRole("button", { name: "Volver" }).click();
    await expect(fresh).toHaveURL(/\/login$/);
  });
});
