import type { Page } from "@playwright/test";
import type { DemonstrationCommand } from "@umbral/contract/controllers/demonstration.contract";
import type { Product } from "../product.ts";
import { expect } from "../umbral-test.ts";

/** A door, with what its other side does: the street, the corridor, the line of its building. */
export async function doorNamed(product: Product, name: string) {
  const { id, building_id } = await product.db
    .selectFrom("doors")
    .select(["id", "building_id"])
    .where("name", "=", name)
    .executeTakeFirstOrThrow();
  const { demonstration } = product.app;
  return {
    id,
    timesOpened: () => demonstration?.timesOpened(id) ?? 0,
    happens: (command: DemonstrationCommand) => demonstration?.act(building_id, command),
  };
}

/** Waits for what becomes of a press. What was said in its place stands in the log of this wait, however soon it goes. */
export const expectOpen = (page: Page) =>
  expect(
    page
      .getByRole("button", { name: "Puerta abierta" })
      .or(page.getByRole("alert").filter({ hasText: /./ }))
      .first(),
  ).toHaveText("Puerta abierta");
