import { DEMONSTRATION_PASSWORD } from "../../apps/server/src/demo/accounts.ts";
import { expect, test } from "../umbral-test.ts";

test.describe("Iniciar sesión", () => {
  test("a resident signs in, is remembered, leaves at once when the session ends on the server, and by hand", async ({
    stranger,
    product,
    expectInConsole,
  }) => {
    expectInConsole("401");
    const page = await stranger({ size: "phone" });
    await page.goto("/profile");
    await page.getByLabel("Cédula").fill("1000000002");
    const password = page.getByLabel("Contraseña", { exact: true });
    await password.fill("otra cosa");
    await page.getByRole("button", { name: "Mostrar contraseña" }).click();
    await expect(password).toHaveAttribute("type", "text");
    await page.getByRole("button", { name: "Iniciar" }).click();
    await expect(page.getByText("* Usuario o contraseña inválidos")).toBeVisible();

    const enter = async () => {
      await password.fill(DEMONSTRATION_PASSWORD);
      await page.getByRole("button", { name: "Iniciar" }).click();
    };
    await enter();
    // The screen that was asked for first.
    await expect(page.getByRole("heading", { name: "Andrés Residente" })).toBeVisible();
    await expect(page).toHaveURL(/\/profile$/);
    const stored = await page.evaluate(() => ({ ...localStorage }));
    expect(stored).toMatchObject({
      userCedula: "1000000002",
      userName: "Andrés Residente",
      userType: "USER",
      userRole: "RESIDENTE",
      buildingName: "Edificio Mirador del Parque",
      apartmentName: "A-101",
    });

    const { id } = await product.db
      .selectFrom("users")
      .select("id")
      .where("cedula", "=", "1000000002")
      .executeTakeFirstOrThrow();
    await expect.poll(() => product.app.services.live.count({ room: `user:${id}` })).toBeGreaterThan(0);
    const ended = await page.request.post("/api/user/auth/logout", {
      headers: { authorization: `JWT ${stored["authToken"]}` },
    });
    expect(ended.status()).toBe(200);
    await expect(page.getByLabel("Cédula")).toHaveValue("1000000002");
    expect(await page.evaluate(() => localStorage.getItem("authToken"))).toBeNull();

    // Who was sent away lands where they belong.
    await enter();
    await expect(page).toHaveURL(/\/building\/dashboard/);
    await page.getByRole("button", { name: "Menú" }).click();
    await page.getByRole("button", { name: "Salir" }).click();
    await expect(page.getByLabel("Cédula")).toHaveValue("1000000002");
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(["userCedula"]);
  });
});
