import { listOwnPins } from "@umbral/contract/access-control/pins.contract";
import { listOwnCards, type OwnCard, reportLostCard } from "@umbral/contract/cards/own-cards.contract";
import { pendingEmail } from "@umbral/contract/users/profile.contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { beyondTheEdge, everyLook, violations } from "../../../testing/screens/look.ts";
import { home, idOf, somebody } from "../../../testing/screens/people.ts";
import { failing, Replies, refused } from "../../../testing/screens/replies.ts";
import { renderScreen } from "../../../testing/screens/screen.tsx";

const active: OwnCard = {
  id: idOf(1),
  ending: "AA01",
  type: "PERSON",
  state: "active",
  lastTimeUsed: "2026-11-20T12:00:00.000Z",
  from: null,
  until: null,
};
const cards: OwnCard[] = [
  active,
  {
    ...active,
    id: idOf(2),
    ending: "BB02",
    type: "CAR",
    state: "lost",
    lastTimeUsed: null,
    from: null,
    until: null,
  },
  { ...active, id: idOf(3), ending: "CC03", state: "off" },
  { ...active, id: idOf(4), ending: "DD04", until: "2026-01-01T05:00:00.000Z" },
  { ...active, id: idOf(5), ending: "EE05", from: "2126-01-01T05:00:00.000Z" },
];
const rosa = () => somebody("RESIDENTE_LIDER", "Rosa Líder", home);
const OWN_CARDS = "/profile?ver=tarjetas";

for (const look of everyLook) {
  test(`somebody's own cards say what they open (${look.size}, ${look.colorScheme})`, async () => {
    await renderScreen(OWN_CARDS, {
      as: rosa(),
      ...look,
      replies: new Replies().on(listOwnCards, { cards }).on(listOwnPins, { pins: [] }),
    });
    await expect.element(page.getByText("Tarjeta terminada en AA01")).toBeVisible();
    await expect.element(page.getByText(/^Perdida: no abre ninguna puerta/)).toBeVisible();
    await expect.element(page.getByText(/^Desactivada por la administración/)).toBeVisible();
    await expect.element(page.getByText("Vencida: no abre ninguna puerta.")).toBeVisible();
    await expect.element(page.getByText("Hasta el 1 ene 2026 12:00 AM")).toBeVisible();
    await expect.element(page.getByText("Todavía no vigente: no abre ninguna puerta.")).toBeVisible();
    expect(beyondTheEdge()).toEqual([]);
    expect(await violations()).toEqual([]);
  });
}

test("'Perdí mi tarjeta' asks first, and then says that it opens nothing any more", async () => {
  const replies = new Replies()
    .on(listOwnCards, { cards: [active] })
    .on(listOwnPins, { pins: [] })
    .on(reportLostCard, { card: { ...active, state: "lost" } });
  await renderScreen(OWN_CARDS, { as: rosa(), size: "phone", replies });
  const lose = page.getByRole("button", { name: "Perdí mi tarjeta terminada en AA01" });
  await lose.click();
  const question = page.getByRole("alertdialog");
  await expect.element(question).toHaveTextContent(/Dejará de abrir de inmediato/);
  replies.on(listOwnCards, { cards: [{ ...active, state: "lost" }] });
  await question.getByRole("button", { name: "Continuar" }).click();
  await expect.element(page.getByText("Listo: esa tarjeta ya no abre ninguna puerta.")).toBeVisible();
  await expect.element(lose).not.toBeInTheDocument();
  await expect.element(page.getByText(/^Perdida: no abre ninguna puerta/)).toBeVisible();
});

test("a loss that could not be told says so, and can be told again", async () => {
  const replies = new Replies()
    .on(listOwnCards, { cards: [active] })
    .on(listOwnPins, { pins: [] })
    .on(reportLostCard, failing(refused("UNAVAILABLE", { message: "La base de datos no responde." })));
  await renderScreen(OWN_CARDS, { as: rosa(), size: "phone", replies, expectInConsole: ["503"] });
  const lose = page.getByRole("button", { name: "Perdí mi tarjeta terminada en AA01" });
  await lose.click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Continuar" }).click();
  await expect.element(page.getByText("La base de datos no responde.")).toBeVisible();
  await expect.element(lose).toBeEnabled();
});

test("who holds no card reads where to get one, and a visitor has no such tab", async () => {
  await renderScreen(OWN_CARDS, {
    as: rosa(),
    size: "phone",
    replies: new Replies().on(listOwnCards, { cards: [] }).on(listOwnPins, { pins: [] }),
  });
  await expect.element(page.getByText("La administración de tu edificio te las entrega.")).toBeVisible();
  await renderScreen(OWN_CARDS, {
    as: somebody("VISITANTE_CONOCIDO", "Víctor Visitante"),
    size: "phone",
    replies: new Replies().on(pendingEmail, { pending: null }),
  });
  await expect.element(page.getByRole("tab", { name: "Seguridad" })).toBeVisible();
  expect(page.getByRole("tab", { name: "Mis tarjetas" }).elements()).toEqual([]);
});
