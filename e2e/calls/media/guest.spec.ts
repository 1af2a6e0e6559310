import { MIRADOR } from "../../../apps/server/src/demo/accounts.ts";
import { expectMoving } from "../../pictures.ts";
import { expect, expectDevices, test } from "../../umbral-test.ts";
import { picture, ringing } from "../calling.ts";

test.use({ connected: [MIRADOR] });

test.describe("Una persona invitada", () => {
  test("says that she is at the entrance; the home sees her, talks to her and opens", async ({
    signIn,
    stranger,
    product,
    request,
  }) => {
    const andres = await signIn("Andrés Residente", {
      size: "phone",
      at: "/building/dashboard/invitaciones",
    });
    await expectDevices(product, andres);
    await andres.page.getByRole("button", { name: "Invitar", exact: true }).click();
    const form = andres.page.getByRole("dialog");
    await form.getByLabel("Nombre", { exact: true }).fill("Valentina Ríos");
    await form.getByRole("button", { name: "Continuar" }).click();
    await form.getByRole("button", { name: "Crear invitación" }).click();
    const address = (await form.getByText(/\/i\/#[\w-]{43}$/).textContent()) ?? "";
    await form.getByRole("button", { name: "Listo" }).click();

    const guest = await stranger({ size: "phone" });
    // The stories' server takes whatever port is free, which no address that it writes knows.
    await guest.goto(address.replace(/^https?:\/\/[^/]+/, ""));
    await guest.getByRole("button", { name: "Estoy en la entrada" }).click();
    await expect(guest.getByRole("heading", { name: "Llamando…" })).toBeVisible();
    await expect(ringing(andres)).toContainText("Valentina Ríos");
    await expect(ringing(andres)).toContainText("Visita con invitación");
    await ringing(andres).getByRole("button", { name: "Contestar" }).click();
    await expectMoving(picture(andres));
    await expectMoving(guest.getByLabel("Quien contestó"));
    await andres.page.getByRole("button", { name: "Identificar visitante" }).click();
    await expect(andres.page.getByRole("region", { name: "¿Quién está en la puerta?" })).toBeVisible();
    await guest.getByRole("button", { name: "Terminar llamada" }).click();
    await expect(guest.getByText("La llamada terminó.")).toBeVisible();
    await guest.getByRole("button", { name: "Volver a mi invitación" }).click();
    await expect(guest.getByRole("status")).toHaveText("Puedes entrar ahora.");
    // What the page asks for is nobody's session on this server.
    expect((await request.get(`${product.url}/api/user/auth/currentUser`)).status()).toBe(401);
  });
});
