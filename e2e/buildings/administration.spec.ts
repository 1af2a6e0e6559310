import { clearOfTheBar, expect, type Person, type SignIn, sizes, test, violations } from "../umbral-test.ts";

const MIRADOR = "Edificio Mirador del Parque";

const openTable = async (signIn: SignIn, size: keyof typeof sizes = "desktop"): Promise<Person> => {
  const laura = await signIn("Laura Plataforma", { size, at: "/admin-dashboard/buildings" });
  await expect(laura.page.getByRole("link", { name: MIRADOR, exact: true })).toBeVisible();
  return laura;
};

const dialog = ({ page }: Person) => page.getByRole("alertdialog");

const active = ({ page }: Person) => page.getByRole("region", { name: "Alerta activa" });
const alarm = ({ page }: Person) => page.getByRole("alertdialog", { name: /Alerta de/ });

async function raiseBy({ page }: Person): Promise<void> {
  await page.getByRole("button", { name: "Pánico" }).first().click();
  await page.getByRole("button", { name: "Alerta de Seguridad (Intruso)" }).focus();
  await page.keyboard.down("Enter");
  await expect(page.getByRole("dialog", { name: "Alertas" })).toBeHidden();
  await page.keyboard.up("Enter");
}

test.describe("La administración", () => {
  test("lists the buildings, finds one by its name, and shows its plan", async ({ signIn }) => {
    const { page } = await openTable(signIn, "phone");
    await clearOfTheBar(page.getByRole("link", { name: MIRADOR, exact: true }));
    expect(await violations(page)).toEqual([]);
    await page.getByLabel("Buscar por nombre").fill("ALMENDRÓS");
    await expect(page.getByRole("link", { name: MIRADOR, exact: true })).toBeHidden();
    await expect(page.getByText("En línea")).toHaveCount(1);
    await page.getByLabel("Buscar por nombre").fill("nada de eso");
    await expect(page.getByText("Ningún edificio coincide con tu búsqueda.")).toBeVisible();
    await page.getByLabel("Buscar por nombre").fill("mirador");
    await page.getByRole("link", { name: MIRADOR, exact: true }).click();
    await expect(page.getByRole("heading", { name: MIRADOR, level: 1 })).toBeVisible();
    await expect(page.getByRole("button", { name: /Garaje/ })).toBeVisible();
    // What lies half under the bar of a phone is no target of its own.
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    expect(await violations(page)).toEqual([]);

    await page.getByRole("button", { name: /Garaje/ }).click();
    const door = page.getByRole("dialog", { name: "Garaje" });
    await expect(door.locator('[data-camera-state="live"]')).toBeVisible();
    await door.getByRole("button", { name: "Abrir Garaje" }).click();
    await expect(door.getByRole("button", { name: "Puerta abierta" })).toBeVisible();
    await expect(door.getByRole("button", { name: "Cerrar Garaje" })).toBeVisible();
    for (const size of ["phone", "desktop"] as const) {
      await page.setViewportSize(sizes[size]);
      expect(await violations(page)).toEqual([]);
    }
  });

  test("silences an alarm from the table", async ({ signIn }) => {
    const rosa = await signIn("Rosa Líder");
    const laura = await openTable(signIn);
    await raiseBy(rosa);
    await alarm(laura).getByRole("button", { name: "Entendido" }).click();
    await laura.page.getByRole("button", { name: `Silenciar alarma: ${MIRADOR}` }).click();
    await laura.page.getByRole("button", { name: "Cancelar" }).click();
    await expect(active(laura)).toBeVisible();
    await laura.page.getByRole("button", { name: `Silenciar alarma: ${MIRADOR}` }).click();
    await laura.page.getByRole("button", { name: "Continuar" }).click();
    await expect(laura.page.getByText("Alerta silenciada.").first()).toBeVisible();
    await expect(alarm(rosa)).toHaveCount(0);
  });

  test("leaves the same button beside the door's own to who lives there", async ({ signIn }) => {
    const rosa = await signIn("Rosa Líder");
    await raiseBy(rosa);
    await alarm(rosa).getByRole("button", { name: "Entendido" }).click();
    await rosa.page.goto("/building/dashboard/plano");
    await rosa.page.getByRole("button", { name: /Puerta principal/ }).click();
    const door = rosa.page.getByRole("dialog", { name: "Puerta principal" });
    await door.getByRole("button", { name: "Silenciar alarma" }).click();
    await rosa.page.getByRole("button", { name: "Continuar" }).click();
    await expect(rosa.page.getByText("Alerta silenciada.").first()).toBeVisible();
    await expect(active(rosa)).toHaveCount(0);
  });

  test("restarts a building's controller once that is confirmed, and sees it come back", async ({
    signIn,
    product,
  }) => {
    const laura = await openTable(signIn);
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
    await expect.poll(() => product.app.hub.isPresent(building.id), { timeout: 30_000 }).toBe(true);
  });
});
