import type { Product } from "../product.ts";
import { test } from "../umbral-test.ts";

type Kept = { id: string; password_hash: string | null }[];

const read = (product: Product): Promise<Kept> =>
  product.db
    .selectFrom("users")
    .select(["id", "password_hash"])
    .where("is_demonstration", "=", true)
    .execute();

/** Stories of this file change passwords; the next file's people sign in with those of the demonstration. */
export function keepPasswords(): void {
  let kept: Kept = [];
  test.beforeEach(async ({ product }) => {
    kept = await read(product);
  });
  test.afterEach(async ({ product }) => {
    const now = await read(product);
    for (const { id, password_hash } of kept) {
      if (now.find((one) => one.id === id)?.password_hash !== password_hash) {
        await product.db.updateTable("users").set({ password_hash }).where("id", "=", id).execute();
      }
    }
  });
}
