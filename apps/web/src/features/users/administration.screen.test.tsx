import { listCards } from "@umbral/contract/cards/cards.contract";
import { readPerson } from "@umbral/contract/users/person.contract";
import {
  activateUser,
  changeUser,
  deactivateUser,
  exportUserDetails,
  findUserDetail,
  listApartmentUserDetails,
  listUserDetails,
  type UserDetail,
} from "@umbral/contract/users/user-details.contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { nextFrames, resize } from "../../../testing/screens/frames.ts";
import { says, violations } from "../../../testing/screens/look.ts";
import { home, idOf, mirador, platformAdministrator } from "../../../testing/screens/people.ts";
import { rosaPage } from "../../../testing/screens/person-page.ts";
import { drawnPicture } from "../../../testing/screens/pictures.ts";
import { placesReplies } from "../../../testing/screens/places.ts";
import { held, type Replies } from "../../../testing/screens/replies.ts";
import { renderScreen } from "../../../testing/screens/screen.tsx";
import { session } from "../../lib/useSession.ts";

const USERS = "/admin-dashboard/users";
const as = platformAdministrator();

const rosa: UserDetail = {
  id: idOf(0x31),
  photo: null,
  name: "Rosa Líder",
  cedula: "1000000001",
  phone: "+573001234567",
  email: "rosa@example.com",
  active: true,
  verified: true,
  roleName: "RESIDENTE_LIDER",
  apartmentName: home.name,
  buildingName: mirador.name,
  places: [
    {
      roleName: "RESIDENTE_LIDER",
      buildingName: mirador.name,
      timeZone: "America/Bogota",
      apartmentName: home.name,
    },
  ],
  tags: [],
  alias: "",
};
const olga: UserDetail = { ...rosa, id: idOf(0x32), name: "Olga Propietaria", cedula: "1000000005" };

const row = (name: string) => page.getByRole("row").filter({ hasText: name });
const search = () => page.getByRole("searchbox", { name: "Buscar" });
const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
const listOf = (...users: UserDetail[]) => ({ users, totalPages: 1, isMore: false });

async function openUsers(replies: Replies): Promise<void> {
  await renderScreen(USERS, { as, replies });
  await expect.element(row(rosa.name)).toBeVisible();
}

test("users are looked for by what was typed, and what finds nobody says so", async () => {
  const replies = placesReplies()
    .on(listUserDetails, ({ query }) => (query.search === "" ? listOf(olga, rosa) : listOf()))
    .on(exportUserDetails, "Nombre\r\n");
  await openUsers(replies);
  await search().fill("nadie se llama así");
  await expect.element(page.getByText("Ningún usuario coincide con tu búsqueda.")).toBeVisible();
  await expect.element(row(rosa.name)).not.toBeInTheDocument();
  expect(replies.asked(listUserDetails).at(-1)?.query).toMatchObject({
    search: "nadie se llama así",
    page: 1,
    limit: 50,
  });
  expect(await violations()).toEqual([]);
  await press("Descargar CSV");
  await expect
    .poll(() => replies.asked(exportUserDetails).map(({ query }) => query.search))
    .toEqual(["nadie se llama así"]);
});

test("an older answer never takes the place of a newer one", async () => {
  const slow = held(listOf(rosa));
  const replies = placesReplies().on(listUserDetails, ({ query }) => {
    if (query.search === "ros") {
      return slow.answer();
    }
    return query.search.startsWith("olga") ? listOf(olga) : listOf(olga, rosa);
  });
  await openUsers(replies);
  await search().fill("ros");
  await slow.isAsked;
  await search().fill("olga");
  await expect.element(row(rosa.name)).not.toBeInTheDocument();
  slow.letGo();
  // One question and its answer later the late one is there as well.
  await search().fill("olga p");
  await expect.poll(() => replies.asked(listUserDetails).at(-1)?.query.search).toBe("olga p");
  await expect.element(page.getByRole("region", { name: "Usuarios" })).toHaveAttribute("aria-busy", "false");
  await expect.element(row(rosa.name)).not.toBeInTheDocument();
  await expect.element(row(olga.name)).toBeVisible();
});

