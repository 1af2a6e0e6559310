import type { Page } from "@playwright/test";
import { DEMONSTRATION_PASSWORD } from "../../apps/server/src/demo/accounts.ts";
import { messagesFor } from "../auth/outbox.ts";
import { expect, test, violations } from "../umbral-test.ts";

const DAY_MS = 24 * 3_600_000;
const PARCELS = "/building/dashboard/correspondencia";

/** Something is left at the desk for a home. */
async function receive(desk: Page, home: string, what: string, place: string): Promise<void> {
  await desk.getByRole("button", { name: "Recibir", exact: true }).click();
  const form = desk.getByRole("dialog", { name: "Recibir correspondencia" });
  await form.getByRole("button", { name: new RegExp(`^${home}`) }).click();
  await form.getByLabel("Qué es").selectOption({ label: what });
  await form.getByLabel("Dónde queda (opcional)").fill(place);
  await form.getByRole("button", { name: "Recibir y avisar" }).click();
  await expect(form).toHaveCount(0);
}

/** The next noon of Bogotá that is so many days away at least: nobody is reminded by night. */
const untilNoonAfter = (now: Date, days: number): number => {
  const from = now.getTime() + days * DAY_MS;
  const noon = 17 * 3_600_000;
  return from + ((noon - (from % DAY_MS) + DAY_MS) % DAY_MS) - now.getTime();
};

test.describe("La correspondencia", () => {
  test("Pedro hands his shift over with a parcel that waits; both sign, and the logbook is taken as a file", async ({
    signIn,
  }) => {
    const PINS = { pedro: "482917", carla: "730526" };
    const withPin = async (name: string, pin: string) => {
      const person = await signIn(name, { size: "tablet", at: "/profile" });
      await person.page.getByRole("tab", { name: "PIN de turno" }).click();
      await person.page.getByRole("button", { name: "Crear PIN de turno" }).click();
      const form = person.page.getByRole("dialog", { name: "PIN de turno" });
      await form.getByLabel("PIN nuevo").fill(pin);
      await form.getByLabel("Repite el PIN").fill(pin);
      await form.getByLabel("Tu contraseña").fill(DEMONSTRATION_PASSWORD);
      await form.getByRole("button", { name: "Guardar PIN" }).click();
      await expect(form).toHaveCount(0);
      return person;
    };
    const { page } = await withPin("Pedro Portero", PINS.pedro);
    const carla = await withPin("Carla Conserje", PINS.carla);
    await page.goto("/correspondencia");
    await receive(page, "A-102", "Domicilio", "Nevera");
    await page.goto("/acceso-visitante");
    await page.getByRole("button", { name: "Entregar turno" }).click();
    const form = page.getByRole("dialog", { name: "Entregar turno" });
    const open = form.getByRole("region", { name: "Pendientes" });
    await expect(open).toContainText(/Por recoger: Domicilio · Apto A-102 · Nevera · desde /);
    await form.getByLabel("PIN de turno", { exact: true }).fill(PINS.pedro);
    await form.getByLabel("Cédula").fill(carla.cedula);
    await form.getByLabel("PIN de turno de quien recibe").fill(PINS.carla);
    await form.getByRole("button", { name: "Firmar y entregar turno" }).click();
    await expect(form).toHaveCount(0);

    await carla.page.goto("/building/dashboard/minuta");
    const lines = carla.page.getByRole("main");
    await expect(lines).toContainText("Pedro Portero entrega a Carla Conserje");
    await expect(lines).toContainText("Correspondencia recibida");
    const coming = carla.page.waitForEvent("download");
    await carla.page.getByRole("button", { name: "Descargar CSV" }).click();
    const file = await (await coming).createReadStream();
    const text = (await file.toArray()).join("");
    expect(text).toContain("Correspondencia recibida");
    expect(text).toContain("Por recoger: Domicilio");
    expect(await violations(carla.page)).toEqual([]);
  });

  test("Pedro receives a parcel for Rosa, who is told, is reminded after two days, and collects it with her code", async ({
    signIn,
    product,
    expectInConsole,
  }) => {
    expectInConsole("ERR_CONNECTION_REFUSED");
    const { page: rosa } = await signIn("Rosa Líder", { size: "phone", at: PARCELS });
    await expect(rosa.getByText("Nada te espera en portería.")).toBeVisible();
    const status = await rosa.evaluate(async () => {
      const token = localStorage.getItem("authToken") ?? "";
      const reply = await fetch("/api/user/notifications/token", {
        method: "POST",
        headers: { authorization: `JWT ${token}`, "content-type": "application/json" },
        body: JSON.stringify({ registrationToken: "el-celular-de-rosa-0123456789" }),
      });
      return reply.status;
    });
    expect(status).toBe(200);
    const { page: desk } = await signIn("Pedro Portero", { size: "tablet", at: "/correspondencia" });
    await receive(desk, "A-101", "Sobre", "Casillero 4");
    await expect(desk.getByRole("heading", { name: "A-101 · Sobre" })).toBeVisible();
    // Nobody asked for it.
    await expect(rosa.getByRole("article").filter({ hasText: "Casillero 4" })).toBeVisible();
    expect(await violations(rosa)).toEqual([]);

    // The last thing of this file: its server is days ahead from here on.
    product.clock.push(untilNoonAfter(product.clock.now(), 2));
    await product.restart();
    const told = async () =>
      (await messagesFor(rosa.request, "el-celular-de-rosa-0123456789")).map(({ subject }) => subject);
    await expect
      .poll(told, { timeout: 20_000 })
      .toEqual(["Tienes correspondencia en portería", "Llegó correspondencia a portería"]);

    await rosa.getByRole("button", { name: "Recoger" }).click();
    const shown = rosa.getByRole("dialog", { name: "Recoger" });
    const code = await shown.getByText(/^\d{6}$/).textContent();
    await desk.getByRole("button", { name: "Entregar: Sobre de A-101" }).click();
    const form = desk.getByRole("dialog", { name: "Entregar" });
    await form.getByLabel("Quién recoge").fill("Rosa Líder");
    await form.getByLabel("Código para recoger").fill(code ?? "");
    await form.getByRole("button", { name: "Entregar", exact: true }).click();
    await expect(form).toHaveCount(0);
    await expect(desk.getByRole("heading", { name: "A-101 · Sobre" })).toHaveCount(0);
    await shown.getByRole("button", { name: "Cerrar" }).click();
    await rosa.getByRole("tab", { name: "Historial" }).click();
    await expect(rosa.getByRole("article")).toContainText("La recogió Rosa Líder");
  });
});
