import { readAccess, testAccess } from "@umbral/contract/access-control/access-levels.contract";
import { changePin, makePin, type Pin, readPin } from "@umbral/contract/access-control/pins.contract";
import { readBuildingSettings } from "@umbral/contract/buildings/administering-buildings.contract";
import { administerBuildings } from "@umbral/contract/buildings/building-list.contract";
import { apartmentDirectory, listBuildings } from "@umbral/contract/buildings/buildings.contract";
import { changeCard, createCard } from "@umbral/contract/cards/cards.contract";
import { listDoors } from "@umbral/contract/doors/doors.contract";
import {
  type CardHolder,
  changeCardHolder,
  createCardHolder,
  exportCardHolders,
  type HomeCardHolder,
  listCardHolders,
  listHomeCardHolders,
  removeCardHolder,
  resumeHomeCard,
  suspendHomeCard,
} from "@umbral/contract/users/card-holders.contract";
import { listMembers } from "@umbral/contract/users/members.contract";
import { pendingEmail } from "@umbral/contract/users/profile.contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { gym, miradorAccess } from "../../../../testing/screens/access.ts";
import { beyondTheEdge, everyLook, violations } from "../../../../testing/screens/look.ts";
import { home, idOf, mirador, platformAdministrator, somebody } from "../../../../testing/screens/people.ts";
import { miradorSettings } from "../../../../testing/screens/places.ts";
import { failing, failingUntilPressed, held, Replies, refused } from "../../../../testing/screens/replies.ts";
import { renderScreen } from "../../../../testing/screens/screen.tsx";

const HOLDERS = `/admin-dashboard/buildings/${mirador.id}/settings?ver=sin-cuenta`;
const as = platformAdministrator();

const martina: CardHolder = {
  id: idOf(0x1ca1),
  name: "Martina Niña",
  apartment: { id: home.id, name: home.name },
  from: null,
  until: "2027-06-30T23:00:00.000Z",
  state: "now",
  levels: [{ id: gym.id, name: gym.name }],
  cards: [
    {
      id: idOf(0x1cc1),
      tag: "04A2B1C9AA01",
      type: "PERSON",
      active: true,
      lostAt: null,
      lastTimeUsed: "2026-11-20T12:00:00.000Z",
      from: null,
      until: null,
    },
  ],
};
const cleaner: CardHolder = {
  ...martina,
  id: idOf(0x1ca2),
  name: "Ángela del Aseo",
  apartment: null,
  until: null,
  levels: [],
  cards: [],
};
const gone: CardHolder = { ...cleaner, id: idOf(0x1ca3), name: "Pintor de octubre", state: "over" };

const listOf = (...cardHolders: CardHolder[]) => ({ cardHolders, totalPages: 1 });
const replies = () =>
  new Replies()
    .on(administerBuildings, { buildings: [] })
    .on(readBuildingSettings, { building: miradorSettings })
    .on(readAccess, miradorAccess)
    .on(apartmentDirectory, { apartments: [{ id: home.id, name: home.name, tower: { name: "A" } }] })
    .on(listBuildings, { buildings: [mirador] })
    .on(listDoors, { doors: [] })
    .on(listCardHolders, listOf(cleaner, martina, gone));
const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
const dialog = () => page.getByRole("dialog");
/** All about somebody, at the side of the list or over it. */
const open = (name: string) => press(`Ver detalles de ${name}`);
const row = (name: string) => page.getByRole("row").filter({ hasText: name });

for (const look of everyLook) {
  test(`people without an account are listed with what they open (${look.size}, ${look.colorScheme})`, async () => {
    await renderScreen(HOLDERS, { as, replies: replies(), ...look });
    await expect.element(row("Martina Niña")).toHaveTextContent("Apartamento A-101");
    await expect.element(row("Ángela del Aseo")).toHaveTextContent("Del edificio");
    await expect.element(row("Pintor de octubre")).toHaveTextContent("Su tiempo terminó");
    expect(await violations()).toEqual([]);
    expect(beyondTheEdge()).toEqual([]);
    await open("Martina Niña");
    await expect.element(page.getByText("Gimnasio").last()).toBeVisible();
    await expect.element(page.getByText("04A2B1C9AA01")).toBeVisible();
    expect(await violations()).toEqual([]);
    expect(beyondTheEdge()).toEqual([]);
    await userEvent.keyboard("{Escape}");
    await expect.element(page.getByText("04A2B1C9AA01")).not.toBeInTheDocument();
    await press("Agregar persona");
    await expect.element(dialog()).toBeVisible();
    expect(await violations()).toEqual([]);
    expect(beyondTheEdge()).toEqual([]);
  });
}

