import type { Page } from "@playwright/test";
import { MIRADOR } from "../../apps/server/src/demo/accounts.ts";
import { doorNamed, expectOpen } from "../doors/door.ts";
import { expect, test } from "../umbral-test.ts";
import { askForCode, TRACED } from "./visiting.ts";

const DESK = "/acceso-visitante";

test.use({ connected: [MIRADOR] });

/** Counts what somebody does from here on, by what each press is on. */
async function countPresses(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const presses: string[] = [];
    Reflect.set(window, "presses", presses);
    const count = (event: Event) => {
      const on = event.target instanceof Element ? event.target.closest("button, a, input") : null;
      presses.push(on?.textContent || on?.getAttribute("aria-label") || event.type);
    };
    for (const type of ["click", "keydown"]) {
      addEventListener(type, count, { capture: true });
    }
  });
  return () => page.evaluate(() => [...Reflect.get(window, "presses")]);
}

test.describe("La portería", () => {
  test("one touch rings a home", async ({ signIn }) => {
    const rosa = await signIn("Rosa Líder", { size: "phone", at: "/building/dashboard" });
    const { page: desk } = await signIn("Pedro Portero", { size: "tablet", at: DESK });
    const home = desk.getByRole("button", { name: /^Llamar a A-101/ });
    await expect(home).toBeInViewport({ ratio: 1 });
    const presses = await countPresses(desk);
    await home.click();
    await expect(rosa.page.getByRole("button", { name: "Contestar" })).toBeVisible();
    expect(await presses()).toHaveLength(1);
    await desk.getByRole("button", { name: "Cancelar" }).click();
  });

  test("six digits and three touches let a visitor in, and the door moves once", async ({
    signIn,
    stranger,
    product,
    expectInConsole,
  }) => {
    expectInConsole(TRACED);
    const door = await doorNamed(product, "Puerta principal");
    const pedro = await signIn("Pedro Portero", { size: "tablet", at: DESK });
    const phone = await stranger({ size: "phone" });
    await phone.goto("/visits/code");
    const code = await askForCode(phone, "1000000009");
    const { page: desk } = pedro;
    await expect(desk.getByRole("button", { name: "Abrir Puerta principal" })).toBeVisible();
    const presses = await countPresses(desk);
    const before = door.timesOpened();
    for (const digit of code) {
      await desk.getByRole("button", { name: digit, exact: true }).click();
    }
    await desk.getByRole("button", { name: "Verificar", exact: true }).click();
    await desk.getByRole("button", { name: "Autorizar y abrir" }).click();
    await expect(desk.getByText("Acceso Permitido")).toBeVisible();
    await desk.getByRole("button", { name: "Entendido" }).click();
    await expectOpen(desk);
    expect(await presses()).toEqual([...code, "Verificar", "Autorizar y abrir", "Entendido"]);
    expect(door.timesOpened()).toBe(before + 1);
    await expect
      .poll(() =>
        product.db
          .selectFrom("open_door_events")
          .select("origin")
          .where("door_id", "=", door.id)
          .where("user_id", "=", pedro.id)
          .execute(),
      )
      .toEqual([{ origin: "CODE" }]);
  });
});
