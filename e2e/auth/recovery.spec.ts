import { DEMONSTRATION_PASSWORD } from "../../apps/server/src/demo/accounts.ts";
import { expect, test } from "../umbral-test.ts";
import { keepPasswords } from "./kept-passwords.ts";
import { linkSentTo, messagesFor } from "./outbox.ts";

const NEW = "tres loros en la mesa";

keepPasswords();

test.describe("Recuperar la contraseña", () => {
  test("a resident asks, gets a mail, sets a new password, and is thrown out everywhere else", async ({
    stranger,
    signIn,
    product,
    expectInConsole,
  }) => {
    expectInConsole("401");
    const andres = await signIn("Andrés Residente");
    await expect(andres.page.getByRole("heading", { name: "Andrés Residente" })).toBeVisible();
    await expect
      .poll(() => product.app.services.live.count({ room: `user:${andres.id}` }))
      .toBeGreaterThan(0);
    const [{ email } = { email: "" }] = await product.db
      .selectFrom("users")
      .select("email")
      .where("id", "=", andres.id)
      .execute();

    const phone = await stranger({ size: "phone" });
    await phone.goto("/");
    await phone.getByRole("link", { name: "Olvidé mi contraseña" }).click();
    await expect(phone).toHaveURL(/\/recuperar$/);
    await phone.getByLabel("Cédula").fill("1.000.000.002");
    await phone.getByRole("button", { name: "Solicitar recuperar contraseña" }).click();
    await expect(phone.getByRole("alertdialog")).toContainText("Solicitud enviada");
    await phone.getByRole("button", { name: "Entendido" }).click();
    await expect(phone).toHaveURL(/\/login$/);

    await expect.poll(() => linkSentTo(phone.request, email, "/reset_password")).not.toBe("");
    const link = await linkSentTo(phone.request, email, "/reset_password");
    const token = link.split("token=")[1] ?? "";
    const asked: string[] = [];
    phone.on("request", (request) => asked.push(`${request.url()} ${request.headers()["referer"] ?? ""}`));
    await phone.goto(link);
    await expect(phone.getByRole("button", { name: "Aceptar" })).toBeVisible();
    // The secret was in the first request of the page alone: nothing later knows where it came from.
    await expect(phone).toHaveURL(/\/reset_password$/);
    expect(asked.filter((line) => line.includes(token))).toHaveLength(1);
    expect(
      await phone.evaluate(() =>
        performance
          .getEntriesByType("resource")
          .map(({ name }) => name)
          .join(),
      ),
    ).not.toContain(token);
    // A phone that lets the page go brings it back.
    await phone.reload();

    await phone.getByLabel("Contraseña nueva").fill(NEW);
    await phone.getByLabel("Confirma la contraseña").fill("otra cosa");
    await phone.getByRole("button", { name: "Aceptar" }).click();
    await expect(phone.getByText("Las contraseñas no coinciden")).toBeVisible();
    await phone.getByLabel("Confirma la contraseña").fill(NEW);
    await phone.getByRole("button", { name: "Aceptar" }).click();
    await expect(phone).toHaveURL((url) => url.pathname === "/");
    await expect(phone.getByText("Tu contraseña cambió. Inicia sesión con la nueva.")).toBeVisible();

    // The open page at the desk is left at once.
    await expect(andres.page.getByLabel("Cédula")).toBeVisible();

    await phone.getByLabel("Cédula").fill("1000000002");
    await phone.getByLabel("Contraseña", { exact: true }).fill(DEMONSTRATION_PASSWORD);
    await phone.getByRole("button", { name: "Iniciar" }).click();
    await expect(phone.getByText("* Usuario o contraseña inválidos")).toBeVisible();
    await phone.getByLabel("Contraseña", { exact: true }).fill(NEW);
    await phone.getByRole("button", { name: "Iniciar" }).click();
    await expect(phone).toHaveURL(/\/building\/dashboard/);
    await expect
      .poll(async () => (await messagesFor(phone.request, email)).map(({ subject }) => subject))
      .toContain("Tu contraseña de Umbral cambió");
  });
});