test("phone and alias are changed where they stand, once that is confirmed", async () => {
  let changed = rosa;
  const replies = placesReplies()
    .on(listUserDetails, () => listOf(olga, changed))
    .on(changeUser, ({ body }) => {
      changed = { ...changed, alias: body.alias ?? "", phone: body.phone ?? "" };
      return { user: changed };
    });
  await openUsers(replies);
  await resize(1920, 900);
  await press("Cambiar los datos de Rosa Líder");
  await expect.element(page.getByLabelText("Alias de Rosa Líder")).toHaveFocus();
  await page.getByLabelText("Alias de Rosa Líder").fill("La de la mañana");
  const phone = page.getByLabelText("Celular de Rosa Líder");
  await phone.fill("12");
  await press("Guardar los datos de Rosa Líder");
  await expect
    .element(page.getByRole("alertdialog"))
    .toHaveTextContent("El número de teléfono no es válido.");
  await press("Entendido");
  await phone.fill("310 555 1212");
  expect(await violations()).toEqual([]);
  await press("Guardar los datos de Rosa Líder");
  await press("Cancelar");
  expect(replies.asked(changeUser)).toEqual([]);
  await press("Guardar los datos de Rosa Líder");
  await says("¿Cambiar los datos de Rosa Líder?", "El celular nuevo recibe sus llamadas y mensajes.");
  await press("Continuar");
  await says("¡Excelente!", "Actualización exitosa");
  await press("Entendido");
  await expect.element(row(rosa.name)).toHaveTextContent("+573105551212");
  await expect.element(row(rosa.name)).toHaveTextContent("La de la mañana");
  expect(replies.asked(changeUser)).toMatchObject([
    { params: { id: rosa.id }, body: { alias: "La de la mañana", phone: "+573105551212" } },
  ]);
  // What stayed as it was is not sent; where all did, nothing is, and nothing is said.
  await press("Cambiar los datos de Rosa Líder");
  await press("Guardar los datos de Rosa Líder");
  await expect.element(page.getByRole("button", { name: "Cambiar los datos de Rosa Líder" })).toBeVisible();
  await press("Cambiar los datos de Rosa Líder");
  await page.getByLabelText("Alias de Rosa Líder").fill("Rosita");
  await press("Guardar los datos de Rosa Líder");
  await says("¿Cambiar los datos de Rosa Líder?", "Los cambios se aplican de inmediato.");
  await press("Continuar");
  await says("¡Excelente!", "Actualización exitosa");
  expect(replies.asked(changeUser)[1]?.body).toEqual({ alias: "Rosita" });
});

test("whose data were edited takes the focus back once, and from no search", async () => {
  const replies = placesReplies().on(listUserDetails, ({ query }) =>
    query.search === "" ? listOf(olga, rosa) : listOf(olga),
  );
  await openUsers(replies);
  await resize(1920, 900);
  await press("Cambiar los datos de Rosa Líder");
  await press("Dejar los datos de Rosa Líder como estaban");
  const edit = page.getByRole("button", { name: "Cambiar los datos de Rosa Líder" });
  await expect.element(edit).toHaveFocus();
  await search().click();
  await userEvent.keyboard("olga");
  await expect.element(edit).not.toBeInTheDocument();
  await userEvent.keyboard("{Backspace}{Backspace}{Backspace}{Backspace}");
  await expect.element(edit).toBeVisible();
  await expect.element(search()).toHaveFocus();
});

test("who comes after whoever shut somebody out is not asked whether to take that back", async () => {
  const replies = placesReplies()
    .on(listUserDetails, () => listOf(rosa))
    .on(deactivateUser, () => ({ user: { ...rosa, active: false }, wasActive: true, cardIds: [] }));
  await openUsers(replies);
  await press("Desactivar a Rosa Líder");
  await page.getByRole("dialog").getByRole("button", { name: "Continuar" }).click();
  await says("¡Excelente!", "Desactivación exitosa");
  session.end("sign-out");
  await expect.element(page.getByRole("button", { name: "Iniciar", exact: true })).toBeVisible();
  await nextFrames();
  expect(page.getByText(/Rosa Líder/).elements()).toEqual([]);
});

