import { expect, expectDevices, type Person, test } from "../umbral-test.ts";
import { apartmentOf, askFor, newAdministrator } from "./people.ts";

const lists = {
  employee: "/building/dashboard/apartments/requests/employee",
  owner: "/building/dashboard/apartments/requests/owner",
  admin: "/building/dashboard/apartments/requests/admin",
} as const;

const card = ({ page }: Person, name: string) => page.getByRole("row").filter({ hasText: name });
const dialog = ({ page }: Person) => page.getByRole("alertdialog");

test.describe("Las solicitudes de acceso", () => {
  test("a request appears without a reload, two administrators press at once, and one decides", async ({
    signIn,
    product,
    expectInConsole,
  }) => {
    expectInConsole("409");
    const { buildingId } = await apartmentOf(product, "A-102");
    await newAdministrator(product, "Paula Policía", buildingId);
    const alberto = await signIn("Alberto Administrador", { at: lists.employee });
    const paula = await signIn("Paula Policía", { size: "phone", at: lists.employee });
    await expect(card(alberto, "Raquel Recién Llegada")).toBeVisible();
    await expect(card(alberto, "Nora Nueva")).toHaveCount(0);
    await expectDevices(product, alberto);
    await expectDevices(product, paula);

    const id = await askFor(product, "A-102", "Nora Nueva");
    for (const administrator of [alberto, paula]) {
      await expect(card(administrator, "Nora Nueva")).toContainText("A-102");
    }

    // Both answers are on their way before either list is told.
    let pressed = 0;
    let letGo: () => void = () => undefined;
    const bothPressed = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    for (const { page } of [alberto, paula]) {
      await page.route(`**/access/${id}`, async (route) => {
        pressed += 1;
        if (pressed === 2) {
          letGo();
        }
        await bothPressed;
        await route.continue();
      });
    }
    await card(alberto, "Nora Nueva").getByRole("button", { name: "Aprobar a Nora Nueva" }).click();
    await card(paula, "Nora Nueva").getByRole("button", { name: "Ver detalles de Nora Nueva" }).click();
    await paula.page.getByRole("button", { name: "Rechazar a Nora Nueva" }).click();
    await dialog(paula).getByRole("button", { name: "Continuar" }).click();

    await expect(dialog(alberto).getByRole("heading")).toHaveText(/^(¡Aprobado!|Ups!)$/);
    await expect(dialog(paula).getByRole("heading")).toHaveText(/^(¡Rechazado!|Ups!)$/);
    const texts = [await dialog(alberto).innerText(), await dialog(paula).innerText()].join("\n");
    expect(texts.match(/Ups!/g)).toHaveLength(1);
    expect(texts).toMatch(/(Paula Policía ya la rechazó|Alberto Administrador ya la aprobó) el \d/);
    const { status } = await product.db
      .selectFrom("spaces")
      .select("status")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(texts).toContain(status === "APPROVED" ? "¡Aprobado!" : "¡Rechazado!");
    for (const administrator of [alberto, paula]) {
      await dialog(administrator).getByRole("button", { name: "Entendido" }).click();
      await expect(card(administrator, "Nora Nueva")).toHaveCount(0);
    }
  });

  test("a leader lets a resident in, whose own screen changes at once", async ({ signIn, product }) => {
    const raquel = await signIn("Raquel Recién Llegada", { size: "phone" });
    await expect(raquel.page.getByText("Tu solicitud está pendiente")).toBeVisible();
    const rosa = await signIn("Rosa Líder", { size: "phone", at: lists.employee });
    await card(rosa, "Raquel Recién Llegada")
      .getByRole("button", { name: "Ver detalles de Raquel Recién Llegada" })
      .click();
    const request = rosa.page.getByRole("dialog", { name: "Raquel Recién Llegada" });
    await expect(request).toContainText("1000000031");
    await expect(request).toContainText("A-101");
    await expect(request.getByAltText("Foto de Raquel Recién Llegada")).toBeVisible();

    await request.getByRole("button", { name: "Rechazar a Raquel Recién Llegada" }).click();
    await expect(dialog(rosa)).toContainText("¿Rechazar a Raquel Recién Llegada?");
    await dialog(rosa).getByRole("button", { name: "Cancelar" }).click();
    await request.getByRole("button", { name: "Aprobar a Raquel Recién Llegada" }).click();
    await expect(dialog(rosa)).toContainText("Acceso otorgado con éxito");
    await dialog(rosa).getByRole("button", { name: "Entendido" }).click();
    await expect(rosa.page.getByText("No hay solicitudes pendientes por aprobar")).toBeVisible();

    await expect(raquel.page.getByText("Tu solicitud está pendiente")).toHaveCount(0);
    await expect(raquel.page.getByRole("main").getByText("A-101")).toBeVisible();
    await raquel.page.goto("/camaras");
    await expect(raquel.page).toHaveURL(/\/building\/dashboard/);
    const mail = await product.db
      .selectFrom("outbox")
      .select("channel")
      .where("user_id", "=", raquel.id)
      .where("channel", "=", "mail")
      .execute();
    expect(mail).toHaveLength(1);
  });
});