test("the list loads, fails, is asked again, and may be empty", async () => {
  const waiting = held(listOf());
  const given = replies().on(listCardHolders, waiting.answer);
  await renderScreen(HOLDERS, { as, replies: given });
  await waiting.isAsked;
  await expect.element(page.getByText("Cargando…")).toBeInTheDocument();
  given.on(listCardHolders, failingUntilPressed(refused("NOT_FOUND"), listOf()));
  await renderScreen(HOLDERS, { as, replies: given });
  await expect.element(page.getByText("No pudimos cargar esta información.")).toBeVisible();
  await press("Intentar de nuevo");
  await expect.element(page.getByText("Todavía no hay personas sin cuenta.")).toBeVisible();
  expect(await violations()).toEqual([]);
});

test("somebody is written down, with a home and levels, and what is missing is said", async () => {
  const given = replies().on(listCardHolders, listOf()).on(createCardHolder, { cardHolder: martina });
  await renderScreen(HOLDERS, { as, replies: given, size: "phone" });
  await press("Agregar persona");
  await dialog().getByRole("button", { name: "Agregar persona" }).click();
  await expect.element(dialog().getByText("* El campo es obligatorio")).toBeVisible();
  await expect.element(dialog().getByText("* Elige de qué hogar es, o que es del edificio")).toBeVisible();
  await dialog().getByRole("textbox", { name: "Nombre" }).fill("Martina Niña");
  await dialog().getByRole("combobox", { name: "De quién es" }).selectOptions(home.id);
  await dialog().getByRole("checkbox", { name: "Gimnasio" }).click();
  given.on(listCardHolders, listOf(martina));
  await dialog().getByRole("button", { name: "Agregar persona" }).click();
  await expect.element(row("Martina Niña")).toBeVisible();
  expect(given.asked(createCardHolder).map(({ body }) => body)).toEqual([
    { name: "Martina Niña", apartmentId: home.id, from: null, until: null, levelIds: [gym.id] },
  ]);
});

test("somebody is changed; a home that is gone is said at its field", async () => {
  const given = replies().on(changeCardHolder, failing(refused("APARTMENT_NOT_FOUND")));
  await renderScreen(HOLDERS, { as, replies: given, expectInConsole: ["404"] });
  await press("Cambiar los datos de Martina Niña");
  await dialog().getByRole("textbox", { name: "Nombre" }).fill("Martina Nueva");
  await dialog().getByRole("button", { name: "Guardar cambios" }).click();
  await expect.element(dialog().getByText("* Apto no encontrado")).toBeVisible();
  expect(given.asked(changeCardHolder).map(({ body }) => body)).toEqual([{ name: "Martina Nueva" }]);
  given.on(changeCardHolder, { cardHolder: { ...martina, apartment: null } });
  await dialog().getByRole("combobox", { name: "De quién es" }).selectOptions("building");
  await dialog().getByRole("button", { name: "Guardar cambios" }).click();
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(given.asked(changeCardHolder).at(-1)?.body).toEqual({ name: "Martina Nueva", apartmentId: null });
});

