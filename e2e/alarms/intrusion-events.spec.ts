import { MIRADOR } from "../../apps/server/src/demo/accounts.ts";
import { expect, test } from "../umbral-test.ts";

const LIST = "/admin-dashboard/events/event-intrusion";

test.use({ connected: [MIRADOR] });

test.describe("Monitoreo de Intrusos", () => {
  test("hears of a forced door while it is looked at", async ({ signIn, product }) => {
    const laura = await signIn("Laura Plataforma", { at: LIST });
    // Under the head and the day.
    const newest = laura.page.getByRole("row").nth(2);
    await expect(newest).toBeVisible();
    const door = await product.db
      .selectFrom("doors")
      .select(["id", "building_id"])
      .where("name", "=", "Puerta principal")
      .executeTakeFirstOrThrow();
    const before = await newest.textContent();
    product.app.demonstration?.act(door.building_id, { kind: "force-door", doorId: door.id });
    await expect(newest).not.toHaveText(before ?? "");
    await expect(newest).toContainText("Puerta forzada");
    await expect(newest).toContainText("Puerta principal");
    await newest.getByRole("button", { name: /^Ver evento: Puerta forzada/ }).click();
    const event = laura.page.getByRole("dialog", { name: "Puerta forzada" });
    await expect(event.getByRole("img", { name: /foto 1 de/ })).toBeVisible();
    await expect(event.locator('[data-camera-state="live"]')).toBeVisible();
    // As the next story expects it.
    product.app.demonstration?.act(door.building_id, { kind: "let-door-go", doorId: door.id });
  });
});
