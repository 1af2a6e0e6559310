import {
  clearOfTheBar,
  expect,
  type Person,
  type SignIn,
  type sizes,
  test,
  violations,
} from "../umbral-test.ts";

const MIRADOR = "Edificio Mirador del Parque";

/** The buttons of 'Panel de Administración', in their order, and where each leads (specification §2). */
const panel = [
  ["Administrar Tarjetas", "/admin-dashboard/card-manager"],
  ["Administrar Edificios", "/admin-dashboard/buildings"],
  ["Administrar Usuarios", "/admin-dashboard/users"],
  ["Monitoreo de Intrusos", "/admin-dashboard/events/event-intrusion"],
  ["Monitoreo Puertas Abiertas", "/admin-dashboard/events/open-door"],
] as const;

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
  for (const size of ["phone", "desktop"] as const) {
    test(`begins with its panel of five buttons (${size})`, async ({ signIn }) => {
      const { page } = await signIn("Laura Plataforma", { size, at: "/admin-dashboard" });
      await expect(page.getByRole("heading", { name: "Panel de Administración", level: 1 })).toBeVisible();
      const main = page.getByRole("main");
      for (const [label, to] of panel) {
        await expect(main.getByRole("link", { name: label, exact: true })).toHaveAttribute("href", to);
      }
      expect(await violations(page)).toEqual([]);
    });
  }

  test("has its own menu, and both readings of an address lead to one screen", async ({ signIn }) => {
    const { page } = await signIn("Laura Plataforma", { at: "/admin-dashboard/admin-buildings" });
    await expect(page).toHaveURL(/\/admin-dashboard\/buildings$/);
    const menu = page.getByRole("navigation", { name: "Menú principal" });
    for (const label of [
      "Perfil",
      "Administrador de tarjetas",
      "Administrar Edificios",
      "Administrar Apartamento",
      "Verificar Código ingreso",
    ]) {
      await expect(menu.getByRole("link", { name: label, exact: true })).toBeVisible();
    }
    await page.goto("/events/open-door");
    await expect(page).toHaveURL(/\/admin-dashboard\/events\/open-door$/);
    await expect(page.getByRole("heading", { name: "Monitoreo Puertas Abiertas", level: 1 })).toBeVisible();
  });

  test("is no page at all for everybody else", async ({ signIn, stranger }) => {
    const alberto = await signIn("Alberto Administrador", { at: "/admin-dashboard" });
    for (const path of [
      "/admin-dashboard",
      "/admin-dashboard/buildings",
      "/admin-dashboard/events/open-door",
    ]) {
      await alberto.page.goto(path);
      await expect(alberto.page.getByRole("heading", { name: "Esta página no existe" })).toBeVisible();
    }
    await alberto.page.goto("/no-such-page");
    await expect(alberto.page.getByRole("heading", { name: "Esta página no existe" })).toBeVisible();
    const passerBy = await stranger();
    await passerBy.goto("/admin-dashboard/buildings");
    await expect(passerBy).toHaveURL(/\/$/);
  });

  for (const size of ["phone", "desktop"] as const) {
    test(`lists the buildings, finds one by its name, and shows its plan (${size})`, async ({ signIn }) => {
      const { page } = await openTable(signIn, size);
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
      expect(await violations(page)).toEqual([]);
    });
  }

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

/** The specification's sentences of these actions (§8), each in its situation. */
const sentences = [
  ["Silenciar alarma", "MUTE", "FAULT", "No pudimos silenciar la alarma en este momento..."],
  [
    "Reiniciar edificio",
    "RESTART_RPI",
    "CONTROLLER_AWAY",
    "No pudimos reiniciar el edificio en este momento...",
  ],
  ["Silenciar alarma", "MUTE", "NOT_FOUND", "¡Ups! Tuvimos un problema con la información del edificio..."],
  [
    "Reiniciar edificio",
    "RESTART_RPI",
    "NOT_FOUND",
    "¡Ups! Tuvimos un problema con la información del edificio...",
  ],
] as const;

for (const [action, event, code, sentence] of sentences) {
  test(`${action}, ${code}: ${sentence}`, async ({ signIn }) => {
    const laura = await signIn("Laura Plataforma", { at: "/profile" });
    // The line is the browser's own; what it says to one message is put in the server's place.
    await laura.page.routeWebSocket(/socket\.io/, (line) => {
      const server = line.connectToServer();
      line.onMessage((message) => {
        const text = String(message);
        const [, number] = /^42(\d+)\["user_event"/.exec(text) ?? [];
        if (number !== undefined && text.includes(`"${event}"`)) {
          line.send(`43${number}${JSON.stringify([{ ok: false, code, message: "x" }])}`);
        } else {
          server.send(message);
        }
      });
    });
    await laura.page.goto("/admin-dashboard/buildings");
    await laura.page.getByRole("button", { name: `${action}: ${MIRADOR}` }).click();
    await laura.page.getByRole("button", { name: "Continuar" }).click();
    await expect(dialog(laura)).toContainText(sentence);
  });
}
