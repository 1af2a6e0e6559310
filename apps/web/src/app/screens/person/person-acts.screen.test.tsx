import { readAccess, readPersonLevels } from "@umbral/contract/access-control/access-levels.contract";
import { readPersonalData } from "@umbral/contract/personal-data/personal-data.contract";
import { type Leaving, leaveBuilding, readLeaving } from "@umbral/contract/users/moving-out.contract";
import {
  endSessionOfPerson,
  type PersonPage,
  type PersonPlace,
  readPerson,
} from "@umbral/contract/users/person.contract";
import { changeHomeRole, removeHomeRole } from "@umbral/contract/users/places.contract";
import { changeStaff, removeStaff } from "@umbral/contract/users/staff.contract";
import { freeCedula, listUserDetails } from "@umbral/contract/users/user-details.contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { miradorAccess } from "../../../../testing/screens/access.ts";
import { beyondTheEdge, violations } from "../../../../testing/screens/look.ts";
import { home, idOf, mirador, platformAdministrator, somebody } from "../../../../testing/screens/people.ts";
import {
  rosaPageOfBuilding as ofBuilding,
  rosaPage as rosa,
  rosaId,
} from "../../../../testing/screens/person-page.ts";
import { failing, Replies, refused } from "../../../../testing/screens/replies.ts";
import { renderScreen } from "../../../../testing/screens/screen.tsx";

const PERSON = `/admin-dashboard/people/${rosaId}`;
const building = { ...mirador, timeZone: "America/Bogota" };
const since = "2026-01-03T12:00:00.000Z";
const stay: PersonPlace = {
  id: idOf(0x5c),
  role: "RESIDENTE",
  building,
  apartment: { id: home.id, name: home.name },
  since,
  endsAt: null,
  may: { change: true, remove: true },
};
const work: PersonPlace = { ...stay, id: idOf(0x5d), role: "PORTERIA", apartment: null };

const replies = (person: PersonPage) =>
  new Replies()
    .on(readPerson, { person })
    .on(readPersonalData, {
      personalData: { hold: null, looks: [], may: { export: true, erase: true, hold: true } },
    })
    .on(readAccess, miradorAccess)
    .on(readPersonLevels, { levels: [] })
    .on(listUserDetails, { users: [], totalPages: 1, isMore: false });
const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
const goOn = () => page.getByRole("alertdialog").getByRole("button", { name: "Continuar" }).click();
const asAdministration = somebody("ADMINISTRADOR", "Alberto Administrador");

test("a session of somebody is ended from their page, once that is meant", async () => {
  const given = replies({ ...ofBuilding, sessions: rosa.sessions }).on(endSessionOfPerson, { ok: true });
  await renderScreen(PERSON, { as: asAdministration, replies: given, size: "phone" });
  await press("Cerrar sesión en Chrome en Android");
  await expect.element(page.getByRole("alertdialog")).toHaveTextContent("tendrá que iniciar sesión otra vez");
  expect(await violations()).toEqual([]);
  expect(beyondTheEdge()).toEqual([]);
  expect(given.asked(endSessionOfPerson)).toEqual([]);
  given.on(readPerson, { person: { ...ofBuilding, sessions: [] } });
  await goOn();
  await expect.element(page.getByText("No tiene sesiones abiertas.")).toBeVisible();
  expect(given.asked(endSessionOfPerson).map(({ params }) => params)).toMatchObject([
    { id: rosaId, sessionId: rosa.sessions?.[0]?.id },
  ]);
});

