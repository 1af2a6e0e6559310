import { readAccess, readPersonLevels } from "@umbral/contract/access-control/access-levels.contract";
import { cardSetup, createCard, markCardLost, stopCardSetup } from "@umbral/contract/cards/cards.contract";
import { type Door, listDoors } from "@umbral/contract/doors/doors.contract";
import { readPersonalData } from "@umbral/contract/personal-data/personal-data.contract";
import { readPerson } from "@umbral/contract/users/person.contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { miradorAccess } from "../../../../testing/screens/access.ts";
import { mainDoor } from "../../../../testing/screens/doors.ts";
import { ServerLine } from "../../../../testing/screens/line.ts";
import { beyondTheEdge, violations } from "../../../../testing/screens/look.ts";
import { idOf, mirador, platformAdministrator } from "../../../../testing/screens/people.ts";
import { cardOfRosa as card, rosaPage as rosa, rosaId } from "../../../../testing/screens/person-page.ts";
import { failing, Replies, refused } from "../../../../testing/screens/replies.ts";
import { renderScreen } from "../../../../testing/screens/screen.tsx";

/* Cards on somebody's page: a further one at a reader or by its number, and one that was lost. */

const PERSON = `/admin-dashboard/people/${rosaId}`;
const entrance: Door = {
  ...mainDoor,
  id: idOf(0xd1),
  left: 10,
  top: 10,
  hasReader: true,
};

const replies = () =>
  new Replies()
    .on(readPerson, { person: rosa })
    .on(readPersonalData, {
      personalData: { hold: null, looks: [], may: { export: true, erase: true, hold: true } },
    })
    .on(readAccess, miradorAccess)
    .on(readPersonLevels, { levels: [] })
    .on(listDoors, { doors: [entrance] });
const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
const dialog = () => page.getByRole("dialog");
const waits = { doorId: entrance.id, until: "2026-11-23T14:00:00.000Z", setupId: idOf(0x5e1) };
const hold = (name: string) =>
  dialog().getByText(`Acerca la tarjeta al lector de ${name}: te espera tres minutos.`);

test("a card is enrolled in four acts at most: press, hold", async () => {
  const line = new ServerLine().on(cardSetup, waits).on(stopCardSetup, {});
  const given = replies().on(createCard, { message: "Proceso realizado con éxito", card });
  await renderScreen(PERSON, { as: platformAdministrator(), replies: given, line, size: "phone" });
  let acts = 0;
  const act = async (done: () => Promise<void> | void) => {
    acts += 1;
    await done();
  };
  await act(() => press("Registrar tarjeta"));
  await expect.element(hold("Puerta principal")).toBeVisible();
  expect(await violations()).toEqual([]);
  expect(beyondTheEdge()).toEqual([]);
  await act(() => line.say("read_tag", "04FF"));
  await expect.element(page.getByText("La tarjeta quedó a nombre de Rosa Líder.")).toBeVisible();
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(acts).toBeLessThanOrEqual(4);
  expect(given.asked(createCard).map(({ body }) => body)).toEqual([
    { userId: rosaId, tag: "04FF", type: "PERSON" },
  ]);
});

