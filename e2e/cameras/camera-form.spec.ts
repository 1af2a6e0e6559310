import type { Locator, Page } from "@playwright/test";
import { MIRADOR } from "../../apps/server/src/demo/accounts.ts";
import type { Product } from "../product.ts";
import { expect, test, violations } from "../umbral-test.ts";

const CAMERA = "Hall torre B";

const settingsOf = async (product: Product) => {
  const { id } = await product.db
    .selectFrom("buildings")
    .select("id")
    .where("name", "=", "Edificio Mirador del Parque")
    .executeTakeFirstOrThrow();
  return `/admin-dashboard/buildings/${id}/settings?ver=camaras`;
};

const motionOf = async (product: Product) => {
  const { motion } = await product.db
    .selectFrom("cameras")
    .select("motion")
    .where("name", "=", CAMERA)
    .executeTakeFirstOrThrow();
  return motion;
};

const form = (page: Page) => page.getByRole("dialog", { name: `Cámara ${CAMERA}` });

/** A finger that goes from the middle of something to somewhere else, in a few steps. */
async function dragWithFinger(page: Page, what: Locator, by: { x: number; y: number }): Promise<void> {
  await what.scrollIntoViewIfNeeded();
  const box = await what.boundingBox();
  if (box === null) {
    throw new Error("there is nothing to touch");
  }
  const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const line = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", share: number) =>
    line.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: type === "touchEnd" ? [] : [{ x: from.x + by.x * share, y: from.y + by.y * share }],
    });
  await touch("touchStart", 0);
  for (const share of [0.25, 0.5, 0.75, 1]) {
    await touch("touchMove", share);
  }
  await touch("touchEnd", 1);
  await line.detach();
}

test.use({ connected: [MIRADOR] });

test.describe("Las zonas y los horarios de una cámara", () => {
  test("are made with a finger on the live picture, on a phone", async ({ signIn, product }) => {
    const { page } = await signIn("Laura Plataforma", { size: "phone", at: await settingsOf(product) });
    await page.getByRole("button", { name: `Ver detalles de ${CAMERA}` }).click();
    await page.getByRole("button", { name: `Cambiar: ${CAMERA}` }).click();
    await form(page).getByRole("button", { name: "Agregar zona" }).click();
    const zone = form(page).getByRole("button", { name: "Mover la zona 1" });
    const picture = form(page).getByRole("img", { name: `Cámara ${CAMERA}` });
    await expect(picture).toBeVisible();
    const size = await picture.boundingBox();
    await dragWithFinger(page, zone, { x: -(size?.width ?? 0), y: 0 });
    await dragWithFinger(page, form(page).getByRole("button", { name: "Cambiar el tamaño de la zona 1" }), {
      x: (size?.width ?? 0) / 5,
      y: (size?.height ?? 0) * 2,
    });
    await expect(form(page).getByText("Zona 1 · 60 × 80 %")).toBeVisible();
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);

    await form(page).getByRole("button", { name: "Guardar cambios" }).click();
    await expect(form(page)).toHaveCount(0);
    const zones = (await motionOf(product))?.zones ?? [];
    expect(zones).toHaveLength(1);
    expect(zones[0]?.[0]).toEqual({ left: 0, top: 20 });
    expect(Math.round(zones[0]?.[2]?.left ?? 0)).toBe(60);
    expect(zones[0]?.[2]?.top).toBe(100);
  });

  test("are made with the keyboard alone", async ({ signIn, product }) => {
    const { page } = await signIn("Laura Plataforma", { at: await settingsOf(product) });
    const before = (await motionOf(product))?.zones.length ?? 0;
    const press = async (target: Locator, ...keys: string[]) => {
      await target.focus();
      for (const key of keys) {
        await page.keyboard.press(key);
      }
    };
    await press(page.getByRole("button", { name: `Cambiar: ${CAMERA}` }), "Enter");
    const button = (name: string) => form(page).getByRole("button", { name });
    await press(button("Agregar zona"), "Enter", "Enter");
    const [first, second] = [before + 1, before + 2];
    await press(button(`Mover la zona ${first}`), "Shift+ArrowRight", "ArrowDown");
    await press(button(`Cambiar el tamaño de la zona ${first}`), "Shift+ArrowLeft", "ArrowUp");
    await expect(form(page).getByText(`Zona ${first} · 30 × 39 %`)).toBeVisible();
    await press(button(`Mover la zona ${second}`), "Delete");
    await expect(button(`Mover la zona ${second}`)).toHaveCount(0);
    await expect(button("Agregar zona")).toBeFocused();

    await press(button("Agregar horario"), "Enter");
    const weekend = form(page).getByRole("group", { name: "Horario 2" });
    for (const day of ["Lunes", "Martes", "Miércoles", "Jueves", "Viernes", "Sábado", "Domingo"]) {
      await press(weekend.getByRole("checkbox", { name: day }), "Space");
    }
    await press(button("Guardar cambios"), "Enter");
    await expect(weekend.getByText("* Elige al menos un día")).toBeVisible();
    await expect(weekend.getByRole("checkbox", { name: "Lunes" })).toBeFocused();
    await press(weekend.getByRole("checkbox", { name: "Domingo" }), "Space");
    await weekend.getByLabel("Vigila desde").fill("08:00");
    await weekend.getByLabel("Hasta").fill("20:30");
    expect(await violations(page)).toEqual([]);
    await press(button("Guardar cambios"), "Enter");
    await expect(form(page)).toHaveCount(0);

    const motion = await motionOf(product);
    expect(motion?.watchedHours).toHaveLength(2);
    expect(motion?.watchedHours[1]).toEqual({ days: [7], from: "08:00", to: "20:30" });
    expect(motion?.zones).toHaveLength(before + 1);
  });
});
