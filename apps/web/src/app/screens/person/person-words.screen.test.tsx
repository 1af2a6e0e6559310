import { readAccess, readPersonLevels } from "@umbral/contract/access-control/access-levels.contract";
import { type Card, changeCard, deleteCard } from "@umbral/contract/cards/cards.contract";
import { listDoors } from "@umbral/contract/doors/doors.contract";
import { readPersonalData } from "@umbral/contract/personal-data/personal-data.contract";
import { type PersonPage, readPerson } from "@umbral/contract/users/person.contract";
import { changeUser, type UserDetail, verifyUser } from "@umbral/contract/users/user-details.contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { miradorAccess } from "../../../../testing/screens/access.ts";
import { mainDoor } from "../../../../testing/screens/doors.ts";
import { beyondTheEdge, says, violations } from "../../../../testing/screens/look.ts";
import { platformAdministrator, somebody } from "../../../../testing/screens/people.ts";
import {
  cardOfRosa as card,
  rosaPageOfBuilding as ofBuilding,
  rosaPage as rosa,
  rosaId,
} from "../../../../testing/screens/person-page.ts";
import { selfie } from "../../../../testing/screens/pictures.ts";
import { failing, held, Replies, refused } from "../../../../testing/screens/replies.ts";
import { renderScreen } from "../../../../testing/screens/screen.tsx";

/*
 * What the specification asks and says of cards and of people (§8), on somebody's page. A dialog's title and
 * text are compared whole.
 */

const SORRY = "Lo sentimos!";
const DONE = "¡Excelente!";
const looks = [
  { size: "phone", colorScheme: "dark" },
  { size: "desktop", colorScheme: "light" },
] as const;
const press = (name: string) => page.getByRole("button", { name, exact: true }).click();

async function personPage(person: PersonPage, look: (typeof looks)[number] = looks[0], inConsole?: string) {
  const replies = new Replies()
    .on(readPerson, { person })
    .on(readPersonalData, {
      personalData: { hold: null, looks: [], may: { export: true, erase: true, hold: true } },
    })
    .on(readAccess, miradorAccess)
    .on(readPersonLevels, { levels: [] })
    .on(listDoors, { doors: [mainDoor] });
  const ofPlatform = person.may.changePhone;
  await renderScreen(`/admin-dashboard/people/${rosaId}`, {
    as: ofPlatform ? platformAdministrator() : somebody("ADMINISTRADOR", "Alberto Administrador"),
    replies,
    ...look,
    ...(inConsole === undefined ? {} : { expectInConsole: [inConsole] }),
  });
  return replies;
}

/** A dialog says this, and can be read by everybody. */
async function asks(title: string, text: string) {
  await says(title, text);
  expect(await violations()).toEqual([]);
  expect(beyondTheEdge()).toEqual([]);
}

for (const look of looks) {
  test(`'Tarjeta borrada con éxito': a card is deleted, told that it cannot be undone (${look.size})`, async () => {
    const replies = await personPage(rosa, look);
    replies.on(deleteCard, { ok: true });
    await press(`Eliminar la tarjeta ${card.tag}`);
    const question =
      "Deja de abrir de inmediato y queda libre para otra persona. Esta acción no se puede deshacer.";
    await asks(`¿Eliminar la tarjeta ${card.tag}?`, question);
    await press("Cancelar");
    expect(replies.asked(deleteCard)).toEqual([]);
    await press(`Eliminar la tarjeta ${card.tag}`);
    replies.on(readPerson, { person: { ...rosa, cards: [] } });
    await press("Continuar");
    await asks("Borrado Exitoso", "Tarjeta borrada con éxito");
    await press("Entendido");
    await expect.element(page.getByText("Todavía no tiene tarjeta.")).toBeVisible();
    expect(replies.asked(deleteCard)).toMatchObject([{ params: { id: card.id } }]);
  });

  test(`'Actualización exitosa': a card is activated, and its time changed (${look.size})`, async () => {
    const off: Card = { ...card, active: false, until: "2126-01-02T13:00:00.000Z" };
    const on: Card = { ...off, active: true };
    const replies = await personPage({ ...rosa, cards: [off] }, look);
    replies.on(changeCard, { card: on, wasActive: false });
    await press(`Activar la tarjeta ${card.tag}`);
    await asks(`¿Cambiar la tarjeta ${card.tag}?`, "Los cambios se aplican de inmediato.");
    await press("Cancelar");
    expect(replies.asked(changeCard)).toEqual([]);
    await press(`Activar la tarjeta ${card.tag}`);
    replies.on(readPerson, { person: { ...rosa, cards: [on] } });
    await press("Continuar");
    await asks(DONE, "Actualización exitosa");
    await press("Entendido");
    await press(`Cambiar fechas de la tarjeta ${card.tag}`);
    const times = page.getByRole("dialog", { name: `Fechas de la tarjeta ${card.tag}` });
    await times.getByLabelText("Hasta (opcional)").fill("");
    await times.getByRole("button", { name: "Guardar fechas" }).click();
    await asks(`¿Cambiar la tarjeta ${card.tag}?`, "Los cambios se aplican de inmediato.");
    await press("Cancelar");
    // Who does not mean it goes on with what they had typed.
    await expect.element(times.getByLabelText("Hasta (opcional)")).toHaveValue("");
    expect(replies.asked(changeCard)).toHaveLength(1);
    await times.getByRole("button", { name: "Guardar fechas" }).click();
    await press("Continuar");
    await asks(DONE, "Actualización exitosa");
    await press("Entendido");
    await expect.element(times).not.toBeInTheDocument();
    expect(replies.asked(changeCard).map(({ body }) => body)).toMatchObject([
      { active: true },
      { until: null },
    ]);
  });

  test(`'Actualización exitosa': telephone and alias are changed, once that is meant (${look.size})`, async () => {
    const replies = await personPage(rosa, look);
    replies.on(changeUser, { user: changedRosa });
    const form = page.getByRole("dialog", { name: `Cambiar datos de ${rosa.name}` });
    const save = form.getByRole("button", { name: "Guardar cambios" });
    await press("Cambiar datos");
    await form.getByRole("textbox", { name: "Celular" }).fill("310 555 1212");
    await save.click();
    await asks(`¿Cambiar los datos de ${rosa.name}?`, "El celular nuevo recibe sus llamadas y mensajes.");
    await press("Cancelar");
    await expect.element(save).toBeVisible();
    expect(replies.asked(changeUser)).toEqual([]);
    await save.click();
    await press("Continuar");
    await asks(DONE, "Actualización exitosa");
    await press("Entendido");
    await expect.element(form).not.toBeInTheDocument();
    // The alias that stood there is not sent along: somebody else may have changed it meanwhile.
    expect(replies.asked(changeUser).map(({ params, body }) => ({ ...params, ...body }))).toEqual([
      { id: rosaId, phone: "+573105551212" },
    ]);
    await press("Cambiar datos");
    await save.click();
    await expect.element(form).not.toBeInTheDocument();
    expect(page.getByRole("alertdialog").elements()).toEqual([]);
    expect(replies.asked(changeUser)).toHaveLength(1);
  });
}

