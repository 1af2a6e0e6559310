import { MIRADOR } from "../../apps/server/src/demo/accounts.ts";
import { expect, type Person, test } from "../umbral-test.ts";

const dialog = ({ page }: Person) => page.getByRole("alertdialog");

test.use({ connected: [MIRADOR] });

test.describe("La administración", () => {
  test("restarts a building's controller once that is confirmed, and sees it come back", async ({
    signIn,
    product,
  }) => {
    const laura = await signIn("Laura Plataforma", { at: "/admin-dashboard/buildings" });
    await laura.page.getByLabel("Buscar por nombre").fill("MIRADÓR");
    await expect(laura.page.getByText("En línea")).toHaveCount(1);
    await expect(laura.page.getByRole("link", { name: MIRADOR, exact: true })).toBeVisible();
    const restarts = () =>
      product.db
        .selectFrom("audit_lines")
        .select("detail")
        .where("action", "=", "controllers.restarted")
        .where("actor_id", "=", laura.id)
        .execute();
    const before = (await restarts()).length;
    await laura.page.getByRole("button", { name: `Reiniciar edificio: ${MIRADOR}` }).click();
    await dialog(laura).getByRole("button", { name: "Cancelar" }).click();
    expect(await restarts()).toHaveLength(before);
    await laura.page.getByRole("button", { name: `Reiniciar edificio: ${MIRADOR}` }).click();
    await dialog(laura).getByRole("button", { name: "Continuar" }).click();
    await expect(dialog(laura)).toContainText("¡Excelente!");
    await expect(dialog(laura)).toContainText("Proceso realizado con éxito");
    expect((await restarts()).at(-1)).toEqual({ detail: { outcome: "restarting" } });
    const building = await product.db
      .selectFrom("buildings")
      .select("id")
      .where("name", "=", MIRADOR)
      .executeTakeFirstOrThrow();
    await expect.poll(() => product.app.hub.lines.isPresent(building.id), { timeout: 30_000 }).toBe(true);
  });
});
