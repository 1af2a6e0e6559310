import { type AdminBuilding, administerBuildings } from "@umbral/contract/buildings/building-list.contract";
import { cardSetup, createCard, listCards, stopCardSetup } from "@umbral/contract/cards/cards.contract";
import { READER_SETUP_MS } from "@umbral/contract/cards/reader-setup";
import { listDoors } from "@umbral/contract/doors/doors.contract";
import { findUserDetail, type UserDetail } from "@umbral/contract/users/user-details.contract";
import { expect, onTestFinished, test, vi } from "vitest";
import { page } from "vitest/browser";
import { mainDoor } from "../../../testing/screens/doors.ts";
import { ServerLine } from "../../../testing/screens/line.ts";
import { beyondTheEdge, says, violations, wholePage } from "../../../testing/screens/look.ts";
import { idOf, mirador, platformAdministrator } from "../../../testing/screens/people.ts";
import { selfie } from "../../../testing/screens/pictures.ts";
import { placesReplies } from "../../../testing/screens/places.ts";
import { failing, RawAnswer, refused } from "../../../testing/screens/replies.ts";
import { renderScreen } from "../../../testing/screens/screen.tsx";

/*
 * The specification's sentences of the cards' screen (§5, §8), each in its situation, letter by letter. A
 * dialog's title and text are compared whole.
 */

const SORRY = "Lo sentimos!";
const press = (name: string) => page.getByRole("button", { name, exact: true }).click();

const holder: UserDetail = {
  id: idOf(0x14),
  photo: null,
  name: "Andrés Residente",
  cedula: "1000000002",
  phone: "+573001234567",
  email: "andres@example.com",
  active: true,
  verified: true,
  roleName: "RESIDENTE",
  apartmentName: "A-101",
  buildingName: "Edificio Mirador del Parque",
  places: [],
  tags: [],
  alias: "",
};

const miradorInList: AdminBuilding = {
  ...mirador,
  address1: "Calle 100 # 10-20",
  city: "Bogotá",
  state: "Bogotá D.C.",
  type: "RESIDENTIAL",
  timeZone: "America/Bogota",
  apartments: 10,
  doors: 2,
  controller: "online",
  lastSeenAt: null,
};

/** The screen, on which this person was asked for; nobody where it is null. */
async function consulting(
  user: UserDetail | null,
  device: "desktop" | "phone" = "desktop",
  line = new ServerLine(),
) {
  const replies = placesReplies()
    .on(administerBuildings, { buildings: [] })
    .on(listCards, { cards: [] })
    .on(listDoors, { doors: [] })
    .on(findUserDetail, user === null ? failing(refused("USER_NOT_FOUND")) : { user });
  const colorScheme = device === "phone" ? "dark" : "light";
  const as = platformAdministrator();
  await renderScreen("/admin-dashboard/card-manager", { as, size: device, colorScheme, replies, line });
  await page.getByLabelText("Número de documento").fill("1.000.000.002");
  await press("Consultar");
  await expect.poll(() => replies.asked(findUserDetail)[0]?.params).toEqual({ cedula: "1000000002" });
  return replies;
}

/** The modal of a new card for somebody who is verified. */
async function registering(device?: "phone") {
  const replies = await consulting(holder, device);
  await press("Registrar tarjeta");
  await expect.element(page.getByRole("dialog", { name: "Registrar tarjeta" })).toBeVisible();
  return replies;
}

async function saveCard(tag: string): Promise<void> {
  await page.getByLabelText("Etiqueta", { exact: true }).fill(tag);
  await page.getByRole("combobox", { name: "Tipo" }).selectOptions("PERSON");
  await press("Guardar tarjeta");
}

test("'* Debes diligenciar la cédula': nobody was named", async () => {
  await renderScreen("/admin-dashboard/card-manager", { as: platformAdministrator() });
  await press("Consultar");
  await expect.element(page.getByText("* Debes diligenciar la cédula", { exact: true })).toBeVisible();
});

test("'No se encontró el usuario ingresado.': nobody has that document", async () => {
  await consulting(null);
  await says(SORRY, "No se encontró el usuario ingresado.");
});

test("'Debes ingresar el edificio y el ID de la puerta': a reader is set up that was not chosen", async () => {
  await registering();
  await press("Configurar Lector");
  await says(SORRY, "Debes ingresar el edificio y el ID de la puerta");
});

test("a reader to which nobody held a card says that it waits no longer", async () => {
  const line = new ServerLine().on(cardSetup, {
    doorId: mainDoor.id,
    until: "2026-11-23T14:00:00.000Z",
    setupId: idOf(0x5e0),
  });
  const replies = await consulting(holder, "desktop", line);
  replies.on(administerBuildings, { buildings: [miradorInList] }).on(listDoors, { doors: [mainDoor] });
  await press("Registrar tarjeta");
  await page.getByRole("combobox", { name: "Edificio" }).selectOptions(mirador.name);
  await page.getByRole("combobox", { name: "Puerta" }).selectOptions(mainDoor.name);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  await press("Configurar Lector");
  await expect.element(page.getByText("Lector configurado correctamente")).toBeVisible();
  vi.advanceTimersByTime(READER_SETUP_MS);
  await expect.element(page.getByText("El lector ya no espera", { exact: false })).toBeVisible();
  await expect.element(page.getByText("te espera tres minutos", { exact: false })).not.toBeInTheDocument();
});

