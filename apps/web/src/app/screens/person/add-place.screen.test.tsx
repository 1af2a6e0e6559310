import { readAccess, readPersonLevels } from "@umbral/contract/access-control/access-levels.contract";
import { type AdminBuilding, administerBuildings } from "@umbral/contract/buildings/building-list.contract";
import { apartmentDirectory } from "@umbral/contract/buildings/buildings.contract";
import { readPersonalData } from "@umbral/contract/personal-data/personal-data.contract";
import { type PersonPage, type PersonPlace, readPerson } from "@umbral/contract/users/person.contract";
import { givePlace } from "@umbral/contract/users/places.contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { miradorAccess } from "../../../../testing/screens/access.ts";
import { beyondTheEdge, everyLook, violations } from "../../../../testing/screens/look.ts";
import { home, idOf, mirador, platformAdministrator, somebody } from "../../../../testing/screens/people.ts";
import {
  rosaPageOfBuilding as ofBuilding,
  rosaPage as rosa,
  rosaId,
} from "../../../../testing/screens/person-page.ts";
import { failing, Replies, refused } from "../../../../testing/screens/replies.ts";
import { renderScreen } from "../../../../testing/screens/screen.tsx";

/* 'Agregar rol u hogar', on the page of whoever gets it. */

const PERSON = `/admin-dashboard/people/${rosaId}`;
const administered: AdminBuilding = {
  ...mirador,
  address1: "Calle 1",
  city: "Bogotá",
  state: "Cundinamarca",
  type: "RESIDENTIAL",
  timeZone: "America/Bogota",
  apartments: 2,
  doors: 1,
  controller: "online",
  lastSeenAt: null,
};
const almendros: AdminBuilding = { ...administered, id: idOf(0xa1), name: "Conjunto Los Almendros" };
const other = { id: idOf(0x202), name: "B-202", tower: { name: "B" } };
const building = { ...mirador, timeZone: "America/Bogota" };
const place: PersonPlace = {
  id: idOf(0x5f),
  role: "RESIDENTE_TEMPORAL",
  building,
  apartment: { id: other.id, name: other.name },
  since: "2026-11-20T12:00:00.000Z",
  endsAt: "2126-01-11T04:59:59.999Z",
  may: { change: true, remove: true },
};

const replies = (person: PersonPage) =>
  new Replies()
    .on(readPerson, { person })
    .on(readPersonalData, {
      personalData: { hold: null, looks: [], may: { export: true, erase: true, hold: true } },
    })
    .on(readAccess, miradorAccess)
    .on(readPersonLevels, { levels: [] })
    .on(administerBuildings, { buildings: [administered] })
    .on(apartmentDirectory, { apartments: [{ id: home.id, name: home.name, tower: { name: "A" } }, other] });
const asAdministration = somebody("ADMINISTRADOR", "Alberto Administrador");
const add = page.getByRole("button", { name: "Agregar rol u hogar", exact: true });
const sheet = page.getByRole("dialog", { name: `Agregar rol u hogar a ${rosa.name}` });
const send = () => sheet.getByRole("button", { name: "Agregar", exact: true }).click();
const asked = (given: Replies) => given.asked(givePlace).map(({ params, body }) => ({ ...params, ...body }));

for (const look of everyLook) {
  test(`a further home is given until a day, and what is missing is said (${look.size}, ${look.colorScheme})`, async () => {
    const given = replies(ofBuilding).on(givePlace, { place });
    await renderScreen(PERSON, { as: asAdministration, replies: given, ...look });
    await add.click();
    // One building is no question.
    await expect.element(sheet.getByLabelText("Dónde")).toBeVisible();
    expect(sheet.getByLabelText("Edificio").elements()).toEqual([]);
    await send();
    await expect.element(sheet.getByText("* El campo es obligatorio").first()).toBeVisible();
    await sheet.getByLabelText("Dónde").selectOptions("B-202 · Torre B");
    await sheet.getByLabelText("Rol").selectOptions("Residente temporal");
    await expect.element(sheet.getByText("* El campo es obligatorio")).toBeVisible();
    expect(await violations()).toEqual([]);
    expect(beyondTheEdge()).toEqual([]);
    await sheet.getByLabelText("Hasta").fill("2126-01-10");
    given.on(readPerson, { person: { ...ofBuilding, places: [...ofBuilding.places, place] } });
    await send();
    await expect.element(sheet).not.toBeInTheDocument();
    await expect
      .element(page.getByText(`${rosa.name} ya tiene el rol de Residente temporal en el apartamento B-202.`))
      .toBeVisible();
    await expect.element(page.getByRole("link", { name: "Apartamento B-202" })).toBeVisible();
    expect(asked(given)).toEqual([
      {
        id: mirador.id,
        userId: rosaId,
        apartmentId: other.id,
        role: "RESIDENTE_TEMPORAL",
        endsAt: "2126-01-11T04:59:59.999Z",
      },
    ]);
  });
}

test("a role of the building is given where there are several, and is no role of a home", async () => {
  const given = replies(rosa)
    .on(administerBuildings, { buildings: [almendros, administered] })
    .on(givePlace, failing(refused("STAFF_ALREADY")));
  await renderScreen(PERSON, { as: platformAdministrator(), replies: given, expectInConsole: ["409"] });
  await add.click();
  // Where they are something already stands first.
  await expect.element(sheet.getByLabelText("Edificio")).toHaveValue(mirador.id);
  await sheet.getByLabelText("Dónde").selectOptions("A-101 · Torre A");
  await sheet.getByLabelText("Rol").selectOptions("Propietario");
  await sheet.getByLabelText("Dónde").selectOptions("En el edificio, sin apartamento");
  await expect.element(sheet.getByLabelText("Rol")).toHaveValue("");
  await sheet.getByLabelText("Rol").selectOptions("Administrador");
  await sheet.getByLabelText("Edificio").selectOptions(almendros.name);
  await expect.element(sheet.getByLabelText("Dónde")).toHaveValue("");
  await sheet.getByLabelText("Dónde").selectOptions("En el edificio, sin apartamento");
  await send();
  await expect
    .element(page.getByRole("alertdialog"))
    .toHaveTextContent("Esta persona ya tiene ese rol en el edificio.");
  expect(asked(given)).toEqual([
    { id: almendros.id, userId: rosaId, apartmentId: null, role: "ADMINISTRADOR", endsAt: null },
  ]);
  await page.getByRole("alertdialog").getByRole("button").click();
  await expect.element(sheet).toBeVisible();
});

test("no administrator makes another, and nobody gives a role where it is not for them to give", async () => {
  const given = replies(ofBuilding);
  await renderScreen(PERSON, { as: asAdministration, replies: given });
  await add.click();
  await sheet.getByLabelText("Dónde").selectOptions("En el edificio, sin apartamento");
  const roles = sheet.getByLabelText("Rol").getByRole("option");
  await expect.element(roles.filter({ hasText: "Portería" })).toBeInTheDocument();
  expect(roles.filter({ hasText: /^Administrador$/ }).elements()).toEqual([]);
  const visitor: PersonPage = {
    ...ofBuilding,
    places: [
      { ...place, role: "VISITANTE_CONOCIDO", apartment: null, may: { change: false, remove: false } },
    ],
    may: { ...ofBuilding.may, addPlace: false },
  };
  await renderScreen(PERSON, { as: asAdministration, replies: replies(visitor) });
  await expect.element(page.getByText(/se registró por su cuenta como visitante/)).toBeVisible();
  expect(add.elements()).toEqual([]);
  expect(await violations()).toEqual([]);
});
