import { giveAccessLevel, takeAccessLevel } from "@umbral/contract/access-control/access-levels.contract";
import { type LevelPerson, listLevelPeople } from "@umbral/contract/access-control/level-people.contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { accessReplies, byName, gym, LEVELS, sergio } from "../../../testing/screens/access.ts";
import { beyondTheEdge, everyLook, violations } from "../../../testing/screens/look.ts";
import { idOf, platformAdministrator } from "../../../testing/screens/people.ts";
import { renderScreen } from "../../../testing/screens/screen.tsx";

const as = platformAdministrator();
const rosa: LevelPerson = {
  id: idOf(0x205a),
  name: "Rosa Líder",
  isWithoutAccount: false,
  roles: ["RESIDENTE_LIDER"],
  isByName: false,
  since: "2026-11-20T12:00:00.000Z",
  until: null,
};
const martina: LevelPerson = {
  ...rosa,
  id: idOf(0x205b),
  name: "Martina Niña",
  isWithoutAccount: true,
  roles: [],
  isByName: true,
  until: "2026-12-24T23:00:00.000Z",
};
const listOf = (...people: LevelPerson[]) => ({ people, totalPages: 1 });
const dialog = () => page.getByRole("dialog", { name: "Personas del nivel Gimnasio" });
const open = () => page.getByRole("button", { name: "Ver personas del nivel Gimnasio" }).click();

for (const look of everyLook) {
  test(`the people of a level say by what they have it, and since when (${look.size}, ${look.colorScheme})`, async () => {
    const replies = accessReplies().on(listLevelPeople, listOf(martina, rosa));
    await renderScreen(LEVELS, { as, replies, ...look });
    await open();
    await expect
      .element(dialog().getByText("Por su rol: Residente líder · Desde el 20 nov 2026"))
      .toBeVisible();
    await expect
      .element(
        dialog().getByText("Por nombre · Sin cuenta · Desde el 20 nov 2026 · hasta el 24 dic 2026 6:00 PM"),
      )
      .toBeVisible();
    expect(await violations()).toEqual([]);
    expect(beyondTheEdge()).toEqual([]);
  });
}

test("a level is given to somebody and taken from them where its people stand", async () => {
  const given: LevelPerson = { ...martina, id: sergio.id, name: sergio.name, isWithoutAccount: false };
  const replies = accessReplies()
    .on(listLevelPeople, listOf())
    .on(giveAccessLevel, { levels: [byName] })
    .on(takeAccessLevel, { levels: [] });
  await renderScreen(LEVELS, { as, replies, size: "phone" });
  await open();
  await expect.element(dialog().getByText("Nadie lo tiene todavía.")).toBeVisible();
  await dialog().getByRole("searchbox", { name: "Persona" }).fill("sergio");
  await dialog()
    .getByRole("button", { name: /Sergio Servicios/ })
    .click();
  replies.on(listLevelPeople, listOf(given));
  await dialog().getByLabelText("Hasta (opcional)").fill("2020-01-01T08:00");
  await dialog().getByRole("button", { name: "Dar nivel a Sergio Servicios" }).click();
  await expect.element(dialog().getByText("* Debe estar en el futuro")).toBeVisible();
  await dialog().getByLabelText("Hasta (opcional)").fill("2126-12-24T18:00");
  await dialog().getByRole("button", { name: "Dar nivel a Sergio Servicios" }).click();
  const take = dialog().getByRole("button", { name: "Quitar el nivel Gimnasio a Sergio Servicios" });
  await expect.element(take).toBeVisible();
  expect(replies.asked(giveAccessLevel).map(({ params }) => params)).toMatchObject([
    { levelId: gym.id, userId: sergio.id },
  ]);
  expect(replies.asked(giveAccessLevel).map(({ body }) => body)).toEqual([
    { from: null, until: "2126-12-24T23:00:00.000Z" },
  ]);
  await take.click();
  replies.on(listLevelPeople, listOf());
  await page.getByRole("alertdialog").getByRole("button", { name: "Continuar" }).click();
  await expect.element(dialog().getByText("Nadie lo tiene todavía.")).toBeVisible();
  expect(replies.asked(takeAccessLevel).map(({ params }) => params)).toMatchObject([
    { levelId: gym.id, userId: sergio.id },
  ]);
});

test("whoever takes a level from the only one of the last page sees the page before it", async () => {
  let totalPages = 2;
  const replies = accessReplies()
    .on(listLevelPeople, ({ query }) => ({
      people: query.page === 1 ? [rosa] : totalPages === 2 ? [martina] : [],
      totalPages,
    }))
    .on(takeAccessLevel, () => {
      totalPages = 1;
      return { levels: [] };
    });
  await renderScreen(LEVELS, { as, replies, size: "phone" });
  await open();
  await dialog().getByRole("button", { name: "Siguiente" }).click();
  await dialog().getByRole("button", { name: "Quitar el nivel Gimnasio a Martina Niña" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Continuar" }).click();
  await expect.element(dialog().getByText("Rosa Líder")).toBeVisible();
  expect(dialog().getByText("Nadie lo tiene todavía.").elements()).toEqual([]);
});
