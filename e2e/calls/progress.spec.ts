import { postAsProvider, startTelephoneProvider } from "#server";
import { MIRADOR } from "../../apps/server/src/demo/accounts.ts";
import type { Product } from "../product.ts";
import { expect, expectDevices, type Person, type SignIn, sizes, test, violations } from "../umbral-test.ts";
import { callApartment, holdTheClock, ringing } from "./calling.ts";

type Telephone = Awaited<ReturnType<typeof startTelephoneProvider>>;

/** The file's product has a telephone provider that takes everything. */
let telephone: Telephone;
test.beforeAll(async () => {
  telephone = await startTelephoneProvider();
});
test.afterAll(() => telephone.close());
test.use({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to know what a fixture needs
  variables: async ({}, use) => {
    // Pages are fetched over http here: an address of https would have the browser fetch their parts so.
    await use({ ...telephone.variables, PUBLIC_URL: "http://umbral.example" });
  },
});

holdTheClock();

/** Pedro's dialog, and in it the one person of a home. */
const dialog = ({ page }: Person) => page.getByRole("dialog", { name: /^Llama(ndo|da) a/ });
const person = (pedro: Person, name: string) =>
  dialog(pedro).getByRole("list", { name: "A quién llamas" }).locator("> li").filter({ hasText: name });

/** Both of A-101 are rung: Rosa has a device on line, Andrés only one that takes pushes. */
async function ringHome(signIn: SignIn, product: Product, size: "phone" | "desktop" = "desktop") {
  const pedro = await signIn("Pedro Portero", { at: "/acceso-visitante", size });
  const rosa = await signIn("Rosa Líder", { size: "phone" });
  await expectDevices(product, rosa);
  await callApartment(pedro, "A-101");
  await expect(ringing(rosa)).toBeVisible();
  return { pedro, rosa };
}

async function callTo(product: Product, calleeId: string): Promise<string> {
  const { id } = await product.db
    .selectFrom("calls")
    .select("id")
    .where("callee_id", "=", calleeId)
    .where("status", "=", "ENTRANTE")
    .executeTakeFirstOrThrow();
  return id;
}

const press = async (product: Product, callId: string, key: string): Promise<string> =>
  (await postAsProvider(product.app, callId, { Digits: key })).body;

/** Andrés has an installed app that is asleep: it takes pushes and is not on line. */
async function registerAndres(signIn: SignIn, product: Product): Promise<void> {
  const andres = await signIn("Andrés Residente");
  const token = await andres.page.evaluate(() => localStorage.getItem("authToken"));
  const reply = await andres.context.request.post("/api/user/notifications/token", {
    headers: { authorization: `JWT ${token}` },
    data: { registrationToken: "a-telephone-that-sleeps" },
  });
  expect(reply.status()).toBe(200);
  await andres.page.goto("about:blank");
  await expectDevices(product, andres, 0);
}

test.use({ connected: [MIRADOR] });

test.describe("Mientras timbra un apartamento", () => {
  test("the lobby sees with each person how the call goes to them", async ({ signIn, product }) => {
    await registerAndres(signIn, product);
    const { pedro } = await ringHome(signIn, product);
    const rosa = person(pedro, "Rosa Líder");
    const andres = person(pedro, "Andrés Residente");
    await expect(rosa.getByText("Timbrando en su dispositivo").first()).toBeVisible();
    await expect(andres.getByText("Notificación push enviada").first()).toBeVisible();
    await expect(rosa.getByText("Notificación push enviada")).toHaveCount(0);

    product.clock.push(10_000);
    for (const each of [rosa, andres]) {
      await expect(each.getByText("Llamada telefónica automática realizada").first()).toBeVisible();
    }
    product.clock.push(10_000);
    for (const each of [rosa, andres]) {
      await expect(each.getByText("SMS enviado").first()).toBeVisible();
    }
    await expect(rosa.getByRole("listitem")).toHaveCount(3);
    await expect(andres.getByRole("listitem")).toHaveCount(3);
    for (const size of ["phone", "desktop"] as const) {
      await pedro.page.setViewportSize(sizes[size]);
      await expect(andres.getByText("SMS enviado").first()).toBeVisible();
      expect(await violations(pedro.page)).toEqual([]);
    }

    // A page that is loaded anew shows what is true, and rings nobody twice.
    await pedro.page.reload();
    await expect(andres.getByText("SMS enviado").first()).toBeVisible();
    await expect(andres.getByText("Notificación push enviada")).toBeAttached();
    await expect(rosa.getByText("Timbrando en su dispositivo")).toBeAttached();
    const calls = await product.db
      .selectFrom("calls")
      .select("id")
      .where("caller_id", "=", pedro.id)
      .where("status", "=", "ENTRANTE")
      .execute();
    expect(calls).toHaveLength(2);
    await pedro.page.getByRole("button", { name: "Cancelar llamada" }).click();
    await expect(dialog(pedro)).toHaveCount(0);
  });
});

test.describe("Quien contesta por teléfono", () => {
  test("is said in words at the lobby, and what they say with the keys", async ({ signIn, product }) => {
    const { pedro, rosa } = await ringHome(signIn, product, "phone");
    product.clock.push(10_000);
    await expect(
      person(pedro, "Rosa Líder").getByText("Llamada telefónica automática realizada").first(),
    ).toBeVisible();
    const callId = await callTo(product, rosa.id);
    // Her devices are quiet, and say why: for seconds, so it is looked for from before it is said.
    const [heard] = await Promise.all([
      press(product, callId, "1"),
      expect(rosa.page.getByText("Contestaste la llamada por teléfono.")).toBeVisible(),
    ]);
    expect(heard).toContain("Ya avisamos que vas");
    await expect(ringing(rosa)).toHaveCount(0);

    await expect(dialog(pedro)).toContainText("Rosa Líder contestó por teléfono.");
    await expect(dialog(pedro)).toContainText("Avisó que ya baja.");
    // There is nobody to see or hear.
    await expect(pedro.page).toHaveURL(/\/acceso-visitante$/);
    expect(await violations(pedro.page)).toEqual([]);

    expect(await press(product, callId, "9")).toContain("La puerta está abierta.");
    await expect(dialog(pedro)).toContainText("Abrió la puerta.");
    await pedro.page.reload();
    await expect(dialog(pedro)).toContainText("Rosa Líder contestó por teléfono.");
    await expect(dialog(pedro)).toContainText("Abrió la puerta.");
    await pedro.page.getByRole("button", { name: "Entendido" }).click();
    await expect(dialog(pedro)).toHaveCount(0);

    await rosa.page.goto("/building/dashboard/llamadas");
    const row = rosa.page.getByRole("listitem").filter({ hasText: "Portería · Pedro Portero" }).first();
    await expect(row).toContainText("Contestó Rosa Líder por teléfono · abrió la puerta");
    await expect(row).toContainText("Se abrió la puerta");

    // Neither side can open the screen of a call in which nobody is.
    await pedro.page.goto(`/llamada-visitante/${callId}/true`);
    await expect(pedro.page.getByText("Rosa Líder contestó por teléfono. Abrió la puerta.")).toBeVisible();
  });
});
