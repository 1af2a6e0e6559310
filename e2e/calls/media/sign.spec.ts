import { MIRADOR } from "../../../apps/server/src/demo/accounts.ts";
import { openBy } from "../../doors/door.ts";
import { expectMoving } from "../../pictures.ts";
import { expect, expectDevices, test, violations } from "../../umbral-test.ts";
import { picture, ringing } from "../calling.ts";

test.use({ connected: [MIRADOR] });

/** How much slower than this machine a cheap phone is taken to be. */
const SLOWER = 4;

test.describe("El letrero de la entrada", () => {
  test("whoever scans it rings a home; the home sees an unverified visitor, talks, sees the entrance, and opens", async ({
    signIn,
    stranger,
    product,
  }, info) => {
    const { id } = await product.db
      .selectFrom("buildings")
      .select("id")
      .where("name", "=", MIRADOR)
      .executeTakeFirstOrThrow();
    const alberto = await signIn("Alberto Administrador", {
      size: "desktop",
      at: `/admin-dashboard/buildings/${id}/settings?ver=letrero`,
    });
    const panel = alberto.page.getByRole("region", { name: "Letrero de la entrada" });
    await panel.getByRole("button", { name: "Hacer el letrero" }).click();
    // The story is told at any hour of the day.
    await panel.getByLabel("Suena desde").fill("00:00");
    await panel.getByLabel("Hasta").fill("00:00");
    await panel.getByRole("button", { name: "Guardar horario" }).click();
    await expect(panel.getByText("Suena a toda hora.")).toBeVisible();
    const address = await panel.getByRole("link", { name: "Probar" }).getAttribute("href");
    const secret = address?.replace(/^.*#/, "") ?? "";
    expect(secret).toMatch(/^\w{4}-\w{4}-\w{4}-\w{4}$/);

    const andres = await signIn("Andrés Residente", { size: "phone" });
    await expectDevices(product, andres);

    const visitor = await stranger({ size: "phone" });
    const cdp = await visitor.context().newCDPSession(visitor);
    await cdp.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
    const scannedAt = performance.now();
    // The stories' server takes whatever port is free, which no address that it writes knows.
    await visitor.goto(`/e/#${secret}`);
    await visitor.getByRole("button", { name: "A-101", exact: true }).click();
    await expect(ringing(andres)).toBeVisible();
    const tookMs = Math.round(performance.now() - scannedAt);
    info.annotations.push({ type: "first ring after scanning, in ms", description: String(tookMs) });
    await expect(visitor.getByRole("heading", { name: "Llamando…" })).toBeVisible();
    await cdp.send("Emulation.setCPUThrottlingRate", { rate: 1 });

    await expect(ringing(andres)).toContainText("Visitante sin verificar");
    await expect(ringing(andres)).toContainText("Letrero de la entrada");
    await ringing(andres).getByRole("button", { name: "Contestar" }).click();
    await expectMoving(picture(andres));
    await expectMoving(visitor.getByLabel("Quien contestó"));
    // No door before the entrance was seen.
    const entrance = andres.page.locator("[data-camera-state]");
    await expect(entrance).toHaveAttribute("data-camera-state", "live");
    expect(await violations(andres.page)).toEqual([]);
    await andres.page.screenshot({ path: info.outputPath("entrance-first.png") });
    await openBy(andres.page.getByRole("button", { name: "Abrir Puerta principal" }));
    const line = await product.db
      .selectFrom("audit_lines")
      .select("detail")
      .where("action", "=", "doors.ordered")
      .where("building_id", "=", id)
      .orderBy("at", "desc")
      .executeTakeFirstOrThrow();
    expect(line.detail).toMatchObject({ isFromSign: true });

    await visitor.getByRole("button", { name: "Terminar llamada" }).click();
    await expect(visitor.getByText("La llamada terminó.")).toBeVisible();
    await visitor.getByRole("button", { name: "Volver a los apartamentos" }).click();
    await expect(visitor.getByRole("button", { name: "A-101", exact: true })).toBeVisible();
  });
});
