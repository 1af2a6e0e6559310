import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import sharp from "sharp";
import { type ControllerProcess, startController } from "../../apps/controller/testing/controller-process.ts";
import { acceptInvitation, openInvitation } from "../auth/outbox.ts";
import { openBy } from "../doors/door.ts";
import { expect, test, violations } from "../umbral-test.ts";

const PASSWORD = "tres loros en la mesa";
const button = (place: Page | Locator, name: string | RegExp) =>
  place.getByRole("button", { name, exact: typeof name === "string" });
const tab = (page: Page, name: string) => page.getByRole("tab", { name }).click();
const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });

/** A drawing of a floor, as an architect gives one. */
async function planPicture(): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="600">
    <rect width="900" height="600" fill="#f6f2ea"/>
    <path d="M60 60H840V540H60ZM60 300H500V540M500 60V200" fill="none" stroke="#5f584d" stroke-width="10"/>
  </svg>`;
  return {
    name: "piso-1.png",
    mimeType: "image/png",
    buffer: await sharp(Buffer.from(drawing)).png().toBuffer(),
  };
}

test.describe("Un edificio nuevo", () => {
  test("is brought on line from nothing to an open door, with a real controller paired on the way", async ({
    signIn,
    stranger,
    product,
  }) => {
    const folder = await mkdtemp(join(tmpdir(), "umbral-new-controller-"));
    let controller: ControllerProcess | undefined;
    try {
      const { page } = await signIn("Laura Plataforma", { at: "/admin-dashboard/buildings" });
      const name = "Torres de la Candelaria";

      await button(page, "Crear edificio").click();
      const creation = dialog(page, "Crear edificio");
      await button(creation, "Crear edificio").click();
      await expect(creation.getByText("* El campo es obligatorio").first()).toBeVisible();
      await creation.getByLabel("Nombre del edificio").fill(name);
      await creation.getByLabel("Dirección").fill("Calle 11 # 3-40");
      await creation.getByLabel("Ciudad").fill("Bogotá");
      await creation.getByLabel("Departamento").fill("Cundinamarca");
      await creation.getByLabel("Sirena").selectOption("simulated");
      expect(await violations(page)).toEqual([]);
      await button(creation, "Crear edificio").click();
      await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();

      await expect(page.getByText("Este edificio todavía no tiene torres.")).toBeVisible();
      await button(page, "Crear torre").click();
      await dialog(page, "Crear torre").getByLabel("Nombre de la torre").fill("A");
      await button(dialog(page, "Crear torre"), "Crear torre").click();
      await button(page, "Crear piso en la torre A").click();
      const floor = dialog(page, "Crear piso");
      await floor.getByLabel("Nombre del piso").fill("1");
      await floor.getByLabel("Plano (opcional)", { exact: true }).setInputFiles(await planPicture());
      await expect(floor.getByAltText("Vista previa: Plano (opcional)")).toBeVisible();
      await button(floor, "Crear piso").click();
      await expect(page.getByAltText("Plano del piso 1, torre A")).toBeVisible();
      await button(page, "Crear apartamentos: piso 1, torre A").click();
      const homes = dialog(page, "Crear apartamentos en el piso 1");
      await homes.getByLabel("Nombres").fill("A-101 a A-104");
      await button(homes, "Crear 4 apartamentos").click();
      await expect(page.getByText("4 apartamentos · 0 puertas")).toBeVisible();
      expect(await violations(page)).toEqual([]);

      await tab(page, "Controlador");
      await button(page, "Registrar controlador").click();
      const code = await page.locator("[data-pairing-code]").innerText();
      await expect(page.getByText("Esperando el emparejamiento")).toBeVisible();
      expect(await violations(page)).toEqual([]);
      controller = await startController({
        SERVER_URL: product.url,
        CONTROLLER_DATA_DIR: folder,
        PAIRING_CODE: code,
      });
      await controller.heard("ready");
      await expect(page.getByText("Conectado", { exact: true })).toBeVisible();
      await expect(page.getByText(code)).toBeHidden();
      await expect(page.getByText("Menos de un segundo")).toBeVisible({ timeout: 20_000 });
      await button(page, "Probar sirena").click();
      await expect(page.getByText("La sirena sonó dos segundos.")).toBeVisible();

      await tab(page, "Cámaras");
      await button(page, "Crear cámara").click();
      const camera = dialog(page, "Crear cámara");
      await camera.getByLabel("Nombre de la cámara").fill("Entrada");
      await camera.getByLabel("Dirección").fill("rtsp://127.0.0.1:9/nada");
      await expect(camera.getByText(/^El controlador no encuentra la cámara|ffmpeg/).first()).toBeVisible({
        timeout: 20_000,
      });
      await camera.getByLabel("Tipo de cámara").selectOption("simulated");
      await expect(camera.getByAltText("Imagen que la cámara da ahora")).toBeVisible({ timeout: 20_000 });
      await button(camera, "Crear cámara").click();
      await expect(page.getByRole("cell", { name: "Entrada", exact: true })).toBeVisible();

      await tab(page, "Puertas");
      await button(page, "Crear puerta").click();
      const door = dialog(page, "Crear puerta");
      await door.getByLabel("Nombre de la puerta").fill("Puerta principal");
      await door.getByLabel("Relé", { exact: true }).fill("1");
      await door.getByLabel("Tipo de relé").selectOption("simulated");
      await door.getByLabel("Entrada").check();
      await button(door, "Crear puerta").click();
      // The list has the door before the dialog is gone, and nothing behind a dialog takes the focus.
      await expect(door).toBeHidden();
      const marker = button(page, "Mover Puerta principal con las flechas");
      await marker.focus();
      await expect(marker).toBeFocused();
      await page.keyboard.press("Shift+ArrowRight");
      await page.keyboard.press("ArrowUp");
      const placeOf = async () => {
        const [place] = await product.db
          .selectFrom("doors")
          .innerJoin("buildings", "buildings.id", "doors.building_id")
          .select(["plan_left as left", "plan_top as top"])
          .where("buildings.name", "=", name)
          .execute();
        return place;
      };
      await expect.poll(placeOf).toEqual({ left: 60, top: 49 });
      await marker.dragTo(page.getByAltText("Plano del piso 1, torre A"), {
        targetPosition: { x: 60, y: 60 },
      });
      await expect.poll(async () => (await placeOf())?.left ?? 100).toBeLessThan(30);
      await button(page, "Probar el relé: Puerta principal").click();
      await expect(page.getByText("El relé de Puerta principal se movió.")).toBeVisible();
      expect(await violations(page)).toEqual([]);

      await tab(page, "Personal");
      await button(page, "Invitar persona").click();
      const invitation = dialog(page, "Invitar persona");
      await invitation.getByLabel("Rol").selectOption("ADMINISTRADOR");
      await invitation.getByLabel("Nombre completo").fill("Alba Administra");
      await invitation.getByLabel("Número de documento").fill("52123456");
      await invitation.getByLabel("Celular o correo").fill("alba@candelaria.example");
      expect(await violations(page)).toEqual([]);
      await button(invitation, "Enviar invitación").click();
      await expect(page.getByRole("row", { name: /Alba Administra.*Vence el/ })).toBeVisible();
      await expect(page.getByText("Este edificio todavía no tiene personal.")).toBeVisible();

      const alba = await stranger({ size: "phone" });
      await openInvitation(alba, "alba@candelaria.example");
      await acceptInvitation(alba, PASSWORD);
      await alba.getByLabel("Cédula").fill("52123456");
      await alba.getByLabel("Contraseña", { exact: true }).fill(PASSWORD);
      await alba.getByRole("button", { name: "Iniciar" }).click();
      await expect(alba).toHaveURL(/\/profile/);
      await alba.goto("/building/dashboard");
      await openBy(button(alba, "Abrir Puerta principal").first());
      await expect
        .poll(() =>
          product.db
            .selectFrom("open_door_events")
            .innerJoin("buildings", "buildings.id", "open_door_events.building_id")
            .innerJoin("users", "users.id", "open_door_events.user_id")
            .select(["door_name", "users.cedula as cedula"])
            .where("buildings.name", "=", name)
            .where("users.cedula", "=", "52123456")
            .execute(),
        )
        .toEqual([{ door_name: "Puerta principal", cedula: "52123456" }]);

      await tab(page, "Controlador");
      await controller.kill("SIGKILL");
      await expect(page.getByText("Sin conexión", { exact: true })).toBeVisible({ timeout: 60_000 });
    } finally {
      await controller?.kill("SIGKILL");
      await rm(folder, { recursive: true, force: true });
    }
  });
});
