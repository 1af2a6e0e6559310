import { askSecondFactor } from "@umbral/contract/auth/second-factor.contract";
import { administerBuildings } from "@umbral/contract/buildings/building-list.contract";
import {
  type Card,
  changeCard,
  createCard,
  deleteCard,
  listCards,
} from "@umbral/contract/cards/cards.contract";
import { findUserDetail, type UserDetail } from "@umbral/contract/users/user-details.contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { says, violations } from "../../../testing/screens/look.ts";
import { home, idOf, mirador, platformAdministrator, somebody } from "../../../testing/screens/people.ts";
import { placesReplies } from "../../../testing/screens/places.ts";
import { failing, held, refused } from "../../../testing/screens/replies.ts";
import { renderScreen } from "../../../testing/screens/screen.tsx";

const TAG = "04A1B2C3D4E590";
const press = (name: string) => page.getByRole("button", { name, exact: true }).click();

const lucia: UserDetail = {
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
  // Her clock is not this device's.
  places: [
    { roleName: "RESIDENTE", buildingName: mirador.name, timeZone: "Asia/Tokyo", apartmentName: home.name },
  ],
  tags: [],
  alias: "",
};

/** A card that opens, for good. */
const cardOf = (count: number, facts: Partial<Card> = {}): Card => ({
  id: idOf(count),
  tag: TAG,
  type: "PERSON",
  active: true,
  lostAt: null,
  lastTimeUsed: null,
  from: null,
  until: null,
  ...facts,
});