test("a card is given and suspended, and somebody is taken away, told before what that does", async () => {
  const [card] = martina.cards;
  if (card === undefined) {
    throw new Error("Martina has a card");
  }
  const given = replies()
    .on(createCard, { message: "Proceso realizado con éxito", card })
    .on(changeCard, { card: { ...card, active: false }, wasActive: true })
    .on(removeCardHolder, { ok: true });
  await renderScreen(HOLDERS, { as, replies: given, size: "phone" });
  await open("Ángela del Aseo");
  await press("Registrar tarjeta de Ángela del Aseo");
  await dialog().getByRole("textbox", { name: "Etiqueta" }).fill("04AA");
  await dialog().getByRole("combobox", { name: "Tipo" }).selectOptions("PERSON");
  await dialog().getByRole("button", { name: "Guardar tarjeta" }).click();
  await expect.element(page.getByText("Proceso realizado con éxito")).toBeVisible();
  expect(given.asked(createCard).map(({ body }) => body)).toEqual([
    { userId: cleaner.id, tag: "04AA", type: "PERSON" },
  ]);
  // The notice stands in the same dialog, with a way to close it as well.
  await dialog().getByRole("button", { name: "Cerrar" }).first().click();
  await open("Martina Niña");
  // One sheet at a time: the details wait unseen, and are there again.
  await press(`Cambiar fechas de la tarjeta ${card.tag}`);
  await expect.element(page.getByRole("dialog", { name: `Fechas de la tarjeta ${card.tag}` })).toBeVisible();
  await expect.poll(() => dialog().elements()).toHaveLength(1);
  await dialog().getByRole("button", { name: "Cerrar" }).first().click();
  await expect.element(page.getByRole("dialog", { name: "Martina Niña" })).toBeVisible();
  given.on(listCardHolders, listOf({ ...martina, cards: [{ ...card, active: false }] }));
  await press(`Desactivar la tarjeta ${card.tag}`);
  await expect.element(page.getByText(/^Desactivada · /)).toBeVisible();
  expect(given.asked(changeCard).map(({ body }) => body)).toEqual([{ active: false }]);
  given.on(listCardHolders, listOf({ ...martina, cards: [card] }));
  await press("Deshacer");
  await expect.element(page.getByText(/^Desactivada · /)).not.toBeInTheDocument();
  expect(given.asked(changeCard).map(({ body }) => body)).toEqual([
    { active: false },
    { active: true, unlessLost: true },
  ]);
  await press("Retirar a Martina Niña");
  const question = page.getByRole("alertdialog");
  await expect.element(question).toHaveTextContent(/su tarjeta, que queda libre para otra persona/);
  given.on(listCardHolders, listOf());
  await question.getByRole("button", { name: "Continuar" }).click();
  await expect.element(page.getByText("Todavía no hay personas sin cuenta.")).toBeVisible();
});

test("what somebody else suspended first is not offered to be taken back, alone or among several", async () => {
  const [card] = martina.cards;
  if (card === undefined) {
    throw new Error("Martina has a card");
  }
  const undo = page.getByRole("button", { name: "Deshacer" });
  const given = replies().on(changeCard, { card: { ...card, active: false }, wasActive: false });
  await renderScreen(HOLDERS, { as, replies: given, size: "phone" });
  await open("Martina Niña");
  await press(`Desactivar la tarjeta ${card.tag}`);
  await expect.element(page.getByText(`La tarjeta ${card.tag} ya estaba desactivada.`)).toBeVisible();
  expect(undo.elements()).toEqual([]);

  await renderScreen(HOLDERS, { as, replies: given });
  await page.getByRole("checkbox", { name: "Elegir Martina Niña" }).click();
  const bar = page.getByRole("region", { name: "Acciones para lo elegido" });
  await bar.getByRole("button", { name: "Desactivar" }).click();
  await press("Continuar");
  await expect.element(bar).not.toBeInTheDocument();
  expect(given.asked(changeCard)).toHaveLength(2);
  expect(undo.elements()).toEqual([]);
});

test("an administrator of one building has the same", async () => {
  await renderScreen(HOLDERS, {
    as: somebody("ADMINISTRADOR", "Alberto Administrador"),
    replies: replies(),
    size: "phone",
  });
  await expect.element(row("Martina Niña")).toBeVisible();
});

