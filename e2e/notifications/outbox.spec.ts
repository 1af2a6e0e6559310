import { expect, test, violations } from "../umbral-test.ts";

test.use({ hasControllers: false });

test.describe("El buzón de la demostración", () => {
  test("is found from the other side of the building, and shows by itself what is sent", async ({
    stranger,
  }) => {
    const reader = await stranger({ size: "phone" });
    await reader.goto("/demo");
    await reader.getByRole("link", { name: "Leer el buzón" }).click();
    await expect(reader).toHaveURL(/\/demo\/outbox$/);
    await expect(reader.getByRole("heading", { name: "Buzón de la demostración" })).toBeVisible();

    const andres = await stranger();
    await andres.goto("/recuperar");
    await andres.getByRole("textbox").fill("1000000002");
    await andres.getByRole("button", { name: "Solicitar recuperar contraseña" }).click();
    const mail = reader.getByRole("article").first();
    await expect(mail).toContainText("Correo");
    await expect(mail).toContainText("Para ");
    expect(await violations(reader)).toEqual([]);
    const box = await mail.boundingBox();
    expect(box?.width).toBeLessThanOrEqual(360);

    // The link in the mail is the way on.
    await expect(mail.getByRole("link")).toHaveAttribute("href", /\/reset_password\?token=/);
  });

  test("says what it is when nothing came yet, and when it cannot be read", async ({
    stranger,
    expectInConsole,
  }) => {
    const reader = await stranger();
    await reader.route("**/api/demo/outbox", (route) => route.fulfill({ json: { messages: [] } }));
    await reader.goto("/demo/outbox");
    await expect(reader.getByText("El buzón está vacío.")).toBeVisible();
    expect(await violations(reader)).toEqual([]);

    expectInConsole("503");
    await reader.unroute("**/api/demo/outbox");
    await reader.route("**/api/demo/outbox", (route) =>
      route.fulfill({
        status: 503,
        json: { statusCode: 503, code: "UNAVAILABLE", message: "No disponible", errors: [] },
      }),
    );
    await reader.reload();
    await expect(reader.getByRole("button", { name: /ntenta/ })).toBeVisible({ timeout: 20_000 });
    await reader.unroute("**/api/demo/outbox");
    await reader.getByRole("button", { name: /ntenta/ }).click();
    await expect(reader.getByRole("button", { name: /ntenta/ })).toHaveCount(0);
  });
});
