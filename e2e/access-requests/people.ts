import { announceRequest, asked, requestAccess } from "#server";
import { demonstrationAccounts } from "../../apps/server/src/demo/accounts.ts";
import type { Product } from "../product.ts";

/** An apartment of Mirador, by its name. */
export async function apartmentOf(
  product: Product,
  apartment: string,
): Promise<{ apartmentId: string; buildingId: string }> {
  const row = await product.db
    .selectFrom("apartments")
    .select(["id", "building_id"])
    .where("name", "=", apartment)
    .executeTakeFirstOrThrow();
  return { apartmentId: row.id, buildingId: row.building_id };
}

/** Somebody new asks to live in an apartment. @returns the request's id */
export async function askFor(product: Product, apartment: string, name: string): Promise<string> {
  const { services } = product.app;
  const where = await apartmentOf(product, apartment);
  const userId = services.newId();
  const id = await product.db.transaction().execute(async (trx) => {
    await trx
      .insertInto("users")
      .values({
        id: userId,
        cedula: userId,
        name,
        phone: "+573001112233",
        password_hash: null,
        photo_file_id: null,
        token_firebase: null,
      })
      .execute();
    return requestAccess(services, trx, asked({ userId, ...where }));
  });
  await announceRequest(services, id);
  return id;
}

/** Makes somebody of the demonstration a second administrator of a building. */
export async function newAdministrator(product: Product, name: string, buildingId: string): Promise<void> {
  const { cedula } = demonstrationAccounts.find((account) => account.name === name) ?? { cedula: "" };
  const user = await product.db
    .selectFrom("users")
    .select("id")
    .where("cedula", "=", cedula)
    .executeTakeFirstOrThrow();
  await product.db
    .updateTable("spaces")
    .set({ role: "ADMINISTRADOR" })
    .where("user_id", "=", user.id)
    .where("building_id", "=", buildingId)
    .execute();
}
