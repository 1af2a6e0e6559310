import { type Card, changeCard, deleteCard, listCards } from "@umbral/contract/cards/cards.contract";
import { findUserDetail } from "@umbral/contract/users/user-details.contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { says } from "../../../testing/screens/look.ts";
import { idOf, platformAdministrator } from "../../../testing/screens/people.ts";
import { placesReplies } from "../../../testing/screens/places.ts";
import { renderScreen } from "../../../testing/screens/screen.tsx";

const TAG = "04A1B2C3D4E590";
const press = (name: string) => page.getByRole("button", { name, exact: true }).click();

test("a card is changed where it stands, and deleted, with the keyboard alone", async () => {
  let cards: Card[] = [
    { id: idOf(0xcc1), tag: TAG, type: "PERSON", active: true, lostAt: null, lastTimeUsed: null },
  ];
  const replies = placesReplies()
    .on(findUserDetail, {
      user: {
        id: idOf(0x15),
        photo: null,
        name: "Lucía Líder",
        cedula: "1000000021",
        phone: "",
        email: "",
        active: true,
        verified: true,
        roleName: null,
        apartmentName: null,
        buildingName: null,
        places: [],
        tags: [],
        alias: "",
      },
    })
    .on(listCards, () => ({ cards: cards.map((card) => ({ card })) }))
    .on(changeCard, ({ params, body }) => {
      const card = { id: params.id, ...body, tag: "BEEF0001", lostAt: null, lastTimeUsed: null };
      cards = [card];
      return { card };
    })
    .on(deleteCard, () => {
      cards = [];
      return { ok: true as const };
    });
  await renderScreen("/admin-dashboard/card-manager", { as: platformAdministrator(), replies });
  await page.getByLabelText("Número de documento").fill("1000000021");
  await userEvent.keyboard("{Enter}");
  const edit = page.getByRole("button", { name: `Cambiar la tarjeta ${TAG}` });
  await expect.element(edit).toBeVisible();
  edit.element().focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByLabelText(`Etiqueta de la tarjeta ${TAG}`)).toHaveFocus();
  await userEvent.keyboard("{Control>}a{/Control}beef 0001");
  // Past the type, to whether it opens, and on to the button that keeps it.
  await userEvent.keyboard("{Tab}{Tab} {Tab}{Enter}");
  await says(`¿Cambiar la tarjeta ${TAG}?`, "Los cambios se aplican de inmediato.");
  await press("Continuar");
  await says("¡Excelente!", "Actualización exitosa");
  await press("Entendido");
  await expect.element(page.getByRole("row").filter({ hasText: "BEEF0001" })).toHaveTextContent("No");
  expect(replies.asked(changeCard)).toMatchObject([
    { params: { id: idOf(0xcc1) }, body: { tag: "beef 0001", type: "PERSON", active: false } },
  ]);

  await press("Eliminar la tarjeta BEEF0001");
  await says("¿Eliminar la tarjeta BEEF0001?", "Esta acción no se puede deshacer.");
  await press("Cancelar");
  await expect.element(page.getByText("BEEF0001")).toBeVisible();
  expect(replies.asked(deleteCard)).toEqual([]);
  await press("Eliminar la tarjeta BEEF0001");
  await press("Continuar");
  await says("Borrado Exitoso", "Tarjeta borrada con éxito");
  await press("Entendido");
  await expect.element(page.getByText("Esta persona todavía no tiene tarjetas.")).toBeVisible();
  expect(replies.asked(deleteCard)).toMatchObject([{ params: { id: idOf(0xcc1) } }]);
});
