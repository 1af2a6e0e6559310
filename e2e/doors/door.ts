import type { Locator, Page } from "@playwright/test";
import type { DemonstrationCommand } from "@umbral/contract/controllers/demonstration.contract";
import { sentenceOf } from "@umbral/contract/lib/refusals";
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

/** What becomes of a press: the open door, or what is said in its place. */
const outcomeOn = (page: Page, open = page.getByRole("button", { name: "Puerta abierta" })) =>
  open.or(page.getByRole("alert").filter({ hasText: /./ })).first();

/** Waits for what becomes of a press. What was said in its place stands in the log of this wait, however soon it goes. */
export const expectOpen = (page: Page) => expect(outcomeOn(page)).toHaveText("Puerta abierta");

/**
 * Presses a door's button until the door is open. On a machine that stood still meanwhile a press comes too late, or its answer
 * does, and that is said: people press again. Anything else that is said in its place fails.
 * @param says what stands there when it is open, where that is not its button
 */
export async function openBy(button: Locator, says = "Puerta abierta") {
  const page = button.page();
  const outcome = outcomeOn(page, page.getByText(says, { exact: true }));
  let said: string | null;
  do {
    await button.click();
    said = await outcome.textContent();
  } while (said !== null && TOO_LATE.includes(said));
  expect(said).toBe(says);
}
const TOO_LATE = [sentenceOf("DOOR_ORDER_EXPIRED"), sentenceOf("DOOR_NO_ANSWER")];