test("the list is narrowed and put in order in the address, and several are done with at once", async () => {
  const given = replies()
    .on(removeCardHolder, { ok: true })
    .on(changeCard, failing(refused("NOT_FOUND")));
  await renderScreen(`${HOLDERS}&estado=vigentes&orden=-hasta`, { as, replies: given });
  await expect.element(page.getByRole("button", { name: "Quitar filtro: Vigente" })).toBeVisible();
  await expect
    .poll(() => given.asked(listCardHolders).at(-1)?.query)
    .toMatchObject({ state: "now", sort: "until", direction: "desc" });
  await press("Quitar filtro: Vigente");
  await expect.element(page.getByRole("button", { name: "Quitar filtro: Vigente" })).not.toBeInTheDocument();
  await page.getByRole("checkbox", { name: "Elegir Ángela del Aseo" }).click();
  await page.getByRole("checkbox", { name: "Elegir Pintor de octubre" }).click();
  const bar = page.getByRole("region", { name: "Acciones para lo elegido" });
  // Neither has a card.
  await expect.element(bar.getByRole("button", { name: "Desactivar" })).toBeDisabled();
  await bar.getByRole("button", { name: "Retirar" }).click();
  given.on(listCardHolders, listOf(martina));
  await page
    .getByRole("alertdialog", { name: "¿Retirar a 2 personas?" })
    .getByRole("button", { name: "Continuar" })
    .click();
  await expect.element(page.getByText("2 personas sin acceso.")).toBeVisible();
  await expect.element(row("Pintor de octubre")).not.toBeInTheDocument();
  expect(given.asked(removeCardHolder).map(({ params }) => params.userId)).toEqual([cleaner.id, gone.id]);
});

test("who is found, and who was chosen of them, is kept as a file", async () => {
  const given = replies().on(exportCardHolders, "Nombre");
  await renderScreen(`${HOLDERS}&estado=vigentes`, { as, replies: given });
  await page.getByLabelText("Buscar persona").fill("a");
  await expect.poll(() => given.asked(listCardHolders).at(-1)?.query.search).toBe("a");
  await press("Descargar CSV");
  const asked = () => given.asked(exportCardHolders).map(({ params, query }) => ({ ...params, ...query }));
  await expect.poll(asked).toEqual([{ id: mirador.id, search: "a", state: "now" }]);
  await page.getByRole("checkbox", { name: "Elegir Ángela del Aseo" }).click();
  await page.getByRole("checkbox", { name: "Elegir Martina Niña" }).click();
  await press("Descargar lo elegido");
  await expect
    .poll(() => asked().at(-1))
    .toEqual({ id: mirador.id, search: "", ids: [cleaner.id, martina.id] });
});

test("'Probar acceso' says their name and why", async () => {
  const sentence = "Ángela no puede entrar por el Gimnasio: no tiene un nivel para esta puerta.";
  const given = replies().on(testAccess, { outcome: "not-this-door", sentence, person: null });
  await renderScreen(HOLDERS, { as, replies: given, size: "phone" });
  await open("Ángela del Aseo");
  await press("Probar acceso de Ángela del Aseo");
  await dialog().getByRole("button", { name: "Probar acceso" }).click();
  await expect.element(dialog().getByText(sentence)).toBeVisible();
  expect(await violations()).toEqual([]);
  expect(given.asked(testAccess).map(({ body }) => body)).toMatchObject([{ userId: cleaner.id }]);
});

const inHome: HomeCardHolder = {
  id: martina.id,
  name: martina.name,
  from: null,
  until: null,
  state: "now",
  cards: [
    {
      id: idOf(0x1cc1),
      ending: "AA01",
      type: "PERSON",
      state: "active",
      lastTimeUsed: null,
      from: null,
      until: null,
    },
  ],
};

