import type { Locator } from "@playwright/test";
import { expectMoving } from "../pictures.ts";
import type { Product } from "../product.ts";
import { expect, expectDevices, type Person, type SignIn, test } from "../umbral-test.ts";

/** For the stories of a file. Looking at screens takes what it takes: a call rings for thirty seconds of this clock. */
export function holdTheClock(): void {
  test.beforeEach(({ product }) => product.clock.hold());
  test.afterEach(({ product }) => product.clock.release());
}

/** At the lobby's search: finds the apartment and rings it. */
export async function callApartment({ page }: Pick<Person, "page">, name: string): Promise<void> {
  await page.getByLabel("Buscar apartamento o torre").fill(name);
  await page.getByRole("button", { name: new RegExp(`^Llamar a ${name}`) }).click();
}

/** The screen on which a call rings for this person. */
export const ringing = ({ page }: Pick<Person, "page">) => page.getByRole("alertdialog");

/** What the entrance's camera sees, in what rings. */
export const entrance = (rings: Locator) => rings.getByRole("img", { name: /^Cámara/ });

/** Moving picture of the other side. */
export const picture = ({ page }: Pick<Person, "page">) => page.getByLabel(/^Video de/);

/** Pedro at the lobby and Tomás on his telephone at A-102, which rings. */
export async function ringTomas(signIn: SignIn, product: Product) {
  const pedro = await signIn("Pedro Portero", { at: "/acceso-visitante" });
  const tomas = await signIn("Tomás Temporal", { size: "phone" });
  await expectDevices(product, tomas);
  await callApartment(pedro, "A-102");
  await expect(ringing(tomas)).toBeVisible();
  return { pedro, tomas };
}

/** The same, and Tomás has answered: they see each other. */
export async function talkToTomas(signIn: SignIn, product: Product) {
  const both = await ringTomas(signIn, product);
  await ringing(both.tomas).getByRole("button", { name: "Contestar" }).click();
  for (const person of [both.pedro, both.tomas]) {
    await expectMoving(picture(person));
  }
  return both;
}