test("who changes an alias alone is not told of a new telephone", async () => {
  const replies = await personPage(ofBuilding);
  replies.on(changeUser, { user: changedRosa });
  await press("Cambiar datos");
  await page.getByRole("textbox", { name: "Alias" }).fill("Rosita");
  await press("Guardar cambios");
  await says(`¿Cambiar los datos de ${rosa.name}?`, "Los cambios se aplican de inmediato.");
  await press("Continuar");
  await says(DONE, "Actualización exitosa");
  expect(replies.asked(changeUser).map(({ body }) => body)).toEqual([{ alias: "Rosita" }]);
});

test("'Usuario validado correctamente.': somebody is validated from their page", async () => {
  const replies = await personPage({ ...rosa, verified: false, validation: null });
  replies.on(verifyUser, { user: changedRosa });
  await press("Validar identidad");
  for (const label of ["Foto del rostro", "Documento, cara frontal", "Documento, cara posterior"]) {
    const group = page.getByRole("group", { name: label });
    await group.getByLabelText(label).upload(await selfie());
    await expect.element(page.getByAltText(`Vista previa: ${label}`)).toBeVisible();
  }
  replies.on(readPerson, { person: rosa });
  await press("Validar usuario");
  await asks(DONE, "Usuario validado correctamente.");
  await press("Entendido");
  await expect.element(page.getByRole("button", { name: "Validar otra vez" })).toBeVisible();
});

const refusedHere = "No posee permisos para realizar esta acción.";

test("'No posee permisos para realizar esta acción.': whoever may not, of a card's time", async () => {
  const replies = await personPage(rosa, looks[0], "403");
  replies.on(changeCard, failing(refused("NOT_ALLOWED")));
  await press(`Cambiar fechas de la tarjeta ${card.tag}`);
  await page.getByLabelText("Hasta (opcional)").fill("2126-01-02T08:00");
  await press("Guardar fechas");
  await press("Continuar");
  await says(SORRY, refusedHere);
});

test("'No posee permisos para realizar esta acción.': whoever may not, of somebody's data", async () => {
  const replies = await personPage(rosa, looks[0], "403");
  replies.on(changeUser, failing(refused("PLATFORM_ONLY")));
  await press("Cambiar datos");
  await page.getByRole("textbox", { name: "Alias" }).fill("Rosita");
  await press("Guardar cambios");
  await press("Continuar");
  await says(SORRY, refusedHere);
});

test("what is answered after its dialog was closed closes no other", async () => {
  const late = held({ user: changedRosa });
  const replies = await personPage(rosa, looks[1]);
  replies.on(changeUser, late.answer);
  await press("Cambiar datos");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Alias" }).fill("Rosita");
  await press("Guardar cambios");
  await press("Continuar");
  await late.isAsked;
  await dialog.getByRole("button", { name: "Cerrar" }).click();
  await press("Continuar");
  await press("Proponer otro correo");
  const email = dialog.getByRole("textbox", { name: "Correo" });
  await email.fill("rosa@ejemplo.co");
  late.letGo();
  await press("Entendido");
  await expect.element(email).toHaveValue("rosa@ejemplo.co");
});

const changedRosa: UserDetail = {
  id: rosaId,
  photo: null,
  name: rosa.name,
  cedula: rosa.cedula,
  phone: "+573105551212",
  email: rosa.email,
  active: true,
  verified: true,
  roleName: null,
  apartmentName: null,
  buildingName: null,
  places: [],
  tags: [],
  alias: rosa.alias,
};
