import type { PushPayload } from "@umbral/contract/notifications/notifications.contract";
import { launchOptionsOf } from "../chromium.ts";
import type { Product } from "../product.ts";
import { expect, type Person, test, violations } from "../umbral-test.ts";
import { stubPushService } from "./push-service.ts";
import { workerOf } from "./worker.ts";

const inHalfAMinute = () => new Date(Date.now() + 30_000);
const withPushes = { size: "phone", permissions: ["notifications"], isInstalled: true } as const;

/** A browser of tests takes no pushes from the internet, and says so in its console. */
const NO_PUSH_SERVICE = "does not support the Push API in incognito mode";

test.use({ launchOptions: launchOptionsOf("whole") });

test.beforeEach(({ expectInConsole }) => expectInConsole(NO_PUSH_SERVICE));

const newestSessionOf = async (product: Product, person: Person): Promise<string> => {
  const { id } = await product.db
    .selectFrom("sessions")
    .select("id")
    .where("user_id", "=", person.id)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  return id;
};

/** Pedro rings Rosa's home; the push is what the server sends of it. */
async function ring(product: Product, pedro: Person, rosa: Person): Promise<PushPayload> {
  await pedro.page.getByLabel("Buscar apartamento o torre").fill("A-101");
  await pedro.page.getByRole("button", { name: /^Llamar a A-101/ }).click();
  const find = () =>
    product.db
      .selectFrom("calls")
      .select(["id", "expires_at"])
      .where("callee_id", "=", rosa.id)
      .where("status", "=", "ENTRANTE")
      .executeTakeFirst();
  await expect.poll(find).toBeTruthy();
  const call = await find();
  const id = call?.id ?? "";
  const until = call?.expires_at ?? new Date();
  const sessionId = await newestSessionOf(product, rosa);
  return {
    kind: "call",
    title: "Llamada de portería",
    body: "Pedro Portero llama al apartamento A-101",
    path: `/llamada-visitante/${id}/true`,
    tag: id,
    expiresAt: until.toISOString(),
    proof: await product.app.services.proofs.make("reject-call", { subjectId: id, sessionId }, until),
  };
}

const statusOf = (product: Product, callId: string) => async () =>
  (await product.db.selectFrom("calls").select("status").where("id", "=", callId).executeTakeFirst())?.status;

test.describe("La notificación de una llamada", () => {
  test("rings with the app closed, is rejected without opening it, leads the open window to the call, and ends with it", async ({
    signIn,
    product,
  }) => {
    const rosa = await signIn("Rosa Líder", withPushes);
    const phone = await workerOf(rosa.context, rosa.page);
    await rosa.page.goto("about:blank");
    const pedro = await signIn("Pedro Portero", { at: "/acceso-visitante" });
    const push = await ring(product, pedro, rosa);

    await phone.push(push);
    await expect.poll(phone.shown).toEqual([
      {
        title: "Llamada de portería",
        body: "Pedro Portero llama al apartamento A-101",
        tag: push.tag,
        silent: false,
        requireInteraction: true,
        actions: ["Contestar", "Rechazar"],
      },
    ]);
    await phone.press(push.tag, "reject");
    await expect.poll(statusOf(product, push.tag)).toBe("RECHAZADA");
    expect(await phone.shown()).toEqual([]);
    expect(rosa.context.pages().map((page) => page.url())).toEqual(["about:blank"]);

    // The other one of the home rings on, until he gives up and rings again.
    await pedro.page.getByRole("button", { name: /^(Cancelar|Terminar)/ }).click();
    const again = await ring(product, pedro, rosa);
    await phone.push(again);
    await expect.poll(phone.shown).toHaveLength(1);

    await rosa.page.goto("/profile");
    await expect(rosa.page.getByRole("alertdialog")).toContainText("Pedro Portero");
    // In front and ringing: a push that comes now makes no second noise, or takes it back.
    await phone.push({ ...again, tag: "once-more" });
    await phone.press(again.tag, "answer");
    await expect(rosa.page).toHaveURL(new RegExp(again.path));
    await expect.poll(statusOf(product, again.tag)).toBe("CONTESTADA");
    await expect(rosa.page.getByText("En llamada").first()).toBeVisible();
    expect(await rosa.page.evaluate(() => localStorage.getItem("callFrom"))).toBe("lobby");
    await expect.poll(phone.shown).toEqual([]);
    await rosa.page.getByRole("button", { name: /^Terminar/ }).click();
    await expect.poll(statusOf(product, again.tag)).toBe("TERMINADA");

    // It does not ring on after the call, and a notice leads where it says.
    await rosa.page.goto("about:blank");
    const call: PushPayload = {
      kind: "call",
      title: "Llamada de portería",
      body: "Pedro Portero llama al apartamento A-101",
      path: "/llamada-visitante/x/true",
      tag: "a-call",
      expiresAt: inHalfAMinute().toISOString(),
    };
    await phone.push(call);
    await expect.poll(phone.shown).toMatchObject([{ requireInteraction: true }]);
    await phone.push({ ...call, kind: "call-ended", title: "Contestada en otro dispositivo" });
    await expect
      .poll(phone.shown)
      .toMatchObject([{ title: "Contestada en otro dispositivo", silent: true, actions: [] }]);

    await phone.push({ ...call, expiresAt: new Date(Date.now() - 1000).toISOString() });
    await expect.poll(phone.shown).toMatchObject([{ title: "Llamada perdida", silent: true, actions: [] }]);

    await rosa.page.goto("/profile");
    await expect(rosa.page.getByRole("heading", { name: "Rosa Líder" })).toBeVisible();
    await phone.push({ ...call, kind: "notice", tag: "a-notice", path: "/building/dashboard/llamadas" });
    await expect.poll(async () => (await phone.shown()).map(({ tag }) => tag)).toContain("a-notice");
    await phone.press("a-notice");
    await expect(rosa.page).toHaveURL(/\/building\/dashboard\/llamadas$/);
  });
});