test("of several readers one is chosen, and offered first the next time; doors without one are not", async () => {
  const garage: Door = { ...entrance, id: idOf(0xd2), localId: "2", name: "Garaje" };
  const line = new ServerLine().on(cardSetup, waits).on(stopCardSetup, {});
  const given = replies()
    .on(listDoors, {
      doors: [entrance, garage, { ...mainDoor, id: idOf(0xd3), localId: "3", name: "Gimnasio" }],
    })
    .on(readPerson, {
      person: {
        ...rosa,
        places: [
          ...rosa.places,
          ...rosa.places.map((place) => ({
            ...place,
            id: idOf(0x5c),
            building: { ...place.building, id: idOf(0xb9), name: "Conjunto Almendros" },
          })),
        ],
      },
    });
  await renderScreen(PERSON, { as: platformAdministrator(), replies: given, line, size: "phone" });
  await press("Registrar tarjeta");
  const reader = dialog().getByRole("combobox", { name: "Lector de la puerta" });
  await expect.element(reader).toHaveValue("");
  await expect.element(dialog().getByRole("combobox", { name: "Edificio" })).toBeVisible();
  expect(line.sent(cardSetup)).toEqual([]);
  expect(
    reader
      .getByRole("option")
      .elements()
      .map((option) => option.textContent),
  ).not.toContain("Gimnasio");
  await reader.selectOptions("Garaje");
  await expect.element(hold("Garaje")).toBeVisible();
  expect(await violations()).toEqual([]);
  expect(beyondTheEdge()).toEqual([]);
  // It waits no longer than the dialog is open.
  await userEvent.keyboard("{Escape}");
  await expect
    .poll(() => line.sent(stopCardSetup))
    .toContainEqual({ buildingId: mirador.id, setupId: waits.setupId });
  await press("Registrar tarjeta");
  await expect.element(hold("Garaje")).toBeVisible();
  expect(line.sent(cardSetup).at(-1)).toEqual({ buildingId: mirador.id, door: "2" });
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`who types the number holds no card to the reader (${colorScheme})`, async () => {
    const line = new ServerLine().on(cardSetup, waits).on(stopCardSetup, {});
    const given = replies().on(createCard, { message: "Proceso realizado con éxito", card });
    await renderScreen(PERSON, {
      as: platformAdministrator(),
      replies: given,
      line,
      size: "phone",
      colorScheme,
    });
    await press("Registrar tarjeta");
    await expect.element(hold("Puerta principal")).toBeVisible();
    await dialog().getByText("Escribir el número").click();
    await expect.element(hold("Puerta principal")).not.toBeInTheDocument();
    await expect.poll(() => line.sent(stopCardSetup)).not.toEqual([]);
    await dialog().getByRole("textbox", { name: "Etiqueta" }).fill("no es");
    await dialog().getByRole("button", { name: "Guardar tarjeta" }).click();
    await expect
      .element(dialog().getByRole("textbox", { name: "Etiqueta" }))
      .toHaveAttribute("aria-invalid", "true");
    expect(await violations()).toEqual([]);
    expect(beyondTheEdge()).toEqual([]);
    await dialog().getByRole("textbox", { name: "Etiqueta" }).fill("04FE");
    await dialog().getByRole("button", { name: "Guardar tarjeta" }).click();
    await expect.element(page.getByText("La tarjeta quedó a nombre de Rosa Líder.")).toBeVisible();
    expect(given.asked(createCard).map(({ body }) => body.tag)).toEqual(["04FE"]);
  });
}

test("a reader that cannot be listened to is said, and asked again", async () => {
  const line = new ServerLine()
    .on(cardSetup, () => {
      throw refused("CONTROLLER_AWAY");
    })
    .on(stopCardSetup, {});
  await renderScreen(PERSON, { as: platformAdministrator(), replies: replies(), line });
  await press("Registrar tarjeta");
  await expect.element(dialog().getByText(/controlador/)).toBeVisible();
  line.on(cardSetup, waits);
  await dialog().getByRole("button", { name: "Leer la tarjeta" }).click();
  await expect.element(hold("Puerta principal")).toBeVisible();
});

test("a card that somebody has already is said, and one may go on with another", async () => {
  const line = new ServerLine().on(cardSetup, waits).on(stopCardSetup, {});
  const given = replies().on(createCard, failing(refused("CARD_TAKEN")));
  await renderScreen(PERSON, {
    as: platformAdministrator(),
    replies: given,
    line,
    expectInConsole: ["400"],
  });
  // What some other page's reader told is not this card.
  line.say("read_tag", "04EE");
  await press("Registrar tarjeta");
  await expect.element(hold("Puerta principal")).toBeVisible();
  line.say("read_tag", "04FF");
  await expect.element(page.getByRole("alertdialog")).toBeVisible();
  expect(given.asked(createCard)).toHaveLength(1);
  await page.getByRole("alertdialog").getByRole("button").click();
  await dialog().getByRole("button", { name: "Leer la tarjeta" }).click();
  await expect.element(hold("Puerta principal")).toBeVisible();
});

test("a card is marked as lost, once that is meant", async () => {
  const given = replies().on(markCardLost, { card: { ...card, active: false } });
  await renderScreen(PERSON, { as: platformAdministrator(), replies: given, size: "phone" });
  await press(`Marcar como perdida la tarjeta ${card.tag}`);
  given.on(readPerson, {
    person: { ...rosa, cards: [{ ...card, active: false, lostAt: "2026-11-23T12:00:00.000Z" }] },
  });
  await page.getByRole("alertdialog").getByRole("button", { name: "Continuar" }).click();
  await expect.element(page.getByText(/^Perdida · /)).toBeVisible();
  expect(given.asked(markCardLost)).toHaveLength(1);
});