test("a reader waits for as long as somebody looks, and for one card: others open the door again", async () => {
  const setupOf = (count: number) => ({
    doorId: mainDoor.id,
    until: "2026-11-23T14:00:00.000Z",
    setupId: idOf(0x5e0 + count),
  });
  let asked = 0;
  const line = new ServerLine()
    .on(cardSetup, () => {
      asked += 1;
      return setupOf(asked);
    })
    .on(stopCardSetup, {});
  const replies = await consulting(holder, "desktop", line);
  replies
    .on(administerBuildings, { buildings: [miradorInList] })
    .on(listDoors, { doors: [mainDoor, { ...mainDoor, id: idOf(0xd2), localId: "2", name: "Garaje" }] });
  await press("Registrar tarjeta");
  const setUpAt = async (door: string) => {
    await page.getByRole("combobox", { name: "Puerta" }).selectOptions(door);
    await press("Configurar Lector");
    await expect
      .element(page.getByText(`Acerca la tarjeta al lector de ${door}`, { exact: false }))
      .toBeVisible();
  };
  await page.getByRole("combobox", { name: "Edificio" }).selectOptions(mirador.name);
  await setUpAt(mainDoor.name);
  await setUpAt("Garaje");
  await expect.poll(() => line.sent(stopCardSetup)).toMatchObject([{ setupId: setupOf(1).setupId }]);
  // Set up once more, the same reader has one wait: the old one is not stopped after the new one began.
  await press("Configurar Lector");
  await expect.poll(() => line.sent(cardSetup)).toHaveLength(3);
  line.say("read_tag", "04FF");
  await expect.element(page.getByText("Tarjeta leída.")).toBeVisible();
  await setUpAt(mainDoor.name);
  await press("Cerrar");
  await press("Continuar");
  await expect
    .poll(() => line.sent(stopCardSetup).map(({ setupId }) => setupId))
    .toEqual([setupOf(1).setupId, setupOf(4).setupId]);
});

test("'Por favor ingresar toda la información solicitada.': tag and type are missing", async () => {
  const replies = await registering("phone");
  await press("Guardar tarjeta");
  await says(SORRY, "Por favor ingresar toda la información solicitada.");
  await press("Entendido");
  await expect.element(page.getByRole("alertdialog")).not.toBeInTheDocument();
  expect(await violations()).toEqual([]);
  expect(beyondTheEdge()).toEqual([]);
  expect(replies.asked(createCard)).toEqual([]);
});

const UNEXPECTED = "Lo sentimos ha ocurrido un error inesperado, comuníquese con un administrador";
const answers = [
  [refused("CARD_TAKEN"), "La tarjeta ya ha sido asignada y/ el usuario ya tiene tarjeta asignada."],
  [refused("SIGN_IN_REQUIRED"), "No posee permisos para realizar esta acción."],
  [refused("USER_NOT_FOUND"), "No se encontró el usuario ingresado."],
  [refused("INCOMPLETE"), "Por favor ingresar toda la información solicitada."],
  [new RawAnswer(500), UNEXPECTED],
  [new RawAnswer(418), UNEXPECTED],
] as const;
for (const [error, sentence] of answers) {
  test(`'${sentence}': the server answers ${error.message}`, async () => {
    const replies = await registering();
    replies.on(createCard, failing(error));
    await saveCard("04a1b2c3d4e580");
    await says(SORRY, sentence);
    expect(replies.asked(createCard)).toMatchObject([{ body: { userId: holder.id, type: "PERSON" } }]);
  });
}

test("who was verified by others than the building counts on is validated before a card is registered", async () => {
  await consulting({ ...holder, isVerifiedByOthers: true });
  await expect.element(page.getByText(/^Otros verificaron su identidad\./)).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Validar usuario" })).toBeVisible();
  // The cards that they have are changed all the same.
  await expect.element(page.getByText("Esta persona todavía no tiene tarjetas.")).toBeVisible();
  expect(page.getByRole("button", { name: "Registrar tarjeta" }).elements()).toEqual([]);
});

const pictures = [
  ["photo", []],
  ["cedulaFrontal", ["Foto del rostro"]],
  ["cedulaPosterior", ["Foto del rostro", "Documento, cara frontal"]],
] as const;
for (const [field, given] of pictures) {
  test(`'Por favor cargue la imagen "${field}" para continuar.': it is the first that is missing`, async () => {
    await consulting({ ...holder, verified: false }, "phone");
    await expect.element(page.getByRole("button", { name: "Validar usuario" })).toBeVisible();
    for (const label of given) {
      const group = page.getByRole("group", { name: label });
      await group.getByLabelText(label).upload(await selfie());
      await expect.element(page.getByAltText(`Vista previa: ${label}`)).toBeVisible();
    }
    await wholePage();
    expect(await violations()).toEqual([]);
    await press("Validar usuario");
    await says(SORRY, `Por favor cargue la imagen "${field}" para continuar.`);
  });
}
