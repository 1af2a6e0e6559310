import { readAccess, readPersonLevels } from "@umbral/contract/access-control/access-levels.contract";
import { administerBuildings } from "@umbral/contract/buildings/building-list.contract";
import { type Card, listCards } from "@umbral/contract/cards/cards.contract";
import { listDoors } from "@umbral/contract/doors/doors.contract";
import { readPersonalData } from "@umbral/contract/personal-data/personal-data.contract";
import { readPerson } from "@umbral/contract/users/person.contract";
import { findUserDetail, type UserDetail } from "@umbral/contract/users/user-details.contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { miradorAccess } from "../../../testing/screens/access.ts";
import { beyondTheEdge, violations, wholePage } from "../../../testing/screens/look.ts";
import { idOf, platformAdministrator, somebody } from "../../../testing/screens/people.ts";
import { rosaPage } from "../../../testing/screens/person-page.ts";
import { placesReplies } from "../../../testing/screens/places.ts";
import { refused } from "../../../testing/screens/replies.ts";
import { renderScreen } from "../../../testing/screens/screen.tsx";

const rosa: UserDetail = {
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
};
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
    .on(findUserDetail, { user: rosa });
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

test("whoever comes back finds whom they consulted, whom the address does not name", async () => {
  const replies = placesReplies()
    .on(administerBuildings, { buildings: [] })
    .on(listCards, { cards: [{ card }] })
    .on(readPerson, { person: { ...rosaPage, id: rosa.id, cedula: rosa.cedula } })
    .on(readPersonalData, {
      personalData: { hold: null, looks: [], may: { export: false, erase: false, hold: false } },
    })
    .on(readAccess, miradorAccess)
    .on(readPersonLevels, { levels: [] })
    .on(findUserDetail, ({ params }) => {
      if (params.cedula !== rosa.cedula) {
        throw refused("USER_NOT_FOUND");
      }
      return { user: rosa };
    });
  const screen = await renderScreen(CARD_MANAGER, { as: platformAdministrator(), replies });
  const field = page.getByLabelText("Número de documento");
  const tag = page.getByText(card.tag);
  await field.fill("1.000.000.001");
  await press("Consultar");
  await expect.element(tag).toBeVisible();
  expect(screen.path()).toBe(`${CARD_MANAGER}?persona=${rosa.id}`);
  // Found once is known: nothing more is asked about them.
  expect(replies.asked(readPerson)).toEqual([]);
  expect(replies.asked(findUserDetail)).toHaveLength(1);
  await page.getByRole("link", { name: rosa.name }).click();
  await expect.element(page.getByRole("heading", { name: rosa.name, level: 1 })).toBeVisible();
  window.history.back();
  await expect.element(tag).toBeVisible();
  await screen.reload();
  await expect.element(tag).toBeVisible();
  await expect.element(field).toHaveValue(rosa.cedula);
  // Under a document that is nobody's stand nobody's cards, then as later.
  await field.fill("1000000009");
  await press("Consultar");
  await press("Entendido");
  await expect.element(tag).not.toBeInTheDocument();
  expect(screen.path()).toBe(CARD_MANAGER);
  await expect.element(field).toHaveValue("1000000009");
});

test("cards are nobody else's", async () => {
  await renderScreen(CARD_MANAGER, { as: somebody("CONSERJE", "Carla Conserje") });
  await expect.element(page.getByRole("heading", { name: "Esta página no existe" })).toBeVisible();
});
