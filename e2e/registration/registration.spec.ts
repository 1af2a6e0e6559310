import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, violations } from "../umbral-test.ts";
import {
  acceptTerms,
  chooseHome,
  choosePasswords,
  choosePhoto,
  fillContact,
  fillPerson,
  fillVisit,
  finishAtLogin,
  forms,
  goOn,
  PASSWORD,
  send,
  signInAt,
} from "./fill-forms.ts";

/** The recorder of traces fetches previews of pictures, which the page itself may not and does not. */
const TRACED = "Connecting to 'blob:";

test.describe("Registrarse", () => {
  test.beforeEach(({ expectInConsole }) => expectInConsole(TRACED));

  test("a resident registers on a phone with its camera, and waits for a yes", async ({
    stranger,
    product,
  }) => {
    const page = await stranger({ size: "phone" });
    await page.goto("/");
    await page.getByRole("link", { name: forms.resident.link }).click();
    await expect(
      page.getByRole("heading", { name: "Registro de Residentes y Personal Autorizado" }),
    ).toBeVisible();
    // Nobody leads a home on this floor yet: there is nobody who could let somebody in.
    await page.getByLabel("Edificio").selectOption({ label: "Edificio Mirador del Parque" });
    await page.getByLabel("Torre").selectOption({ label: "B" });
    await page.getByLabel("Piso").selectOption({ label: "1" });
    await expect(page.getByText(/ningún apartamento tiene todavía líder o propietario/)).toBeVisible();
    await chooseHome(page, ["A", "1", "A-101"]);
    await goOn(page);

    await page.getByText("Residente temporal").click();
    await page.getByLabel("Fecha de salida").fill(inDays(60));
    await goOn(page);
    await fillPerson(page, { name: "Tatiana Temporal", cedula: "1.040.500.601" });
    await expect(page.getByLabel("Número de documento")).toHaveValue("1040500601");
    await goOn(page);
    await page.getByRole("button", { name: "Tomar foto" }).click();
    await page
      .getByRole("dialog", { name: "Tomar foto" })
      .getByRole("button", { name: "Tomar foto" })
      .click();
    await expect(page.getByAltText("Vista previa: Foto de tu rostro")).toBeVisible();
    await fillContact(page, { cedula: "1.040.500.601" });
    await goOn(page);
    await choosePasswords(page);

    await page.getByRole("button", { name: "Leer los términos y condiciones" }).click();
    const terms = page.getByRole("dialog", { name: "Términos y condiciones del servicio" });
    await expect(terms.getByRole("heading", { name: "14. Ley aplicable" })).toBeAttached();
    await expect(terms.getByText("Última actualización: julio de 2020")).toBeAttached();
    // The dialog shows a window of the text; paper takes all of it.
    await page.emulateMedia({ media: "print" });
    await expect(page.getByText("Última actualización: julio de 2020").last()).toBeVisible();
    await expect(terms).toBeHidden();
    await page.emulateMedia({ media: "screen" });
    await terms.getByRole("button", { name: "Aceptar y cerrar" }).click();
    await expect(page.getByLabel("Acepto los términos y condiciones")).toBeChecked();
    await send(page);
    await finishAtLogin(page);

    await signInAt(page, "1040500601");
    await expect(page.getByText("Tu solicitud está pendiente")).toBeVisible();
    const asked = await product.db
      .selectFrom("users")
      .innerJoin("spaces", "spaces.user_id", "users.id")
      .innerJoin("apartments", "apartments.id", "spaces.apartment_id")
      .select(["users.phone", "users.email", "spaces.role", "spaces.ends_at", "apartments.name"])
      .where("users.cedula", "=", "1040500601")
      .executeTakeFirstOrThrow();
    expect(asked).toMatchObject({
      phone: "+573001234567",
      email: "persona.1040500601@example.com",
      role: "RESIDENTE_TEMPORAL",
      name: "A-101",
    });
    expect(asked.ends_at).not.toBeNull();
  });

  test("a frequent visitor is in at once, with the document already written at the login", async ({
    stranger,
  }) => {
    const page = await stranger({ size: "phone" });
    await page.goto("/");
    await page.getByRole("link", { name: forms.visitor.link, exact: true }).click();
    await page.getByLabel("Edificio").selectOption({ label: "Conjunto Los Almendros" });
    await page.getByLabel("Tipo de documento").selectOption({ label: "Pasaporte" });
    await fillPerson(page, { name: "Valentina Visitante", cedula: "ab 12-3456" });
    await goOn(page);
    await choosePhoto(page);
    await fillContact(page, { cedula: "ab 12-3456" });
    await goOn(page);
    await choosePasswords(page);
    await acceptTerms(page);
    await send(page);
    await finishAtLogin(page);
    await expect(page.getByLabel("Cédula")).toHaveValue("AB123456");
    await page.getByLabel("Contraseña", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Iniciar" }).click();
    await expect(page).not.toHaveURL(/login/);
    const stored = await page.evaluate(() => ({ ...localStorage }));
    expect(stored).toMatchObject({
      userName: "Valentina Visitante",
      userRole: "VISITANTE_CONOCIDO",
      buildingName: "Conjunto Los Almendros",
    });
  });

  test("who passed by quickly makes it a full account with the code sent to their phone", async ({
    stranger,
    product,
    expectInConsole,
  }) => {
    expectInConsole("422");
    const page = await stranger({ size: "phone" });
    await page.goto(forms.visitor.at);
    await page.getByRole("link", { name: /Registro rápido/ }).click();
    await fillVisit(page, "express", "1040500603");
    await send(page);
    await finishAtLogin(page);

    await fillVisit(page, "visitor", "1040500603");
    await send(page);
    const dialog = page.getByRole("dialog", { name: "Confirma que eres tú" });
    await expect(dialog).toBeVisible();
    expect(await violations(page)).toEqual([]);
    const code = await codeSentTo(product.app.services.env.dataDir);
    await dialog.getByRole("button", { name: "Confirmar" }).click();
    await expect(dialog.getByText("* Debes ingresar el código")).toBeVisible();
    await dialog.getByLabel("Código").fill(code === "000000" ? "111111" : "000000");
    await dialog.getByRole("button", { name: "Confirmar" }).click();
    await expect(dialog.getByText("* El código no es válido o ya venció")).toBeVisible();
    await dialog.getByLabel("Código").fill(code);
    await dialog.getByRole("button", { name: "Confirmar" }).click();
    await finishAtLogin(page);
    await page.getByLabel("Contraseña", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Iniciar" }).click();
    await expect(page).not.toHaveURL(/login/);
    await expect.poll(() => page.evaluate(() => localStorage.getItem("userRole"))).toBe("VISITANTE_CONOCIDO");
  });
});

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** The six digits of the only SMS with a registration code. */
async function codeSentTo(dataDir: string): Promise<string> {
  const folder = join(dataDir, "outbox");
  let code: string | undefined;
  await expect
    .poll(async () => {
      const names = await readdir(folder);
      const texts = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
      code = texts.map((text) => /Tu código de Umbral es (\d{6})/.exec(text)?.[1]).find(Boolean);
      return code;
    })
    .toBeDefined();
  return code ?? "";
}
