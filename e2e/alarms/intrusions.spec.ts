import type { Page } from "@playwright/test";
import type { IntrusionKind } from "@umbral/contract/alarms/intrusions.contract";
import { MIRADOR } from "../../apps/server/src/demo/accounts.ts";
import type { Product } from "../product.ts";
import { expect, test, violations } from "../umbral-test.ts";

/** The newest intrusion of this kind, as the database has it, and how many pictures it has. */
async function newest({ db }: Product, kind: IntrusionKind) {
  const row = await db
    .selectFrom("intrusion_events")
    .select((eb) => [
      "id",
      "door_name",
      "camera_name",
      "ended_at",
      eb
        .selectFrom("intrusion_pictures")
        .whereRef("event_id", "=", "intrusion_events.id")
        .select((count) => count.fn.countAll<string>().as("pictures"))
        .as("pictures"),
    ])
    .where("kind", "=", kind)
    .orderBy("created_at", "desc")
    .orderBy("started_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return {
    id: row?.id ?? "",
    door: row?.door_name ?? null,
    camera: row?.camera_name ?? null,
    hasEnded: Boolean(row?.ended_at),
    pictures: Number(row?.pictures ?? 0),
  };
}

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
/** What happens takes as long as people take: a walk, a door that stands open. */
const patiently = { timeout: 60_000 };

test.use({ connected: [MIRADOR] });

test.describe("Lo que el edificio nota solo", () => {
  test("a forced door is an intrusion with pictures, and an opening of unknown origin", async ({
    stranger,
    product,
  }) => {
    const page = await stranger();
    await page.goto("/demo");
    const before = await newest(product, "door-forced");
    await press(page, "Forzar Puerta principal");
    await expect(page.getByText("Alguien forzó Puerta principal.")).toBeVisible();
    // Past ones have their pictures from the beginning.
    await expect
      .poll(async () => {
        const { id, pictures } = await newest(product, "door-forced");
        return id !== before.id && pictures > 3;
      }, patiently)
      .toBe(true);
    const forced = await newest(product, "door-forced");
    expect(forced).toMatchObject({ door: "Puerta principal", camera: "Entrada", hasEnded: false });
    await expect
      .poll(async () => {
        const opening = await product.db
          .selectFrom("open_door_events")
          .select(["door_name", "picture_file_id"])
          .where("origin", "=", "UNKNOWN")
          .orderBy("created_at", "desc")
          .executeTakeFirst();
        return { door: opening?.door_name, hasPicture: Boolean(opening?.picture_file_id) };
      })
      .toEqual({ door: "Puerta principal", hasPicture: true });

    await press(page, "Dejar que se cierre Puerta principal");
    await expect.poll(() => newest(product, "door-forced")).toMatchObject({ id: forced.id, hasEnded: true });
    const [picture] = await product.db
      .selectFrom("intrusion_pictures")
      .select("file_id")
      .where("event_id", "=", forced.id)
      .execute();
    const jpeg = await product.app.services.files.get(picture?.file_id ?? "");
    expect(jpeg?.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
  });

  test("a door that stands open too long is one until somebody lets it close", async ({
    stranger,
    product,
  }) => {
    const page = await stranger({ size: "phone" });
    await page.goto("/demo");
    const before = await newest(product, "door-held");
    await press(page, "Dejar abierta Garaje");
    await expect(page.getByText("Está abierta")).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await expect.poll(async () => (await newest(product, "door-held")).id, patiently).not.toBe(before.id);
    const held = await newest(product, "door-held");
    expect(held).toMatchObject({ door: "Garaje", hasEnded: false });
    await press(page, "Dejar que se cierre Garaje");
    await expect.poll(() => newest(product, "door-held")).toMatchObject({ id: held.id, hasEnded: true });
    await expect(page.getByText("Está abierta")).toBeHidden();
  });

  test("somebody who walks past a camera that is watched is one, with pictures", async ({
    stranger,
    product,
  }) => {
    const page = await stranger();
    await page.goto("/demo");
    const before = await newest(product, "motion");
    await press(page, "Pasar caminando frente a Hall torre B");
    await expect.poll(async () => (await newest(product, "motion")).id, patiently).not.toBe(before.id);
    await expect.poll(() => newest(product, "motion"), patiently).toMatchObject({ hasEnded: true });
    const motion = await newest(product, "motion");
    expect(motion).toMatchObject({ camera: "Hall torre B", door: null });
    expect(motion.pictures).toBeGreaterThan(3);
  });

  test("whoever stands beside the siren hears what it does", async ({ stranger, product }) => {
    const page = await stranger({ colorScheme: "dark" });
    await page.goto("/demo");
    const mirador = page.getByRole("region", { name: "Edificio Mirador del Parque" });
    await expect(mirador.getByText("La sirena está en silencio")).toBeVisible();
    const { id } = await product.db
      .selectFrom("buildings")
      .select("id")
      .where("name", "=", "Edificio Mirador del Parque")
      .executeTakeFirstOrThrow();
    expect(await product.app.hub.siren(id, { on: true, forMs: 600_000 })).toBe("sounding");
    await expect(mirador.getByText("La sirena está sonando")).toBeVisible();
    expect(await violations(page)).toEqual([]);
    expect(await product.app.hub.siren(id, { on: false, forMs: 1 })).toBe("silent");
    await expect(mirador.getByText("La sirena está en silencio")).toBeVisible();
  });
});
