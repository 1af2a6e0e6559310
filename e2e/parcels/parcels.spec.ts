import sharp from "sharp";
import { MIRADOR } from "../../apps/server/src/demo/accounts.ts";
import { expect, test, violations } from "../umbral-test.ts";

const label = () =>
  sharp({ create: { width: 640, height: 400, channels: 3, background: "#d8c9a8" } })
    .jpeg()
    .toBuffer();

test.use({ connected: [MIRADOR] });

test.describe("La correspondencia", () => {
  test("Pedro receives a parcel with its label; Rosa is told, shows her code, and it is handed over; both see that it was", async ({
    signIn,
  }) => {
    const { page: rosa } = await signIn("Rosa Líder", {
      size: "phone",
      at: "/building/dashboard/correspondencia",
    });
    const { page: desk } = await signIn("Pedro Portero", { size: "tablet", at: "/correspondencia" });
    await expect(rosa.getByText("Nada te espera en portería.")).toBeVisible();

    await desk.getByRole("button", { name: "Recibir", exact: true }).click();
    const form = desk.getByRole("dialog");
    await form.getByRole("button", { name: /^A-101/ }).click();
    await form.getByLabel("Transportadora (opcional)").fill("Servientrega");
    await form.getByLabel("Dónde queda (opcional)").fill("Estante 2");
    await form
      .locator("input[type=file]")
      .setInputFiles({ name: "etiqueta.jpg", mimeType: "image/jpeg", buffer: await label() });
    await expect(form.getByRole("img", { name: /^Vista previa/ })).toBeVisible();
    await form.getByRole("button", { name: "Recibir y avisar" }).click();
    await expect(desk.getByText("Recibida. Avisamos a A-101.")).toBeVisible();

    // Nobody asked for it.
    const card = rosa.getByRole("article").filter({ hasText: "Paquete" });
    await expect(card).toContainText("Estante 2");
    await card.getByRole("button", { name: "Ver fotos" }).click();
    await expect(rosa.getByRole("img", { name: "Foto de la etiqueta" })).toBeVisible();
    await rosa.keyboard.press("Escape");
    await rosa.getByRole("button", { name: "Recoger", exact: true }).click();
    const code = await rosa.getByText(/^\d{6}$/).textContent();
    expect(await violations(rosa)).toEqual([]);

    await desk.getByRole("button", { name: "Entregar: Paquete de A-101" }).click();
    await desk.getByLabel("Quién recoge").fill("Rosa Líder");
    await desk.getByLabel("Código para recoger").fill(code ?? "");
    await desk.getByLabel("Código para recoger").press("Enter");
    await expect(desk.getByText("Entregada.", { exact: true })).toBeVisible();
    await desk.getByLabel("Estado").selectOption("Entregadas");
    await expect(desk.getByText(/La recogió Rosa Líder/)).toBeVisible();
    await rosa.keyboard.press("Escape");
    await expect(rosa.getByText("Nada te espera en portería.")).toBeVisible();
    await rosa.getByRole("tab", { name: "Historial" }).click();
    await expect(rosa.getByText(/La recogió Rosa Líder/)).toBeVisible();
  });
});