test("whether cards end and begin with their person is asked each time", async () => {
  let shown = rosa;
  const cardId = idOf(0xca1);
  const become = (active: boolean) => {
    shown = { ...rosa, active };
    return { user: shown };
  };
  const replies = placesReplies()
    .on(listUserDetails, () => listOf(olga, shown))
    .on(deactivateUser, () => ({ ...become(false), wasActive: true, cardIds: [cardId] }))
    .on(activateUser, () => become(true));
  await openUsers(replies);
  await press("Desactivar a Rosa Líder");
  const question = page.getByRole("dialog", { name: "¿Desactivar a Rosa Líder?" });
  await expect.element(question.getByLabelText("Desactivar también sus tarjetas")).toBeChecked();
  expect(await violations()).toEqual([]);
  await question.getByRole("button", { name: "Continuar" }).click();
  await says("¡Excelente!", "Desactivación exitosa");
  await press("Entendido");
  expect(replies.asked(deactivateUser)[0]?.body).toEqual({ shouldDeactivateCards: true });
  // For six seconds it can be taken back, with just the cards that it took.
  await press("Deshacer");
  await expect.element(page.getByText("Rosa Líder tiene acceso otra vez.")).toBeVisible();
  expect(replies.asked(activateUser)[0]?.body).toMatchObject({ cardIds: [cardId] });
  await press("Desactivar a Rosa Líder");
  await question.getByRole("button", { name: "Continuar" }).click();
  await press("Entendido");
  await press("Activar a Rosa Líder");
  await page.getByLabelText("Activar también sus tarjetas").click();
  await page.getByRole("dialog").getByRole("button", { name: "Continuar" }).click();
  await says("¡Excelente!", "Activación exitosa");
  expect(replies.asked(activateUser)[1]).toMatchObject({
    params: { id: rosa.id },
    body: { shouldActivateCards: false },
  });
});

test("a picture is looked at large, and who has none is said to have none", async () => {
  const photo = await drawnPicture();
  await openUsers(placesReplies().on(listUserDetails, listOf({ ...olga, photo }, rosa)));
  await press("Ver la foto de Olga Propietaria");
  await expect.element(page.getByAltText("Foto de Olga Propietaria")).toBeVisible();
  expect(await violations()).toEqual([]);
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  await press("Ver la foto de Rosa Líder");
  await expect.element(page.getByText("No hay foto disponible")).toBeVisible();
});

test("somebody's cards are a press away, and neither name nor document is a part of the address", async () => {
  const replies = placesReplies()
    .on(listUserDetails, listOf(rosa))
    .on(readPerson, { person: { ...rosaPage, id: rosa.id, cedula: rosa.cedula } })
    .on(findUserDetail, { user: rosa })
    .on(listCards, {
      cards: [
        {
          card: {
            id: idOf(0xca),
            tag: "E2801160600003",
            type: "CAR",
            active: true,
            lostAt: null,
            lastTimeUsed: null,
          },
        },
      ],
    });
  const screen = await renderScreen(USERS, { as, replies });
  await page.getByRole("link", { name: "Tarjetas de Rosa Líder" }).click();
  await expect.element(page.getByText("E2801160600003")).toBeVisible();
  expect(screen.path()).toBe(`/admin-dashboard/card-manager?persona=${rosa.id}`);
  await expect.element(page.getByLabelText("Número de documento")).toHaveValue(rosa.cedula);
  expect(replies.asked(findUserDetail)[0]?.params).toEqual({ cedula: rosa.cedula });
});

test("an apartment tells its people, or that it has none", async () => {
  const empty = { ...home, id: idOf(0xa102), name: "B-202" };
  const replies = placesReplies().on(listApartmentUserDetails, ({ params }) => {
    const place = params.apartmentId === home.id ? home : empty;
    return {
      apartment: { id: place.id, name: place.name, buildingName: mirador.name, timeZone: "America/Bogota" },
      users: place === home ? [rosa] : [],
    };
  });
  await renderScreen(`/admin-dashboard/apartments/${home.id}/users`, { as, replies });
  await expect.element(page.getByRole("heading", { name: "Usuarios del apartamento A-101" })).toBeVisible();
  await expect.element(row(rosa.name)).toBeVisible();
  await renderScreen(`/admin-dashboard/apartments/${empty.id}/users`, { as, replies });
  await expect.element(page.getByRole("heading", { name: "Usuarios del apartamento B-202" })).toBeVisible();
  const nobody = page.getByText("No hemos encontrado usuarios registrados.", { exact: true });
  await expect.element(nobody).toBeVisible();
});
