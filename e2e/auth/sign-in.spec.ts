import { DEMONSTRATION_PASSWORD } from "../../apps/server/src/demo/accounts.ts";
import { expect, test } from "../umbral-test.ts";

test.use({ hasControllers: false });

test.describe("Iniciar sesión", () => {
  test("a resident signs in, is remembered, and leaves", async ({ stranger, expectInConsole }) => {
    expectInConsole("401");
    const page = await stranger({ size: "phone" });
    await page.goto("/");
    await page.getByRole("button", { name: "Iniciar" }).click();
    await expect(page.getByText("* Debes diligenciar la cédula")).toBeVisible();
    await expect(page.getByText("* Debes diligenciar la contraseña")).toBeVisible();

    await page.getByLabel("Cédula").fill("1000000002");
    const password = page.getByLabel("Contraseña", { exact: true });
    await password.fill("otra cosa");
    await page.getByRole("button", { name: "Mostrar contraseña" }).click();
    await expect(password).toHaveAttribute("type", "text");
    await page.getByRole("button", { name: "Iniciar" }).click();
    await expect(page.getByText("* Usuario o contraseña inválidos")).toBeVisible();

    await password.fill(DEMONSTRATION_PASSWORD);
    await page.getByRole("button", { name: "Iniciar" }).click();
    await expect(page).toHaveURL(/\/building\/dashboard/);
    const stored = await page.evaluate(() => ({ ...localStorage }));
    expect(stored).toMatchObject({
      userCedula: "1000000002",
      userName: "Andrés Residente",
      userType: "USER",
      userRole: "RESIDENTE",
      buildingName: "Edificio Mirador del Parque",
      apartmentName: "A-101",
    });

    await page.getByRole("button", { name: "Menú" }).click();
    await page.getByRole("button", { name: "Salir" }).click();
    await expect(page.getByLabel("Cédula")).toHaveValue("1000000002");
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(["userCedula"]);
  });

  test("the platform's administrator has a login of their own", async ({ stranger, expectInConsole }) => {
    expectInConsole("401");
    const page = await stranger();
    await page.goto("/login");
    await page.getByLabel("Cédula").fill("900000001");
    await page.getByLabel("Contraseña", { exact: true }).fill(DEMONSTRATION_PASSWORD);
    await page.getByRole("button", { name: "Iniciar" }).click();
    await expect(page.getByText("* Usuario o contraseña inválidos")).toBeVisible();
    await page.getByText("Ingresar como Administrador (bb)").click();
    await page.getByRole("button", { name: "Iniciar" }).click();
    await expect(page).toHaveURL(/\/admin-dashboard/);
  });

  test("who asks for a screen first comes to it after signing in", async ({ stranger }) => {
    const page = await stranger();
    await page.goto("/profile");
    await expect(page.getByLabel("Cédula")).toBeVisible();
    await page.getByLabel("Cédula").fill("1000000006");
    await page.getByLabel("Contraseña", { exact: true }).fill(DEMONSTRATION_PASSWORD);
    await page.getByRole("button", { name: "Iniciar" }).click();
    await expect(page).toHaveURL(/\/profile/);
    await expect(page.getByText("Pedro Portero").first()).toBeVisible();
  });

  test("a session that ends on the server ends the page at once", async ({ signIn, product }) => {
    const andres = await signIn("Andrés Residente");
    await expect(andres.page.getByText("Andrés Residente").first()).toBeVisible();
    await expect
      .poll(() => product.app.services.live.count({ room: `user:${andres.id}` }))
      .toBeGreaterThan(0);
    const token = await andres.page.evaluate(() => localStorage.getItem("authToken"));
    await andres.context.request.post("/api/user/auth/logout", {
      headers: { authorization: `JWT ${token}` },
    });
    await expect(andres.page.getByLabel("Cédula")).toBeVisible();
    expect(await andres.page.evaluate(() => localStorage.getItem("authToken"))).toBeNull();
  });

  test("a token the server does not know is forgotten", async ({ stranger, expectInConsole }) => {
    expectInConsole("401");
    const page = await stranger();
    await page.goto("/");
    await page.evaluate(() => localStorage.setItem("authToken", "nobody's"));
    await page.goto("/profile");
    await expect(page.getByLabel("Cédula")).toBeVisible();
  });
});