test("a home's leader sees who of it has no account, and suspends a card", async () => {
  const given = new Replies()
    .on(pendingEmail, { pending: null })
    .on(listMembers, { members: [] })
    .on(listHomeCardHolders, { cardHolders: [inHome] })
    .on(suspendHomeCard, {
      card: {
        id: idOf(0x1cc1),
        ending: "AA01",
        type: "PERSON",
        state: "off",
        lastTimeUsed: null,
        from: null,
        until: null,
      },
    })
    .on(resumeHomeCard, {
      card: {
        id: idOf(0x1cc1),
        ending: "AA01",
        type: "PERSON",
        state: "active",
        lastTimeUsed: null,
        from: null,
        until: null,
      },
    });
  await renderScreen("/profile?ver=familia", {
    as: somebody("RESIDENTE_LIDER", "Rosa Líder", home),
    replies: given,
    size: "phone",
    colorScheme: "dark",
  });
  await expect.element(page.getByRole("heading", { name: "Martina Niña" })).toBeVisible();
  expect(await violations()).toEqual([]);
  expect(beyondTheEdge()).toEqual([]);
  await press("Desactivar la tarjeta de Martina Niña terminada en AA01");
  const question = page.getByRole("alertdialog");
  await expect.element(question).toHaveTextContent(/Solo la administración puede activarla de nuevo/);
  given.on(listHomeCardHolders, {
    cardHolders: [{ ...inHome, cards: inHome.cards.map((card) => ({ ...card, state: "off" as const })) }],
  });
  await question.getByRole("button", { name: "Continuar" }).click();
  await expect.element(page.getByText("· Desactivada")).toBeVisible();
  given.on(listHomeCardHolders, { cardHolders: [inHome] });
  await press("Deshacer");
  await expect.element(page.getByText("La tarjeta terminada en AA01 abre otra vez.")).toBeVisible();
  await expect.element(page.getByText("· Activa")).toBeVisible();
  expect(given.asked(resumeHomeCard)).toHaveLength(1);
});

test("somebody without an account is made a PIN where their cards stand, with an end", async () => {
  const pin: Pin = {
    id: idOf(0x9150),
    state: "active",
    isHeldBack: false,
    from: null,
    until: null,
    madeAt: "2026-11-20T12:00:00.000Z",
    lastTimeUsed: null,
    isTooShort: false,
  };
  const given = replies()
    .on(listCardHolders, listOf(martina, gone))
    .on(readPin, { pin: null, hasKeypad: true })
    .on(makePin, { pin, digits: "482913" })
    .on(changePin, { pin });
  await renderScreen(HOLDERS, { as, replies: given, size: "phone" });
  const summary = page.getByRole("heading", { name: "PIN para teclados" });
  // Nobody whose time is over gets one.
  await open("Pintor de octubre");
  await expect
    .element(page.getByRole("button", { name: "Probar acceso de Pintor de octubre" }))
    .toBeVisible();
  expect(summary.elements()).toHaveLength(0);
  await dialog().getByRole("button", { name: "Cerrar" }).click();
  await open("Martina Niña");
  await summary.click();
  const make = page.getByRole("button", { name: "Crear PIN: Martina Niña" });
  await expect.element(make).toBeVisible();
  given.on(readPin, { pin, hasKeypad: true });
  await make.click();
  await expect.element(page.getByText("482913")).toBeVisible();
  await page.getByRole("button", { name: "Ya lo anoté" }).click();
  await page.getByRole("button", { name: "Cambiar fechas: Martina Niña" }).click();
  const times = page.getByRole("dialog", { name: "Fechas del PIN: Martina Niña" });
  await times.getByLabelText("Hasta (opcional)").fill("2126-12-24T18:00");
  expect(await violations()).toEqual([]);
  const until = "2126-12-24T23:00:00.000Z";
  given.on(readPin, { pin: { ...pin, until }, hasKeypad: true });
  await times.getByRole("button", { name: "Guardar fechas" }).click();
  await expect.element(page.getByText("Hasta el 24 dic 2126 6:00 PM")).toBeVisible();
  expect(given.asked(changePin).map(({ body }) => body)).toEqual([{ until }]);
  // One that is made anew ends when the other one would have.
  await page.getByRole("button", { name: "Crear uno nuevo: Martina Niña" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Continuar" }).click();
  await expect.element(page.getByText("482913")).toBeVisible();
  expect(given.asked(makePin).map(({ body }) => body)).toEqual([
    { from: null, until: null },
    { from: null, until },
  ]);
});
