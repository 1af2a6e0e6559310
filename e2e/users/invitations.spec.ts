import type { Page } from "@playwright/test";
import { acceptInvitation, linkSentTo, openInvitation, proveAddress } from "../auth/outbox.ts";
import { press } from "../cards/desk.ts";
import { expect, test, violations } from "../umbral-test.ts";

const PASSWORD = "tres loros en la mesa";
const MAIL = "pepe@portero.example";
const dialog = (page: Page, name: string | RegExp) => page.getByRole("dialog", { name });

test.describe("Una invitación", () => {
  test("is nobody's before its person accepts it, not even a stranger's with their cédula", async ({
    signIn,
    stranger,
    product,
  }) => {
    // Víctor registered himself with the cédula of somebody else.
    const taken = await product.db
      .selectFrom("users")
      .select("cedula")
      .$narrowType<{ cedula: string }>()
      .where("name", "=", "Víctor Visitante")
      .executeTakeFirstOrThrow();
    const almendros = await product.db
      .selectFrom("buildings")
      .select("id")
      .where("name", "=", "Conjunto Los Almendros")
      .executeTakeFirstOrThrow();
    const laura = await signIn("Laura Plataforma", {
      at: `/admin-dashboard/buildings/${almendros.id}/settings`,
    });
    const { page } = laura;
    await page.getByRole("tab", { name: "Personal" }).click();
    await expect(page.getByText("No hay invitaciones por aceptar.")).toBeVisible();
    await page.getByRole("button", { name: "Invitar persona" }).click();
    const form = dialog(page, "Invitar persona");
    await form.getByLabel("Nombre completo").fill("Pepe Portero");
    await form.getByLabel("Número de documento").fill(taken.cedula);
    await form.getByRole("button", { name: "Enviar invitación" }).click();
    await expect(form.getByText("* Escribe un correo o un celular")).toBeVisible();
    await form.getByLabel("Celular o correo").fill(MAIL);
    await form.getByRole("button", { name: "Enviar invitación" }).click();
    await expect(page.getByRole("alertdialog")).toContainText("Esa cédula ya tiene una cuenta");
    await press(page, "Entendido");
    await expect(page.getByRole("row", { name: /Pepe Portero.*No puede aceptar/ })).toBeVisible();
    expect(await violations(page)).toEqual([]);

    const pepe = await stranger({ size: "phone" });
    await openInvitation(pepe, MAIL);
    await expect(pepe).toHaveURL(/\/invitacion$/);
    await expect(pepe.getByText("Tu cédula ya tiene otra cuenta")).toBeVisible();
    expect(await violations(pepe)).toEqual([]);

    await page.goto("/admin-dashboard/users");
    await page.getByRole("button", { name: "Recuperar la cédula de Víctor Visitante" }).click();
    const question = dialog(page, `¿Recuperar la cédula ${taken.cedula}?`);
    expect(await violations(page)).toEqual([]);
    await question.getByLabel("Contraseña actual").fill("umbral-demo-2026");
    await question.getByRole("button", { name: "Continuar" }).click();
    await expect(
      page.getByText("La cédula quedó libre: su dueño ya puede registrarse o aceptar su invitación."),
    ).toBeVisible();

    await openInvitation(pepe, MAIL);
    await acceptInvitation(pepe, PASSWORD);
    await pepe.getByLabel("Cédula").fill(taken.cedula);
    await pepe.getByLabel("Contraseña", { exact: true }).fill(PASSWORD);
    await pepe.getByRole("button", { name: "Iniciar" }).click();
    await expect(pepe.getByRole("button", { name: "Iniciar" })).toHaveCount(0);
    const begun = await product.db
      .selectFrom("spaces")
      .innerJoin("users", "users.id", "spaces.user_id")
      .select(["spaces.role as role", "spaces.building_id as building", "users.name as name"])
      .where("users.cedula", "=", taken.cedula)
      .execute();
    expect(begun).toEqual([{ role: "PORTERIA", building: almendros.id, name: "Pepe Portero" }]);
  });

  test("is sent again, and taken back", async ({ signIn, stranger, product, expectInConsole }) => {
    // The link that was taken back is answered so.
    expectInConsole("404");
    const almendros = await product.db
      .selectFrom("buildings")
      .select("id")
      .where("name", "=", "Conjunto Los Almendros")
      .executeTakeFirstOrThrow();
    const { page } = await signIn("Laura Plataforma", {
      at: `/admin-dashboard/buildings/${almendros.id}/settings`,
    });
    await page.getByRole("tab", { name: "Personal" }).click();
    await page.getByRole("button", { name: "Invitar persona" }).click();
    const form = dialog(page, "Invitar persona");
    await form.getByLabel("Nombre completo").fill("Cora Conserje");
    await form.getByLabel("Número de documento").fill("52999111");
    await form.getByLabel("Celular o correo").fill("300 777 8899");
    await form.getByRole("button", { name: "Enviar invitación" }).click();
    const sent = () => linkSentTo(page.request, "+573007778899", "/invitacion");
    await expect.poll(sent).not.toBe("");
    const first = await sent();
    await page.getByRole("button", { name: "Enviar de nuevo la invitación: Cora Conserje" }).click();
    await expect.poll(sent).not.toBe(first);
    const cora = await stranger({ size: "phone", colorScheme: "dark" });
    await cora.goto(await sent());
    await expect(cora.getByText("Te enviaremos un código a ••• 8899")).toBeVisible();
    expect(await violations(cora)).toEqual([]);
    await proveAddress(cora, "+573007778899");
    await cora.getByRole("button", { name: "Aceptar la invitación" }).click();
    await expect(cora.getByText("* Debes aceptar los términos y condiciones")).toBeVisible();
    expect(await violations(cora)).toEqual([]);
    expect(await cora.evaluate(() => document.documentElement.scrollWidth)).toBe(360);

    await page.getByRole("button", { name: "Retirar la invitación: Cora Conserje" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Continuar" }).click();
    await expect(page.getByText("No hay invitaciones por aceptar.")).toBeVisible();
    await cora.goto("/invitacion");
    await expect(cora.getByText("Esta invitación ya no sirve")).toBeVisible();
  });
});
