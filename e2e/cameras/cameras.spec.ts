import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { startRtspServer } from "@umbral/simulated-building/testing/rtsp-server";
import { MIRADOR } from "../../apps/server/src/demo/accounts.ts";
import { openBy } from "../doors/door.ts";
import { colourOf, expectMoving } from "../pictures.ts";
import { expect, test, violations } from "../umbral-test.ts";

const ENTRANCE = "Cámara Entrada";

test.use({ connected: [MIRADOR] });

test.describe("Las cámaras", () => {
  test("a resident sees every camera of the building move, on a phone, and nothing is sent while nobody looks", async ({
    signIn,
    product,
  }) => {
    const andres = await signIn("Andrés Residente", { size: "phone", at: "/camaras" });
    await expect(andres.page).toHaveURL(/\/building\/dashboard/);
    for (const name of [ENTRANCE, "Cámara Calle"]) {
      await expectMoving(andres.page.getByRole("img", { name }));
    }
    expect(await violations(andres.page)).toEqual([]);

    const watched = () =>
      [...product.app.io.of("/").adapter.rooms.keys()].filter((room) => room.startsWith("camera:")).length;
    expect(watched()).toBeGreaterThan(0);
    await andres.page.goto("/profile");
    await expect.poll(watched).toBe(0);
    await andres.page.goto("/building/dashboard");
    await expectMoving(andres.page.getByRole("img", { name: ENTRANCE }));
  });

  test("a camera of the building says since when it is away, and comes back by itself", async ({
    signIn,
    stranger,
  }) => {
    const rosa = await signIn("Rosa Líder", { at: "/building/dashboard" });
    const demo = await stranger();
    await demo.goto("/demo");
    const mirador = demo.getByRole("region", { name: "Edificio Mirador del Parque" });
    await expectMoving(rosa.page.getByRole("img", { name: ENTRANCE }));

    await mirador.getByRole("button", { name: /^Cortar/ }).click();
    await expect(rosa.page.getByText(/El edificio está sin conexión desde/).first()).toBeVisible();
    await mirador.getByRole("button", { name: /^(Restablecer|Reconectar|Conectar)/ }).click();
    await expectMoving(rosa.page.getByRole("img", { name: ENTRANCE }));
  });

  test("a real camera over RTSP arrives on a resident's canvas with its colour, and whoever opens is kept in a clip", async ({
    signIn,
    product,
  }) => {
    const camera = await startRtspServer({ pattern: "red", codec: "h264" });
    const login = { user: "umbral", password: "una clave" };
    const secured = await startRtspServer({ pattern: "blue", codec: "h264", login });
    try {
      const rows = await product.db
        .selectFrom("cameras")
        .innerJoin("buildings", "buildings.id", "cameras.building_id")
        .select([
          "cameras.id as id",
          "cameras.name as name",
          "cameras.source as source",
          "buildings.id as buildingId",
        ])
        .where("buildings.name", "=", "Edificio Mirador del Parque")
        .where("cameras.name", "in", ["Entrada", "Calle"])
        .execute();
      const withLogin = secured.address.replace(
        "rtsp://",
        `rtsp://${login.user}:${encodeURIComponent(login.password)}@`,
      );
      for (const row of rows) {
        const address = row.name === "Entrada" ? camera.address : withLogin;
        await product.db
          .updateTable("cameras")
          .set({ source: JSON.stringify({ kind: "rtsp", address }) })
          .where("id", "=", row.id)
          .execute();
      }
      const [{ buildingId } = { buildingId: "" }] = rows;
      const keepClips = (keeps: boolean) =>
        product.db
          .updateTable("buildings")
          .set({ keeps_clips: keeps })
          .where("id", "=", buildingId)
          .execute();
      await keepClips(true);
      await product.app.hub.telling.configure(buildingId);

      const andres = await signIn("Andrés Residente", { at: "/building/dashboard" });
      // As the cameras coded it, and not as pictures.
      const videos = new Set<string>();
      andres.page.on("websocket", (line) =>
        line.on("framereceived", ({ payload }) => {
          const [, id] = /"cam_video_([^"]+)"/.exec(String(payload)) ?? [];
          videos.add(id ?? "");
        }),
      );
      await andres.page.reload();
      const [entrance, street] = [ENTRANCE, "Cámara Calle"].map((name) =>
        andres.page.getByRole("img", { name }),
      );
      if (!entrance || !street) {
        throw new Error("no canvases");
      }
      await expect
        .poll(async () => {
          const [red, green, blue] = await colourOf(entrance);
          return red > 150 && green < 80 && blue < 80;
        })
        .toBe(true);
      await expect
        .poll(async () => {
          const [red, green, blue] = await colourOf(street);
          return blue > 150 && red < 80 && green < 80;
        })
        .toBe(true);

      await expect.poll(() => rows.every(({ id }) => videos.has(id))).toBe(true);

      const laura = await signIn("Laura Plataforma", { at: "/admin-dashboard/events/open-door" });
      // Under the head and the day.
      const newest = laura.page.getByRole("row").nth(2);
      await expect(newest.getByRole("button", { name: /^Ver foto/ })).toBeVisible();
      const before = await newest.textContent();
      await openBy(andres.page.getByRole("button", { name: "Abrir Puerta principal", exact: true }).first());
      await expect(newest).not.toHaveText(before ?? "");
      await newest.getByRole("button", { name: /^Ver foto/ }).click();
      const opening = laura.page.getByRole("dialog", { name: "Foto de la apertura" });
      await expect(opening).toContainText("Andrés Residente");

      // The camera dies: the clip of the opening ends there, the tile says so, and the other one goes on.
      await camera.stop();
      await opening.getByRole("button", { name: /^Ver clip/ }).click();
      const clip = opening.locator("video");
      await expect
        .poll(async () => {
          const [red, green, blue] = await colourOf(clip);
          return red > 150 && green < 80 && blue < 80;
        })
        .toBe(true);
      await opening.getByRole("button", { name: "Reproducir" }).click();
      await expect
        .poll(() => clip.evaluate((video) => (video instanceof HTMLVideoElement ? video.currentTime : 0)))
        .toBeGreaterThan(0.2);
      await expect(opening.getByText("Es más corto de lo normal")).toBeVisible();
      const kept = await product.db
        .selectFrom("clips")
        .innerJoin("open_door_events", "open_door_events.id", "clips.cause_id")
        .select([
          "clips.id as id",
          "clips.started_at as startedAt",
          "open_door_events.occurred_at as openedAt",
        ])
        .where("open_door_events.user_id", "=", andres.id)
        .executeTakeFirstOrThrow();
      expect(kept.startedAt.getTime()).toBeLessThan(kept.openedAt.getTime());
      const [evidence] = await Promise.all([
        laura.page.waitForEvent("download"),
        opening.getByRole("button", { name: "Descargar evidencia" }).click(),
      ]);
      const archive = createHash("sha256")
        .update(await readFile(await evidence.path()))
        .digest("hex");
      const { detail } = await product.db
        .selectFrom("audit_lines")
        .select("detail")
        .where("action", "=", "clips.evidence-taken")
        .where("subject_id", "=", kept.id)
        .executeTakeFirstOrThrow();
      expect(detail).toMatchObject({ archive });

      await entrance.scrollIntoViewIfNeeded();
      await expect(andres.page.getByText(/Sin señal desde|Imagen detenida desde/).first()).toBeVisible({
        timeout: 25_000,
      });
      expect((await colourOf(street))[2]).toBeGreaterThan(150);

      for (const row of rows) {
        await product.db
          .updateTable("cameras")
          .set({ source: JSON.stringify(row.source) })
          .where("id", "=", row.id)
          .execute();
      }
      await keepClips(false);
      await product.app.hub.telling.configure(buildingId);
      await expectMoving(entrance);
    } finally {
      await Promise.all([camera.stop(), secured.stop()]);
    }
  });
});