test("a role in a home and one in the building are changed from the page of who has them", async () => {
  const person = { ...rosa, places: [stay, work] };
  const user = { id: rosaId, name: rosa.name };
  const given = replies(person)
    .on(changeHomeRole, { place: { ...stay, role: "RESIDENTE_TEMPORAL" } })
    .on(changeStaff, {
      member: {
        id: work.id,
        user: { ...user, cedula: rosa.cedula, email: "", phone: "", hasPassword: true, active: true },
        role: "CONSERJE",
        endsAt: null,
        since,
      },
    });
  await renderScreen(PERSON, { as: platformAdministrator(), replies: given, size: "phone" });
  const asked = () => given.asked(readPerson).length;
  await press(`Cambiar el rol de Residente en el apartamento ${home.name}`);
  const sheet = page.getByRole("dialog", { name: `${rosa.name} en el apartamento ${home.name}` });
  await sheet.getByLabelText("Rol").selectOptions("Residente temporal");
  await sheet.getByRole("button", { name: "Guardar cambios" }).click();
  await expect.element(sheet.getByText("* El campo es obligatorio")).toBeVisible();
  await sheet.getByLabelText("Hasta").fill("2020-01-10");
  await expect.element(sheet.getByText("* La fecha debe estar en el futuro")).toBeVisible();
  await sheet.getByLabelText("Hasta").fill("2126-01-10");
  expect(await violations()).toEqual([]);
  const before = asked();
  await sheet.getByRole("button", { name: "Guardar cambios" }).click();
  await expect.poll(asked).toBeGreaterThan(before);
  expect(given.asked(changeHomeRole).map(({ params, body }) => ({ ...params, ...body }))).toMatchObject([
    {
      id: home.id,
      userId: rosaId,
      spaceId: stay.id,
      role: "RESIDENTE_TEMPORAL",
      endsAt: "2126-01-11T04:59:59.999Z",
    },
  ]);
  await expect.element(sheet).not.toBeInTheDocument();

  await press(`Cambiar el rol de Portería en ${mirador.name}`);
  const role = page.getByRole("dialog", { name: `${rosa.name} en ${mirador.name}` });
  await role.getByLabelText("Rol").selectOptions("Conserje");
  expect(await violations()).toEqual([]);
  await role.getByRole("button", { name: "Guardar cambios" }).click();
  await expect.element(role).not.toBeInTheDocument();
  expect(given.asked(changeStaff)).toMatchObject([
    { params: { id: mirador.id, spaceId: work.id }, body: { role: "CONSERJE", endsAt: null } },
  ]);
});

test("who leaves one home stays on their page while they are something else, and has none after the last", async () => {
  const given = replies({ ...ofBuilding, places: [stay, work] })
    .on(removeHomeRole, { ok: true })
    .on(removeStaff, { ok: true });
  const screen = await renderScreen(PERSON, { as: asAdministration, replies: given });
  await press(`Retirar del apartamento ${home.name}`);
  given.on(readPerson, { person: { ...ofBuilding, places: [work] } });
  const doors = given.asked(readAccess).length + given.asked(readPersonLevels).length;
  await goOn();
  await expect.element(page.getByRole("link", { name: `Apartamento ${home.name}` })).not.toBeInTheDocument();
  expect(given.asked(removeHomeRole).map(({ params }) => params)).toMatchObject([
    { id: home.id, userId: rosaId, spaceId: stay.id },
  ]);
  expect(screen.path()).toBe(PERSON);
  // By which doors they come in is another as well.
  await expect
    .poll(() => given.asked(readAccess).length + given.asked(readPersonLevels).length)
    .toBeGreaterThan(doors);
  await press(`Retirar el rol de Portería en ${mirador.name}`);
  await goOn();
  await expect.poll(screen.path).toBe("/admin-dashboard/users");
  expect(given.asked(removeStaff).map(({ params }) => params)).toMatchObject([
    { id: mirador.id, spaceId: work.id },
  ]);
});

test("who is two things in one home keeps the other", async () => {
  const owns: PersonPlace = { ...stay, id: idOf(0x5e), role: "PROPIETARIO" };
  const given = replies({ ...ofBuilding, places: [stay, owns] }).on(removeHomeRole, { ok: true });
  const screen = await renderScreen(PERSON, { as: asAdministration, replies: given, size: "phone" });
  await press(`Retirar el rol de Propietario en el apartamento ${home.name}`);
  await expect
    .element(page.getByRole("alertdialog"))
    .toHaveTextContent(`en el apartamento ${home.name} de inmediato. Conserva allí: Residente.`);
  expect(await violations()).toEqual([]);
  given.on(readPerson, { person: { ...ofBuilding, places: [stay] } });
  await goOn();
  await expect
    .element(page.getByRole("button", { name: `Retirar del apartamento ${home.name}` }))
    .toBeVisible();
  expect(given.asked(removeHomeRole).map(({ params }) => params)).toMatchObject([{ spaceId: owns.id }]);
  expect(screen.path()).toBe(PERSON);
});

const leaving: Leaving = {
  people: [
    {
      id: rosaId,
      name: rosa.name,
      roles: ["RESIDENTE_LIDER"],
      leavesBuilding: true,
      levels: ["Gimnasio"],
      cards: 2,
      losesCards: true,
    },
  ],
  cardHolders: [],
};

