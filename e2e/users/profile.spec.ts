import { DEMONSTRATION_PASSWORD } from "../../apps/server/src/demo/accounts.ts";
import { picture } from "../../apps/server/testing/test-forms.ts";
import { keepPasswords } from "../auth/kept-passwords.ts";
import { linkSentTo, messagesFor } from "../auth/outbox.ts";
import { expect, test } from "../umbral-test.ts";

keepPasswords();

test.describe("El perfil", () => {
  test("a resident changes the picture, the number and the address", async ({
    signIn,
    product,
    expectInConsole,
  }) => {
    expectInConsole("422");
    const tomas = await signIn("Tomás Temporal", { size: "phone" });
    const { page } = tomas;
    const before = await product.db
      .selectFrom("users")
      .select(["email", "photo_file_id"])
      .where("id", "=", tomas.id)
      .executeTakeFirstOrThrow();

    await page.getByRole("button", { name: "Cambiar foto" }).click();
    const file = await picture({ width: 900, height: 700 });
    await page
      .getByRole("dialog")
      .getByLabel("Foto de tu rostro", { exact: true })
      .and(page.locator("input[type=file]"))
      .setInputFiles({
        name: "yo.jpg",
        mimeType: "image/jpeg",
        buffer: Buffer.from(await file.arrayBuffer()),
      });
    await page.getByRole("button", { name: "Guardar foto" }).click();
    await expect(page.getByText("Tu foto cambió.")).toBeVisible();
    const after = await product.db
      .selectFrom("users")
      .select("photo_file_id")
      .where("id", "=", tomas.id)
      .executeTakeFirstOrThrow();
    expect(after.photo_file_id).not.toBe(before.photo_file_id);

    await page.getByRole("button", { name: "Cambiar celular" }).click();
    await page.getByLabel("Celular", { exact: true }).fill("301 555 66 77");
    await page.getByLabel("Tu contraseña").fill("no es esta");
    await page.getByRole("button", { name: "Guardar celular" }).click();
    await expect(page.getByText("La contraseña actual no es correcta.")).toBeVisible();
    await page.getByLabel("Tu contraseña").fill(DEMONSTRATION_PASSWORD);
    await page.getByRole("button", { name: "Guardar celular" }).click();
    await expect(page.getByRole("definition").filter({ hasText: "+573015556677" })).toBeVisible();

    await page.getByRole("button", { name: "Cambiar correo" }).click();
    // The dialog before is still on its way out.
    const newAddress = page.getByRole("dialog", { name: "Cambiar correo" });
    await newAddress.getByLabel("Correo nuevo").fill("Tomas.Nuevo@example.com");
    await newAddress.getByLabel("Tu contraseña").fill(DEMONSTRATION_PASSWORD);
    await page.getByRole("button", { name: "Enviar enlace" }).click();
    await expect(page.getByRole("alertdialog")).toContainText("tomas.nuevo@example.com");
    await page.getByRole("button", { name: "Entendido" }).click();
    await expect(page.getByText("Falta confirmar tomas.nuevo@example.com")).toBeVisible();
    await expect
      .poll(async () => (await messagesFor(page.request, before.email)).map(({ subject }) => subject))
      .toContain("Pidieron cambiar el correo de tu cuenta de Umbral");

    await expect
      .poll(() => linkSentTo(page.request, "tomas.nuevo@example.com", "/confirmar_correo"))
      .not.toBe("");
    await page.goto(await linkSentTo(page.request, "tomas.nuevo@example.com", "/confirmar_correo"));
    await expect(page).toHaveURL(/\/confirmar_correo$/);
    await page.getByRole("button", { name: "Confirmar mi correo" }).click();
    await expect(page).toHaveURL(/\/profile$/);
    await expect(page.getByRole("definition").filter({ hasText: "tomas.nuevo@example.com" })).toBeVisible();
  });

  test("sees where the sessions are, ends one, then all the others, and a new password ends them too", async ({
    signIn,
    product,
    request,
    expectInConsole,
  }) => {
    expectInConsole("422");
    // What a page was asking for when its session was ended.
    expectInConsole("401");
    /** Signs in elsewhere, on a device without a screen. @returns what its session answers from then on */
    const elsewhere = async (cedula: string) => {
      const reply = await request.post(`${product.url}/api/user/auth/login`, {
        data: { cedula, password: DEMONSTRATION_PASSWORD, userType: "USER" },
      });
      const { token } = (await reply.json()) as { token: string };
      return async () =>
        (
          await request.get(`${product.url}/api/user/sessions`, {
            headers: { authorization: `JWT ${token}` },
          })
        ).status();
    };
    const desk = await signIn("Elena Empleada", { at: "/profile?ver=seguridad" });
    const phone = await signIn("Elena Empleada", { size: "phone" });
    await expect(phone.page.getByRole("heading", { name: "Elena Empleada" })).toBeVisible();
    await desk.page.reload();
    const rows = desk.page.getByRole("listitem").filter({ hasText: "Abierta desde" });
    await expect(rows).toHaveCount(2);
    await expect(rows.filter({ hasText: "esta sesión" })).toHaveCount(1);
    await desk.page.getByRole("button", { name: /^Cerrar la sesión de/ }).click();
    await expect(rows).toHaveCount(1);
    // The phone is left at once.
    await expect(phone.page.getByLabel("Cédula")).toBeVisible();

    const again = await elsewhere(desk.cedula);
    expect(await again()).toBe(200);
    await desk.page.reload();
    await desk.page.getByRole("button", { name: "Cerrar todas las demás" }).click();
    await desk.page.getByRole("button", { name: "Continuar" }).click();
    await expect.poll(again).toBe(401);
    await expect(rows).toHaveCount(1);

    const third = await elsewhere(desk.cedula);
    expect(await third()).toBe(200);
    await desk.page.getByRole("tab", { name: "Mis datos" }).press("End");
    await expect(desk.page.getByRole("tab", { name: "Seguridad" })).toBeFocused();
    await desk.page.getByRole("button", { name: "Cambiar contraseña" }).click();
    const change = async (current: string, password: string) => {
      await desk.page.getByLabel("Contraseña actual").fill(current);
      await desk.page.getByLabel("Contraseña nueva", { exact: true }).fill(password);
      await desk.page.getByLabel("Confirma la contraseña nueva").fill(password);
      await desk.page.getByRole("button", { name: "Guardar contraseña" }).click();
    };
    await change("no es esta", "tres loros en la mesa");
    await expect(desk.page.getByText("La contraseña actual no es correcta.")).toBeVisible();
    await change(DEMONSTRATION_PASSWORD, "12345678");
    await expect(desk.page.getByText("La contraseña es fácil de adivinar, elige otra")).toBeVisible();
    await change(DEMONSTRATION_PASSWORD, "tres loros en la mesa");
    await expect(desk.page.getByText("Tu contraseña cambió.")).toBeVisible();
    expect(await third()).toBe(401);
    await desk.page.reload();
    await expect(desk.page.getByRole("heading", { name: "Elena Empleada" })).toBeVisible();
  });
});
