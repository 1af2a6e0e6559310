import { press, says } from "../cards/desk.ts";
import { expect, type Person, test, violations } from "../umbral-test.ts";

const USERS = "/admin-dashboard/users";
const row = ({ page }: Person, name: string) => page.getByRole("row").filter({ hasText: name });
const search = ({ page }: Person) => page.getByRole("searchbox", { name: "Buscar" });

test.use({ hasControllers: false });

test.describe("Administrar Usuarios", () => {
  test("somebody is found by half a name without its accents, by tag, home and building", async ({
    signIn,
  }) => {
    const laura = await signIn("Laura Plataforma", { at: USERS });
    await expect(row(laura, "Rosa Líder")).toContainText("A-101");
    expect(await violations(laura.page)).toEqual([]);
    for (const [typed, name, other] of [
      ["andr res", "Andrés Residente", "Rosa Líder"],
      ["04a1b2c3d4e590", "Lucía Líder", "Rosa Líder"],
      ["tempor a-102", "Tomás Temporal", "Olga Propietaria"],
      ["lider almendros", "Lucía Líder", "Rosa Líder"],
    ] as const) {
      await search(laura).fill(typed);
      await expect(row(laura, other)).toHaveCount(0);
      await expect(row(laura, name)).toBeVisible();
    }
    await search(laura).fill("nadie se llama así");
    await expect(laura.page.getByText("Ningún usuario coincide con tu búsqueda.")).toBeVisible();
  });

  test("an older answer never takes the place of a newer one", async ({ signIn }) => {
    const laura = await signIn("Laura Plataforma", { at: USERS });
    let letGo: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await laura.page.route("**/ResidentUserDetails?*search=ros&*", async (route) => {
      await held;
      await route.continue().catch(() => undefined);
    });
    const asked = laura.page.waitForRequest(/search=ros&/);
    await search(laura).fill("ros");
    await asked;
    await search(laura).fill("olga");
    await expect(row(laura, "Olga Propietaria")).toBeVisible();
    letGo();
    await expect(row(laura, "Rosa Líder")).toHaveCount(0);
    await expect(row(laura, "Olga Propietaria")).toBeVisible();
  });

  test("phone and alias are changed where they stand", async ({ signIn, product }) => {
    const laura = await signIn("Laura Plataforma", { at: USERS });
    await laura.page.getByRole("button", { name: "Editar los datos de Carla Conserje" }).click();
    await laura.page.getByLabel("Alias de Carla Conserje").fill("La de la mañana");
    await laura.page.getByLabel("Celular de Carla Conserje").fill("310 555 1212");
    expect(await violations(laura.page)).toEqual([]);
    await laura.page.getByRole("button", { name: "Guardar los datos de Carla Conserje" }).click();
    await press(laura.page, "Continuar");
    await says(laura.page, "¡Excelente!", "Actualización exitosa");
    await press(laura.page, "Entendido");
    await expect(row(laura, "Carla Conserje")).toContainText("+573105551212");
    await search(laura).fill("de la mañ");
    await expect(row(laura, "Carla Conserje")).toBeVisible();
    const kept = await product.db
      .selectFrom("users")
      .select(["alias", "phone"])
      .where("name", "=", "Carla Conserje")
      .executeTakeFirst();
    expect(kept).toEqual({ alias: "La de la mañana", phone: "+573105551212" });
  });

  test("somebody is deactivated, and their open screen is taken away", async ({ signIn, product }) => {
    const sergio = await signIn("Sergio Servicios", { size: "phone" });
    await expect(sergio.page.getByText("Sergio Servicios").first()).toBeVisible();
    const laura = await signIn("Laura Plataforma", { at: USERS });
    await laura.page.getByRole("button", { name: "Desactivar a Sergio Servicios" }).click();
    const question = laura.page.getByRole("dialog", { name: "¿Desactivar a Sergio Servicios?" });
    await expect(question.getByLabel("Desactivar también sus tarjetas")).toBeChecked();
    expect(await violations(laura.page)).toEqual([]);
    await question.getByRole("button", { name: "Cancelar" }).click();
    await expect(question).toHaveCount(0);
    await laura.page.getByRole("button", { name: "Desactivar a Sergio Servicios" }).click();
    await question.getByRole("button", { name: "Continuar" }).click();
    await says(laura.page, "¡Excelente!", "Desactivación exitosa");
    await press(laura.page, "Entendido");
    await expect(sergio.page).toHaveURL(/\/$/);
    await expect(sergio.page.getByRole("button", { name: "Iniciar" })).toBeVisible();

    await laura.page.getByRole("button", { name: "Activar a Sergio Servicios" }).click();
    await laura.page.getByLabel("Activar también sus tarjetas").uncheck();
    await laura.page.getByRole("dialog").getByRole("button", { name: "Continuar" }).click();
    await says(laura.page, "¡Excelente!", "Activación exitosa");
    const card = await product.db
      .selectFrom("cards")
      .innerJoin("users", "users.id", "cards.user_id")
      .select(["users.active as user", "cards.active as card"])
      .where("users.name", "=", "Sergio Servicios")
      .executeTakeFirst();
    expect(card).toEqual({ user: true, card: false });
  });

  test("a picture is looked at large, and cards are a press away", async ({ signIn }) => {
    const laura = await signIn("Laura Plataforma", { at: USERS });
    await laura.page.getByRole("button", { name: "Ver la foto de Olga Propietaria" }).click();
    await expect(laura.page.getByAltText("Foto de Olga Propietaria")).toBeVisible();
    expect(await violations(laura.page)).toEqual([]);
    await laura.page.keyboard.press("Escape");
    await laura.page.getByRole("link", { name: "Tarjetas de Olga Propietaria" }).click();
    // Whose cards they are is no part of the address.
    await expect(laura.page).toHaveURL(/\/admin-dashboard\/card-manager$/);
    await expect(laura.page.getByText("E2801160600003")).toBeVisible();
  });

  test("an apartment tells its people, or that it has none", async ({ signIn, product }) => {
    const apartment = (name: string) =>
      product.db.selectFrom("apartments").select("id").where("name", "=", name).executeTakeFirstOrThrow();
    const laura = await signIn("Laura Plataforma", {
      at: `/admin-dashboard/apartments/${(await apartment("A-101")).id}/users`,
    });
    await expect(laura.page.getByRole("heading", { name: "Usuarios del apartamento A-101" })).toBeVisible();
    await expect(row(laura, "Rosa Líder")).toBeVisible();
    await expect(row(laura, "Olga Propietaria")).toHaveCount(0);
    await laura.page.goto(`/admin-dashboard/apartments/${(await apartment("B-202")).id}/users`);
    await expect(
      laura.page.getByText("No hemos encontrado usuarios registrados.", { exact: true }),
    ).toBeVisible();
  });
});
