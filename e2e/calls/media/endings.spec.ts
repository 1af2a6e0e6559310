import { expectMoving } from "../../pictures.ts";
import { startProduct } from "../../product.ts";
import { expect, expectDevices, test, violations } from "../../umbral-test.ts";
import { callApartment, holdTheClock, picture, ringing, ringTomas, talkToTomas } from "../calling.ts";
import { startTurnServer } from "../turn-server.ts";

holdTheClock();

test.describe("Cómo termina una llamada", () => {
  test("a server that is started anew while a home rings loses nothing", async ({
    signIn,
    product,
    expectInConsole,
  }) => {
    expectInConsole("WebSocket");
    expectInConsole("ERR_CONNECTION_RE");
    const { pedro, tomas } = await ringTomas(signIn, product);
    await product.restart();
    await expectDevices(product, tomas);
    await ringing(tomas).getByRole("button", { name: "Contestar" }).click();
    for (const person of [pedro, tomas]) {
      await expect(person.page.getByText("En llamada").first()).toBeVisible({ timeout: 20_000 });
    }
    // The doorman hangs up, and the other side hears it.
    await pedro.page.getByRole("button", { name: /^Terminar/ }).click();
    await expect(tomas.page.getByText("Llamada terminada").first()).toBeVisible();
    await expect(pedro.page).toHaveURL(/\/acceso-visitante/);
  });

  test("code that could not be fetched for a moment is fetched when it is needed, and the ringing stays", async ({
    signIn,
    product,
    expectInConsole,
  }) => {
    expectInConsole("net::ERR_FAILED");
    const pedro = await signIn("Pedro Portero", { at: "/acceso-visitante" });
    const tomas = await signIn("Tomás Temporal", { size: "phone" });
    await expectDevices(product, tomas);
    await tomas.page.route("**/assets/*.js", async (route) => {
      const response = await route.fetch();
      // In whatever file the build has put it.
      const isOfCalls = (await response.text()).includes("Silenciar micrófono");
      await (isOfCalls ? route.abort() : route.fulfill({ response }));
    });
    // What the page asks then: whether the code is gone, because there is a newer one.
    const asked = tomas.page.waitForResponse((response) => response.url().endsWith("/index.html"));
    await callApartment(pedro, "A-102");
    await asked;
    await tomas.page.unrouteAll();
    await ringing(tomas).getByRole("button", { name: "Contestar" }).click();
    await expectMoving(picture(tomas));
    await tomas.page.getByRole("button", { name: /^Terminar/ }).click();
    await expect(pedro.page.getByText("Llamada terminada").first()).toBeVisible();
  });

  test("a deploy and a cut line end nothing, and who has no line can end it, which the other side hears later", async ({
    signIn,
    product,
    expectInConsole,
  }) => {
    expectInConsole("WebSocket");
    expectInConsole("ERR_CONNECTION_RE");
    expectInConsole("ERR_INTERNET_DISCONNECTED");
    // The next screen's own style, which only the installed app has without a network.
    expectInConsole("Unable to preload CSS");
    const { pedro, tomas } = await talkToTomas(signIn, product);
    // A deploy: it signs nobody out either.
    await product.restart();
    for (const person of [pedro, tomas]) {
      await expectDevices(product, person);
      await expectMoving(picture(person));
    }

    await tomas.context.setOffline(true);
    await expect(tomas.page.getByText("Error de Conexión").first()).toBeVisible();
    // It says so over the call, whose controls stay in reach.
    await expect(tomas.page.getByRole("dialog")).toHaveCount(0);
    await tomas.page.getByRole("button", { name: "Silenciar micrófono" }).click();
    await expect(tomas.page.getByRole("button", { name: "Activar micrófono" })).toBeVisible();
    await expect(tomas.page.getByRole("button", { name: /^Terminar/ })).toBeInViewport({ ratio: 1 });
    expect(await violations(tomas.page)).toEqual([]);
    await tomas.context.setOffline(false);
    await expect(tomas.page.getByText("Error de Conexión")).toHaveCount(0, { timeout: 20_000 });
    await expectMoving(picture(tomas));
    await expectMoving(picture(pedro));

    await tomas.context.setOffline(true);
    await expect(tomas.page.getByRole("alert").filter({ hasText: "Error de Conexión" })).toBeVisible();
    await tomas.page.getByRole("button", { name: /^Terminar/ }).click();
    await expect(tomas.page).toHaveURL(/\/building\/dashboard/);
    await tomas.context.setOffline(false);
    await expect(pedro.page.getByText("Llamada terminada").first()).toBeVisible({ timeout: 20_000 });
  });
});

test.describe("Una llamada por un relevo", () => {
  test("goes through a TURN server alone, with credentials made for it", async ({ browser }) => {
    const turn = await startTurnServer();
    const product = await startProduct({ TURN_URLS: turn.urls, TURN_SECRET: turn.secret });
    product.clock.hold();
    try {
      const open = async (cedula: string, at: string) => {
        const context = await browser.newContext({
          baseURL: product.url,
          permissions: ["camera", "microphone"],
        });
        const reply = await context.request.post("/api/user/auth/login", {
          data: { cedula, password: "umbral-demo-2026", userType: "USER" },
        });
        const { token } = (await reply.json()) as { token: string };
        const page = await context.newPage();
        // Neither side may take the short way.
        await page.addInitScript(() => {
          const Direct = RTCPeerConnection;
          window.RTCPeerConnection = class extends Direct {
            constructor(configuration?: RTCConfiguration) {
              super({ ...configuration, iceTransportPolicy: "relay" });
              Reflect.set(window, "peer", this);
            }
          };
        });
        await page.goto("/login");
        await page.evaluate((value) => localStorage.setItem("authToken", value), token);
        await page.goto(at);
        return page;
      };
      const tomas = await open("1000000003", "/profile");
      await expect(tomas.getByText("Tomás Temporal").first()).toBeVisible();
      const pedro = await open("1000000006", "/acceso-visitante");
      await callApartment({ page: pedro }, "A-102");
      await ringing({ page: tomas }).getByRole("button", { name: "Contestar" }).click();
      for (const page of [pedro, tomas]) {
        await expectMoving(page.getByLabel(/^Video de/));
        const kinds = await page.evaluate(async () => {
          const peer: unknown = Reflect.get(window, "peer");
          if (!(peer instanceof RTCPeerConnection)) {
            return ["no connection"];
          }
          const stats = [...(await peer.getStats()).values()];
          return stats
            .filter((one) => one.type === "local-candidate")
            .map((one): string => one.candidateType);
        });
        expect(new Set(kinds)).toEqual(new Set(["relay"]));
      }
      await Promise.all([pedro, tomas].map((page) => page.context().close()));
    } finally {
      await product.close();
      await turn.stop();
    }
  });
});
