import { readAccess } from "@umbral/contract/access-control/access-levels.contract";
import {
  changeOwnPin,
  listOwnPins,
  makeOwnPin,
  type OwnPin,
  type Pin,
  withdrawOwnPin,
} from "@umbral/contract/access-control/pins.contract";
import { listOwnCards } from "@umbral/contract/cards/own-cards.contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { accessReplies, LEVELS, miradorAccess } from "../../../testing/screens/access.ts";
import { beyondTheEdge, everyLook, violations, wholePage } from "../../../testing/screens/look.ts";
import { home, idOf, mirador, platformAdministrator, somebody } from "../../../testing/screens/people.ts";
import { failing, Replies, refused } from "../../../testing/screens/replies.ts";
import { renderScreen } from "../../../testing/screens/screen.tsx";

const OWN = "/profile?ver=tarjetas";
const pin: Pin = {
  id: idOf(1),
  state: "active",
  isHeldBack: false,
  from: null,
  until: null,
  madeAt: "2026-11-20T12:00:00.000Z",
  lastTimeUsed: null,
  isTooShort: false,
};
const at = (its: Pin | null): { pins: OwnPin[] } => ({
  pins: [{ buildingId: mirador.id, buildingName: mirador.name, pin: its }],
});
const rosa = () => somebody("RESIDENTE_LIDER", "Rosa Líder", home);
const withPins = (pins: { pins: OwnPin[] }) =>
  new Replies().on(listOwnCards, { cards: [] }).on(listOwnPins, pins);
const button = (name: string) => page.getByRole("button", { name: `${name}: ${mirador.name}` });

for (const look of everyLook) {
  test(`one's own PIN says how it is (${look.size}, ${look.colorScheme})`, async () => {
    await renderScreen(OWN, { as: rosa(), ...look, replies: withPins(at({ ...pin, isTooShort: true })) });
    await expect.element(page.getByText("PIN activo")).toBeVisible();
    await expect.element(page.getByText(/^Ahora hay más códigos o teclados/)).toBeVisible();
    for (const name of ["Crear uno nuevo", "Desactivar PIN", "Retirar PIN"]) {
      await expect.element(button(name)).toBeVisible();
    }
    expect(beyondTheEdge()).toEqual([]);
    expect(await violations()).toEqual([]);
  });
}

test("the last day of a PIN is said by the usual clock where the building's is not known", async () => {
  const elsewhere = { buildingId: idOf(0xbb9), buildingName: "Otro edificio" };
  const replies = withPins({ pins: [{ ...elsewhere, pin: { ...pin, until: "2026-12-01T04:59:59.999Z" } }] });
  await renderScreen(OWN, { as: rosa(), replies });
  await expect.element(page.getByText(/^Hasta .*30 nov 2026/)).toBeVisible();
});

test("a PIN is made, shown once, and gone from the screen when it was noted", async () => {
  const replies = withPins(at(null)).on(makeOwnPin, { pin, digits: "482913" });
  await renderScreen(OWN, { as: rosa(), size: "phone", replies });
  await expect.element(page.getByText("Todavía no hay un PIN.")).toBeVisible();
  replies.on(listOwnPins, at(pin));
  await button("Crear PIN").click();
  const shown = page.getByRole("dialog", { name: `PIN: ${mirador.name}` });
  await expect.element(shown.getByText("482913")).toBeVisible();
  const noted = shown.getByRole("button", { name: "Ya lo anoté" }).element().getBoundingClientRect();
  const words = shown.getByText(/^Anótalo ahora/).element();
  expect(noted.top - words.getBoundingClientRect().bottom).toBeGreaterThanOrEqual(16);
  expect(await violations()).toEqual([]);
  await shown.getByRole("button", { name: "Ya lo anoté" }).click();
  await expect.element(page.getByText("PIN activo")).toBeVisible();
  await expect.element(page.getByText("482913")).not.toBeInTheDocument();
});

test("a new one asks first, and one that is suspended or withdrawn says so", async () => {
  const replies = withPins(at(pin))
    .on(changeOwnPin, { pin: { ...pin, state: "suspended" } })
    .on(withdrawOwnPin, { ok: true });
  await renderScreen(OWN, { as: rosa(), size: "phone", replies });
  await button("Crear uno nuevo").click();
  const question = page.getByRole("alertdialog");
  await expect.element(question).toHaveTextContent(/El de ahora deja de abrir de inmediato/);
  await question.getByRole("button", { name: "Cancelar" }).click();
  replies.on(listOwnPins, at({ ...pin, state: "suspended" }));
  await button("Desactivar PIN").click();
  await expect.element(page.getByText("PIN desactivado: no abre ninguna puerta")).toBeVisible();
  await expect.element(button("Activar PIN")).toBeVisible();
  expect(await violations()).toEqual([]);
  replies.on(listOwnPins, at(pin));
  await page.getByRole("button", { name: "Deshacer" }).click();
  await expect.element(button("Desactivar PIN")).toBeVisible();
  expect(replies.asked(changeOwnPin).map(({ body }) => body)).toEqual([{ active: false }, { active: true }]);
  replies.on(listOwnPins, at(null));
  await button("Retirar PIN").click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Continuar" }).click();
  await expect.element(page.getByText("Todavía no hay un PIN.")).toBeVisible();
});

test("one that the administration suspended is not changed by who holds it", async () => {
  const held: Pin = { ...pin, state: "suspended", isHeldBack: true };
  await renderScreen(OWN, { as: rosa(), size: "phone", replies: withPins(at(held)) });
  await expect.element(page.getByText(/^PIN desactivado por la administración/)).toBeVisible();
  for (const name of ["Crear uno nuevo", "Activar PIN", "Retirar PIN"]) {
    expect(button(name).elements()).toEqual([]);
  }
});

test("what could not be done, or read, says so and can be tried again", async () => {
  const replies = withPins(at(null)).on(
    makeOwnPin,
    failing(refused("UNAVAILABLE", { message: "La base de datos no responde." })),
  );
  await renderScreen(OWN, { as: rosa(), size: "phone", replies, expectInConsole: ["503"] });
  await button("Crear PIN").click();
  await expect.element(page.getByText("La base de datos no responde.")).toBeVisible();
  await expect.element(button("Crear PIN")).toBeEnabled();
});

test("who comes in by no door with keys reads that they need none", async () => {
  await renderScreen(OWN, { as: rosa(), size: "phone", replies: withPins({ pins: [] }) });
  await expect.element(page.getByText("No necesitas un PIN")).toBeVisible();
});

test("whose PIN became too short is told where a building's access is", async () => {
  const shortPins = [
    { userId: idOf(0x51), name: "Lola Residente" },
    { userId: idOf(0x52), name: "Sergio Servicios" },
  ];
  await renderScreen(LEVELS, {
    as: platformAdministrator(),
    size: "phone",
    replies: accessReplies().on(readAccess, { ...miradorAccess, shortPins }),
  });
  const panel = page.getByRole("region", { name: "PIN muy cortos" });
  await expect.element(panel.getByText(/^2 PIN se quedaron cortos/)).toBeVisible();
  await wholePage();
  expect(await violations()).toEqual([]);
  expect(beyondTheEdge()).toEqual([]);
  await panel.getByText("Ver de quién son").click();
  const link = panel.getByRole("link", { name: "Lola Residente" });
  await expect.element(link).toHaveAttribute("href", expect.stringContaining(idOf(0x51)));
});