test.describe("Recibir llamadas en este dispositivo", () => {
  test("is asked for after saying why, registered once, tried, and gone with the session", async ({
    signIn,
    product,
  }) => {
    const rosa = await signIn("Rosa Líder", { ...withPushes, initScript: stubPushService });
    const { page } = rosa;
    const devices = () =>
      product.db
        .selectFrom("push_devices")
        .select(["id", "name", "session_id"])
        .where("user_id", "=", rosa.id)
        .execute();
    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/api/user/notifications/token")) {
        sent.push(request.url());
      }
    });
    const phone = await workerOf(rosa.context, page);
    await expect(page.getByText(/^Recibe las llamadas de portería en este/)).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.getByRole("button", { name: "Activar" }).click();
    await expect(page.getByText(/^Este .* recibe las llamadas$/)).toBeVisible();
    expect(await devices()).toMatchObject([{ name: expect.stringContaining("Chrome en") }]);
    await page.reload();
    await expect(page.getByText(/^Este .* recibe las llamadas$/)).toBeVisible();
    expect(sent).toHaveLength(1);

    await page.getByRole("button", { name: "Probar mi timbre" }).click();
    const device = page.getByRole("listitem").filter({ hasText: "(este)" });
    await expect(device).toContainText("Sonó la app abierta");
    await expect(device).not.toContainText("Llegó");
    const tested = await product.db
      .selectFrom("bell_test_devices")
      .select(["id", "session_id", "test_id"])
      .executeTakeFirstOrThrow();
    const about = { subjectId: tested.id, sessionId: tested.session_id };
    await phone.push({
      kind: "bell-test",
      title: "Prueba de timbre",
      body: "Así te avisa este dispositivo cuando te llaman.",
      path: "/profile",
      tag: `bell-test:${tested.test_id}`,
      expiresAt: inHalfAMinute().toISOString(),
      proof: await product.app.services.proofs.make("bell-test", about, inHalfAMinute()),
    });
    await expect(device).toContainText("Llegó la notificación y sonó la app");
    expect(await violations(page)).toEqual([]);

    await page.getByRole("button", { name: "Cerrar sesión" }).click();
    await expect(page.getByRole("button", { name: "Iniciar" })).toBeVisible();
    await expect.poll(() => page.evaluate(() => localStorage.getItem("stub-subscription"))).toBeNull();
    expect(await page.evaluate(() => localStorage.getItem("tokenFirebase"))).toBeNull();
    const { ended_at } = await product.db
      .selectFrom("sessions")
      .select("ended_at")
      .where("id", "=", tested.session_id)
      .executeTakeFirstOrThrow();
    expect(ended_at).not.toBeNull();
  });

  test("that a browser forbids says how to give it back, and one that cannot says so", async ({ signIn }) => {
    const andres = await signIn("Andrés Residente", { size: "phone", colorScheme: "dark" });
    await expect(andres.page.getByText(/^Las notificaciones están bloqueadas en este/)).toBeVisible();
    await expect(andres.page.getByText(/permite Notificaciones/)).toBeVisible();
    expect(await violations(andres.page)).toEqual([]);

    // For real: this browser reaches no push service.
    const tomas = await signIn("Tomás Temporal", withPushes);
    await expect(tomas.page.getByText(/^No pudimos activar las notificaciones en este/)).toBeVisible();
    await expect(tomas.page.getByRole("button", { name: "Intentar de nuevo" })).toBeVisible();
  });
});