test("a card is changed where it stands, and deleted, with the keyboard alone", async () => {
  let cards: Card[] = [
    {
      id: idOf(0xcc1),
      tag: TAG,
      type: "PERSON",
      active: true,
      lostAt: null,
      lastTimeUsed: null,
      from: null,
      until: null,
    },
  ];
  const replies = placesReplies()
    .on(findUserDetail, { user: lucia })
    .on(listCards, () => ({ cards: cards.map((card) => ({ card })) }))
    .on(changeCard, ({ params, body }) => {
      const [before] = cards;
      if (before?.id !== params.id) {
        throw new Error(`no card ${params.id}`);
      }
      const { active = before.active, type = before.type } = body;
      const card = { ...before, active, type, tag: "BEEF0001" };
      cards = [card];
      return { card, wasActive: before.active };
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
  // What stayed as it was is not sent.
  expect(replies.asked(changeCard)[0]).toMatchObject({ params: { id: idOf(0xcc1) } });
  expect(replies.asked(changeCard)[0]?.body).toEqual({ tag: "beef 0001", active: false });
  await expect.element(page.getByText("La tarjeta BEEF0001 quedó desactivada.")).toBeVisible();
  await press("Deshacer");
  await expect.element(page.getByText("La tarjeta BEEF0001 abre otra vez.")).toBeVisible();
  await expect.element(page.getByRole("row").filter({ hasText: "BEEF0001" })).toHaveTextContent("Sí");
  expect(replies.asked(changeCard)[1]).toMatchObject({ params: { id: idOf(0xcc1) } });
  expect(replies.asked(changeCard)[1]?.body).toEqual({ active: true, unlessLost: true });
  // Nothing was changed: nobody is asked, and nothing is sent.
  await press("Cambiar la tarjeta BEEF0001");
  await press("Guardar la tarjeta BEEF0001");
  await expect.element(page.getByRole("button", { name: "Cambiar la tarjeta BEEF0001" })).toBeVisible();
  expect(replies.asked(changeCard)).toHaveLength(2);

  await press("Eliminar la tarjeta BEEF0001");
  await says(
    "¿Eliminar la tarjeta BEEF0001?",
    "Deja de abrir de inmediato y queda libre para otra persona. Esta acción no se puede deshacer.",
  );
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

test("times that are kept after their dialog was closed close no other", async () => {
  const card = cardOf(0xcc2, { until: "2126-01-01T05:00:00.000Z" });
  const late = held({ card, wasActive: true });
  const replies = placesReplies()
    .on(findUserDetail, { user: lucia })
    .on(listCards, { cards: [{ card }] })
    .on(changeCard, late.answer);
  await renderScreen("/admin-dashboard/card-manager", { as: platformAdministrator(), replies });
  await page.getByLabelText("Número de documento").fill("1000000021");
  await userEvent.keyboard("{Enter}");
  const until = page.getByRole("dialog").getByLabelText("Hasta (opcional)");
  await press(`Cambiar fechas de la tarjeta ${TAG}`);
  await until.fill("");
  await press("Guardar fechas");
  await press("Continuar");
  await late.isAsked;
  await page.getByRole("dialog").getByRole("button", { name: "Cerrar" }).click();
  await press("Continuar");
  await press(`Cambiar fechas de la tarjeta ${TAG}`);
  await until.fill("2126-02-02T08:00");
  late.letGo();
  await says("¡Excelente!", "Actualización exitosa");
  await press("Entendido");
  await expect.element(until).toHaveValue("2126-02-02T08:00");
});

test("a card is given for a time, and its time is changed, on the clock of its holder's building", async () => {
  const card = cardOf(0xcc2, { lastTimeUsed: "2025-12-24T20:00:00.000Z", until: "2026-01-01T05:00:00.000Z" });
  const replies = placesReplies()
    .on(findUserDetail, { user: lucia })
    .on(listCards, { cards: [{ card }] })
    .on(createCard, ({ body }) => ({
      message: "Proceso realizado con éxito",
      card: { ...card, tag: body.tag },
    }))
    .on(changeCard, { card, wasActive: card.active })
    .on(administerBuildings, { buildings: [] });
  await renderScreen("/admin-dashboard/card-manager", { as: platformAdministrator(), replies });
  await page.getByLabelText("Número de documento").fill("1000000021");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText("Vencida, hasta el 1 ene 2026 2:00 PM")).toBeVisible();
  await expect.element(page.getByText("25 dic 2025 5:00 AM")).toBeVisible();
  await press(`Cambiar fechas de la tarjeta ${TAG}`);
  const dialog = page.getByRole("dialog");
  const until = dialog.getByLabelText("Hasta (opcional)");
  await expect.element(until).toHaveValue("2026-01-01T14:00");
  await until.fill("");
  expect(await violations()).toEqual([]);
  await dialog.getByRole("button", { name: "Guardar fechas" }).click();
  replies.on(listCards, { cards: [{ card: { ...card, until: null } }] });
  await says(`¿Cambiar la tarjeta ${TAG}?`, "Los cambios se aplican de inmediato.");
  await press("Continuar");
  await says("¡Excelente!", "Actualización exitosa");
  await press("Entendido");
  await expect.element(dialog).not.toBeInTheDocument();
  // Nothing was changed: nobody is asked, nothing is sent, and nothing is said to be done.
  await press(`Cambiar fechas de la tarjeta ${TAG}`);
  await expect.element(until).toHaveValue("");
  await dialog.getByRole("button", { name: "Guardar fechas" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(page.getByRole("alertdialog").elements()).toEqual([]);
  await press("Registrar tarjeta");
  const form = page.getByRole("dialog");
  await form.getByLabelText("Etiqueta").fill("04FF00AA");
  await form.getByLabelText("Tipo", { exact: true }).selectOptions("Persona");
  await form.getByLabelText("Hasta (opcional)").fill("2026-01-02T08:00");
  await form.getByRole("button", { name: "Guardar tarjeta" }).click();
  await press("Entendido");
  await expect
    .element(form.getByLabelText("Hasta (opcional)"))
    .toHaveAccessibleDescription(/Debe estar en el futuro/);
  await form.getByLabelText("Hasta (opcional)").fill("2126-01-02T08:00");
  await form.getByRole("button", { name: "Guardar tarjeta" }).click();
  await says("¡Excelente!", "Proceso realizado con éxito");
  expect(replies.asked(changeCard).map(({ body }) => body)).toEqual([{ until: null }]);
  const given = replies.asked(createCard)[0]?.body;
  expect(given).toMatchObject({ tag: "04FF00AA", until: "2126-01-01T23:00:00.000Z" });
  expect(given).not.toHaveProperty("from");
});

test("a card that was lost meanwhile is not made active, and one that is seen as lost is", async () => {
  const card = cardOf(0xcc3, { active: false });
  const lost = { ...card, lostAt: "2026-01-01T05:00:00.000Z" };
  const replies = placesReplies()
    .on(findUserDetail, { user: lucia })
    .on(listCards, { cards: [{ card }] })
    .on(changeCard, failing(refused("CARD_LOST")));
  await renderScreen("/admin-dashboard/card-manager", {
    as: platformAdministrator(),
    replies,
    expectInConsole: ["409"],
  });
  await page.getByLabelText("Número de documento").fill("1000000021");
  await userEvent.keyboard("{Enter}");
  const activate = async () => {
    await press(`Cambiar la tarjeta ${TAG}`);
    await page.getByLabelText(`Tarjeta ${TAG} activa`).click();
    await press(`Guardar la tarjeta ${TAG}`);
    await press("Continuar");
  };
  replies.on(listCards, () => ({ cards: [{ card: replies.asked(changeCard).length > 0 ? lost : card }] }));
  await activate();
  await says(
    "Lo sentimos!",
    "Mientras tanto la marcaron como perdida y no abre. Si apareció, actívala en la lista.",
  );
  await press("Entendido");
  await press(`Dejar la tarjeta ${TAG} como estaba`);
  await expect.element(page.getByText("Perdida", { exact: true })).toBeVisible();
  replies.on(changeCard, { card, wasActive: false });
  await activate();
  await says("¡Excelente!", "Actualización exitosa");
  expect(replies.asked(changeCard).map(({ body }) => body)).toEqual([
    { active: true, unlessLost: true },
    { active: true },
  ]);
});

test("who closes the question for their second factor has deleted no card, and does not read that they may not", async () => {
  const card = cardOf(0xcc4);
  const replies = placesReplies()
    .on(findUserDetail, { user: lucia })
    .on(listCards, { cards: [{ card }] })
    .on(deleteCard, failing(refused("SECOND_FACTOR_ASKED")));
  replies.on(askSecondFactor, () => ({ isShown: replies.asked(deleteCard).length === 0, isInUse: true }));
  await renderScreen("/admin-dashboard/card-manager", {
    as: somebody("ADMINISTRADOR", "Ana Administradora"),
    replies,
  });
  await page.getByLabelText("Número de documento").fill("1000000021");
  await userEvent.keyboard("{Enter}");
  await press(`Eliminar la tarjeta ${TAG}`);
  await press("Continuar");
  const question = page.getByRole("dialog", { name: "Verificación en dos pasos" });
  await expect.element(question.getByLabelText("Código")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect
    .element(page.getByText("No cambiamos nada: faltó la verificación en dos pasos."))
    .toBeVisible();
  await expect.element(question).not.toBeInTheDocument();
  expect(page.getByRole("alertdialog").elements()).toEqual([]);
  expect(replies.asked(deleteCard)).toHaveLength(1);
});
