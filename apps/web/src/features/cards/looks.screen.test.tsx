import { administerBuildings } from "@umbral/contract/buildings/building-list.contract";
import { type Card, listCards } from "@umbral/contract/cards/cards.contract";
import { listDoors } from "@umbral/contract/doors/doors.contract";
import { findUserDetail } from "@umbral/contract/users/user-details.contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { beyondTheEdge, violations, wholePage } from "../../../testing/screens/look.ts";
import { idOf, platformAdministrator, somebody } from "../../../testing/screens/people.ts";
import { placesReplies } from "../../../testing/screens/places.ts";
import { renderScreen } from "../../../testing/screens/screen.tsx";

const CARD_MANAGER = "/admin-dashboard/card-manager";
const press = (name: string) => page.getByRole("button", { name, exact: true }).click();

const card: Card = {
  id: idOf(0xca),
  tag: "04A1B2C3D4E580",
  type: "PERSON",
  active: true,
  lostAt: null,
  lastTimeUsed: "2026-11-20T12:00:00.000Z",
  from: null,
  until: null,
};

test("cards fit a phone, in two lines each, but for the one that is changed", async () => {
  const replies = placesReplies()
    .on(administerBuildings, { buildings: [] })
    .on(listCards, { cards: [{ card }, { card: { ...card, id: idOf(0xcb), tag: "E2801160", type: "CAR" } }] })
    .on(listDoors, { doors: [] })
    .on(findUserDetail, {
      user: {
        id: idOf(0x14),
        photo: null,
        name: "Rosa Líder",
        cedula: "1000000001",
        phone: "+573001234567",
        email: "rosa@example.com",
        active: true,
        verified: true,
        roleName: "RESIDENTE_LIDER",
        apartmentName: "A-101",
        buildingName: "Edificio Mirador del Parque",
        places: [],
        tags: [],
        alias: "",
      },
    });
  await renderScreen(CARD_MANAGER, { as: platformAdministrator(), size: "phone", replies });
  await page.getByLabelText("Número de documento").fill("1000000001");
  await press("Consultar");
  await expect.element(page.getByText(card.tag)).toBeVisible();
  await wholePage();
  expect(await violations()).toEqual([]);
  expect(document.documentElement.scrollWidth).toBe(360);
  expect(beyondTheEdge().filter((what) => !what.startsWith("th: "))).toEqual([]);
  const edit = page.getByRole("button", { name: `Cambiar la tarjeta ${card.tag}` });
  await edit.click();
  await wholePage();
  expect(await violations()).toEqual([]);
  // The other one stays as it was: a row of two lines.
  const heights = () =>
    [...document.querySelectorAll("tbody tr")].map((row) => row.getBoundingClientRect().height);
  await expect.poll(() => heights().filter((height) => height < 80)).toHaveLength(1);
  expect(beyondTheEdge().filter((what) => !what.startsWith("th: "))).toEqual([]);
  await press(`Dejar la tarjeta ${card.tag} como estaba`);
  await expect.element(edit).toHaveFocus();
  await press("Registrar tarjeta");
  await expect.element(page.getByRole("dialog", { name: "Registrar tarjeta" })).toBeVisible();
  expect(await violations()).toEqual([]);
});

test("cards are nobody else's", async () => {
  await renderScreen(CARD_MANAGER, { as: somebody("CONSERJE", "Carla Conserje") });
  await expect.element(page.getByRole("heading", { name: "Esta página no existe" })).toBeVisible();
});