for (const colorScheme of ["light", "dark"] as const) {
  test(`somebody is moved out of the building from their page (${colorScheme})`, async () => {
    const given = replies(ofBuilding).on(readLeaving, { leaving }).on(leaveBuilding, { leaving });
    const screen = await renderScreen(PERSON, {
      as: asAdministration,
      replies: given,
      size: "phone",
      colorScheme,
    });
    await press(`Retirar a ${rosa.name} de ${mirador.name}`);
    const sheet = page.getByRole("dialog");
    await expect.element(sheet.getByText("Pierde el nivel Gimnasio.")).toBeVisible();
    expect(await violations()).toEqual([]);
    expect(beyondTheEdge()).toEqual([]);
    const read = given.asked(readPerson).length;
    // A double press is one.
    await sheet.getByRole("button", { name: "Retirar", exact: true }).dblClick();
    await expect.poll(screen.path).toBe("/admin-dashboard/users");
    await expect.element(page.getByText(`${rosa.name} ya no tiene acceso.`)).toBeVisible();
    expect(given.asked(leaveBuilding)).toHaveLength(1);
    // They may be known to nobody here any more.
    expect(given.asked(readPerson)).toHaveLength(read);
  });

  test(`a number is taken from the account of a stranger, with one's password (${colorScheme})`, async () => {
    const given = replies(rosa).on(freeCedula, failing(refused("WRONG_PASSWORD")));
    await renderScreen(PERSON, {
      as: platformAdministrator(),
      replies: given,
      size: "phone",
      colorScheme,
      expectInConsole: ["422"],
    });
    await press("Recuperar cédula");
    const sheet = page.getByRole("dialog", { name: `¿Recuperar la cédula ${rosa.cedula}?` });
    await sheet.getByRole("button", { name: "Continuar" }).click();
    const password = sheet.getByLabelText("Contraseña actual", { exact: true });
    await expect.element(password).toHaveAttribute("aria-invalid", "true");
    expect(given.asked(freeCedula)).toEqual([]);
    await password.fill("la de otra persona");
    await sheet.getByRole("button", { name: "Continuar" }).click();
    await expect.element(sheet.getByText("La contraseña actual no es correcta.")).toBeVisible();
    expect(await violations()).toEqual([]);
    expect(beyondTheEdge()).toEqual([]);
    given.on(freeCedula, { ok: true });
    await sheet.getByRole("button", { name: "Continuar" }).click();
    await expect.element(page.getByText(/^La cédula quedó libre: /)).toBeVisible();
    await expect.element(sheet).not.toBeInTheDocument();
    expect(given.asked(freeCedula)).toHaveLength(2);
  });

  test(`what is changed and what is validated of somebody is asked for whole (${colorScheme})`, async () => {
    await renderScreen(PERSON, {
      as: platformAdministrator(),
      replies: replies({ ...rosa, verified: false, validation: null }),
      size: "phone",
      colorScheme,
    });
    await press("Cambiar datos");
    const change = page.getByRole("dialog", { name: `Cambiar datos de ${rosa.name}` });
    await change.getByRole("textbox", { name: "Celular" }).fill("12");
    await change.getByRole("button", { name: "Guardar cambios" }).click();
    await expect.element(change.getByText("* El número de teléfono no es válido")).toBeVisible();
    expect(await violations()).toEqual([]);
    expect(beyondTheEdge()).toEqual([]);
    await change.getByRole("button", { name: "Cerrar" }).click();
    await press("Continuar");
    await press("Validar identidad");
    const validation = page.getByRole("dialog", { name: `Validar a ${rosa.name}` });
    await expect.element(validation.getByRole("button", { name: "Validar usuario" })).toBeVisible();
    expect(await violations()).toEqual([]);
    expect(beyondTheEdge()).toEqual([]);
    await validation.getByRole("button", { name: "Validar usuario" }).click();
    await page.getByRole("alertdialog").getByRole("button").click();
    expect(await violations()).toEqual([]);
  });
}

test("who leaves one home is asked about so that everybody can read it", async () => {
  const given = replies({ ...ofBuilding, places: [stay, work] });
  await renderScreen(PERSON, { as: asAdministration, replies: given, size: "phone" });
  await press(`Retirar del apartamento ${home.name}`);
  await expect.element(page.getByRole("alertdialog")).toBeVisible();
  expect(await violations()).toEqual([]);
  expect(beyondTheEdge()).toEqual([]);
});
