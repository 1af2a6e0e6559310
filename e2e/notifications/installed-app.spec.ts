import { expect, test } from "../umbral-test.ts";
import { workerOf } from "./worker.ts";

const keptAddresses = () =>
  caches.keys().then(async (names) => {
    const caches_ = await Promise.all(names.map((name) => caches.open(name)));
    const kept = await Promise.all(caches_.map((cache) => cache.keys()));
    return kept.flat().map(({ url }) => new URL(url).pathname + new URL(url).search);
  });

test.describe("La app instalada", () => {
  test("opens without a network and says so, and keeps neither data nor pictures", async ({
    signIn,
    expectInConsole,
  }) => {
    const rosa = await signIn("Rosa Líder", { size: "phone", isInstalled: true });
    await workerOf(rosa.context, rosa.page);
    // Pictures, names and lists have been on screen by then.
    await rosa.page.goto("/building/dashboard/llamadas");
    await rosa.page.goto("/profile");
    await expect(rosa.page.getByRole("heading", { name: "Rosa Líder" })).toBeVisible();
    expect(await rosa.page.evaluate(() => navigator.serviceWorker.controller?.scriptURL)).toMatch(
      /\/sw\.js$/,
    );

    expectInConsole("ERR_INTERNET_DISCONNECTED");
    await rosa.context.setOffline(true);
    await rosa.page.reload();
    await expect(rosa.page.getByRole("alertdialog", { name: "Error de Conexión" })).toBeVisible();
    await expect(rosa.page.locator("h1", { hasText: "Rosa Líder" })).toBeAttached();

    const kept = await rosa.page.evaluate(keptAddresses);
    expect(kept).toContain("/index.html");
    expect(
      kept.filter(
        (path) => !/^\/(assets\/|icons\/|index\.html$|favicon\.svg$|manifest\.webmanifest$)/.test(path),
      ),
    ).toEqual([]);
    expect(kept.filter((path) => /\/api|\?|signature|token/i.test(path))).toEqual([]);

    await rosa.context.setOffline(false);
    await expect(rosa.page.getByRole("alertdialog")).toBeHidden();
  });

  test("is offered under its own name and icons, and its worker is never an old one", async ({
    product,
    request,
  }) => {
    const get = (path: string) => request.get(new URL(path, product.url).href);
    const script = await get("/sw.js");
    expect(script.headers()).toMatchObject({
      "cache-control": "no-cache",
      "content-type": expect.stringContaining("javascript"),
      "content-security-policy": expect.stringContaining("worker-src 'self'"),
    });
    const page = await get("/login");
    expect(page.headers()["cache-control"]).toBe("no-cache");

    const link = /<link rel="manifest" href="([^"]+)"/.exec(await page.text())?.[1];
    const manifest = await (await get(link ?? "")).json();
    expect(manifest).toMatchObject({ name: "Umbral", start_url: "/", display: "standalone", lang: "es" });
    const sizes = manifest.icons.map(
      (icon: { sizes: string; purpose: string }) => `${icon.purpose} ${icon.sizes}`,
    );
    expect(sizes).toEqual(
      expect.arrayContaining(["any 192x192", "any 512x512", "maskable 192x192", "maskable 512x512"]),
    );
    for (const { src, type } of manifest.icons) {
      const icon = await get(src);
      expect([src, icon.status(), icon.headers()["content-type"]]).toEqual([src, 200, type]);
    }
  });

  test("says that there is a newer version, and changes nothing while another window is in a call", async ({
    signIn,
  }) => {
    const rosa = await signIn("Rosa Líder", { size: "phone", isInstalled: true });
    await workerOf(rosa.context, rosa.page);
    await rosa.page.reload();
    // A window of this origin that is empty: the app in it would register the worker of today once more.
    const [inCall] = await Promise.all([
      rosa.context.waitForEvent("page"),
      rosa.page.evaluate(() => void window.open("about:blank")),
    ]);
    await inCall.evaluate(() => {
      void navigator.locks.request("umbral-call", { mode: "shared" }, () => new Promise(() => undefined));
    });
    // A deploy: another worker stands at the door, and this page is of the version before.
    await rosa.page.evaluate(async () => {
      document.querySelector("script[type=module][src]")?.setAttribute("src", "/assets/before.js");
      await navigator.serviceWorker.register("/sw.js?deployed", { updateViaCache: "none" });
    });
    await expect(rosa.page.getByText("Hay una versión nueva de Umbral.")).toBeVisible();
    // The page is loaded anew in between, and answers nothing while it is.
    const workerAtWork = () =>
      rosa.page
        .evaluate(() => navigator.serviceWorker.controller?.scriptURL.split("/").at(-1))
        .catch(() => null);
    const isTheSamePage = () =>
      rosa.page.evaluate(() => Reflect.get(window, "isTheSamePage") === true).catch(() => null);

    await rosa.page.evaluate(() => {
      Reflect.set(window, "isTheSamePage", true);
    });
    await rosa.page.getByRole("link", { name: "Umbral, ir al inicio" }).click();
    await expect(rosa.page).not.toHaveURL(/profile/);
    await expect(rosa.page.getByRole("heading", { level: 1 }).first()).toBeAttached();
    expect(await workerAtWork()).toBe("sw.js");
    expect(await isTheSamePage()).toBe(true);
  });
});
