import { readBuildingSettings } from "@umbral/contract/buildings/administering-buildings.contract";
import { type Invitation, listInvitations } from "@umbral/contract/users/invitations.contract";
import { listStaff, type StaffMember } from "@umbral/contract/users/staff.contract";
import { listUserDetails, type UserDetail } from "@umbral/contract/users/user-details.contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { resize } from "../../../testing/screens/frames.ts";
import { beyondTheEdge, violations, wholePage } from "../../../testing/screens/look.ts";
import { almendros, home, idOf, mirador, platformAdministrator } from "../../../testing/screens/people.ts";
import { miradorSettings, placesReplies } from "../../../testing/screens/places.ts";
import { Replies } from "../../../testing/screens/replies.ts";
import { renderScreen } from "../../../testing/screens/screen.tsx";

const tomas: UserDetail = {
  id: idOf(0x21),
  photo: null,
  name: "Tomás Temporal",
  cedula: "1000000001",
  phone: "+573001234567",
  email: "tomas.temporal.del.apartamento@correo.example.com",
  active: true,
  verified: true,
  roleName: "RESIDENTE_TEMPORAL",
  apartmentName: home.name,
  buildingName: mirador.name,
  places: [
    {
      roleName: "RESIDENTE_TEMPORAL",
      buildingName: mirador.name,
      timeZone: "America/Bogota",
      apartmentName: home.name,
    },
  ],
  tags: [{ tag: "04A1B2C3D4E580", type: "PERSON" }],
  alias: "",
  createdAt: "2026-11-20T17:00:00.000Z",
  seenAt: null,
};
const maria: UserDetail = {
  ...tomas,
  id: idOf(0x22),
  name: "María del Pilar Fernández de la Hoz y Santamaría Echeverri",
  cedula: "1000000000123",
  alias: "La de la esquina",
  places: [
    {
      roleName: "RESIDENTE_LIDER",
      buildingName: mirador.name,
      timeZone: "America/Bogota",
      apartmentName: home.name,
    },
    {
      roleName: "PROPIETARIO",
      buildingName: almendros.name,
      timeZone: "America/Bogota",
      apartmentName: "1-101",
    },
    {
      roleName: "PROPIETARIO",
      buildingName: almendros.name,
      timeZone: "America/Bogota",
      apartmentName: "1-102",
    },
    {
      roleName: "ADMINISTRADOR",
      buildingName: almendros.name,
      timeZone: "America/Bogota",
      apartmentName: null,
    },
  ],
};

const open = (colorScheme: "light" | "dark") =>
  renderScreen("/admin-dashboard/users", {
    as: platformAdministrator(),
    colorScheme,
    replies: new Replies().on(listUserDetails, { users: [tomas, maria], totalPages: 1, isMore: false }),
  });

const row = (name: string) => page.getByRole("row").filter({ hasText: name });
/** What ends in … */
const cut = (cells: string) =>
  [...document.querySelectorAll(cells)]
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
    .map(({ textContent }) => textContent);
const actions = page.getByRole("button", { name: /^Cambiar los datos de/ });

for (const [width, more] of [
  [1440, []],
  [1920, ["Verificado", "Celular", "Edificio"]],
] as const) {
  test(`heads, roles and homes are read whole beside the actions, ${width} px wide`, async () => {
    await open("light");
    await resize(width, 900);
    await expect.element(row(tomas.name)).toBeVisible();
    for (const header of [
      "Nombre completo",
      "Documento",
      "Activo",
      "Rol",
      "Apartamento",
      "Acciones",
      ...more,
    ]) {
      await expect.element(page.getByRole("columnheader", { name: header })).toBeVisible();
    }
    await expect.poll(() => cut("thead th")).toEqual([]);
    expect(cut("td:is([data-column=role], [data-column=apartment], [data-column=cedula])")).toEqual([]);
    // Who has several is said to: all of them are among the details.
    await expect.element(row(maria.name)).toHaveTextContent(/Residente líder \+2\s*y 2 más/);
    await expect.element(row(maria.name)).toHaveTextContent(/A-101 \+2\s*y 2 más/);
    expect(actions.elements()).toHaveLength(2);
    expect(beyondTheEdge()).toEqual([]);
    expect(await violations()).toEqual([]);
  });
}

for (const width of [1440, 1920]) {
  test(`a telephone that is changed where it stands takes nothing off the screen, ${width} px wide`, async () => {
    await open("dark");
    await resize(width, 900);
    await actions.first().click();
    await expect.element(page.getByLabelText(`Celular de ${tomas.name}`)).toBeVisible();
    await expect.element(page.getByRole("button", { name: /^Guardar los datos de/ })).toBeVisible();
    expect(cut("thead th")).toEqual([]);
    expect(beyondTheEdge()).toEqual([]);
    expect(await violations()).toEqual([]);
  });
}

test("columns for which there is no room lie within the table, not beyond the page", async () => {
  await open("dark");
  await expect.element(row(tomas.name)).toBeVisible();
  await page.getByText("Columnas").click();
  for (const name of ["Verificado", "Correo", "Celular", "Etiquetas", "Edificio", "Creado"]) {
    await page.getByRole("checkbox", { name }).click();
  }
  await page.getByText("Columnas").click();
  await expect.poll(() => cut("thead th")).toEqual([]);
  await expect.element(page.getByRole("columnheader", { name: "Edificio" })).toBeInTheDocument();
  // The actions gave way to them, and are among the details.
  expect(actions.elements()).toEqual([]);
  expect(beyondTheEdge()).toEqual([]);
  expect(await violations()).toEqual([]);
  await page.getByRole("button", { name: `Ver detalles de ${tomas.name}` }).click();
  await expect.element(actions).toBeVisible();
});

for (const size of ["desktop", "tablet"] as const) {
  test(`the roles and the last day of who works in a building are read whole on a ${size}`, async () => {
    const member: StaffMember = {
      id: idOf(0xed2),
      user: {
        id: idOf(0xed3),
        name: maria.name,
        cedula: maria.cedula,
        email: tomas.email,
        phone: "",
        hasPassword: true,
        active: true,
      },
      role: "EMPLEADO_ADMINISTRATIVO",
      endsAt: "2026-12-20T17:00:00.000Z",
      since: "2026-01-10T12:00:00.000Z",
    };
    const replies = placesReplies()
      .on(readBuildingSettings, { building: miradorSettings })
      .on(listInvitations, { invitations: [], totalPages: 1 })
      .on(listStaff, { staff: [member] });
    const at = `/admin-dashboard/buildings/${mirador.id}/settings?ver=personal`;
    await renderScreen(at, { as: platformAdministrator(), size, replies });
    await expect.element(row(maria.name)).toBeVisible();
    await expect.poll(() => cut("thead th, td:is([data-column=role], [data-column=until])")).toEqual([]);
    await wholePage();
    expect(beyondTheEdge()).toEqual([]);
    expect(await violations()).toEqual([]);
  });
}

for (const size of ["desktop", "tablet"] as const) {
  test(`what becomes of an invitation is read whole on a ${size}, and all of it among its details`, async () => {
    const invitation: Invitation = {
      id: idOf(0xef1),
      role: "EMPLEADO_ADMINISTRATIVO",
      name: maria.name,
      cedula: maria.cedula,
      email: tomas.email,
      phone: "",
      apartment: null,
      state: "waiting",
      hasConflict: false,
      expiresAt: "2026-11-28T17:00:00.000Z",
      endsAt: null,
      sentAt: "2026-11-21T17:00:00.000Z",
    };
    const replies = placesReplies()
      .on(readBuildingSettings, { building: miradorSettings })
      .on(listInvitations, {
        invitations: [
          invitation,
          { ...invitation, id: idOf(0xef2), name: tomas.name, hasConflict: true },
          { ...invitation, id: idOf(0xef3), name: "Juana Sin Correo", state: "unreachable" },
        ],
        totalPages: 1,
      })
      .on(listStaff, { staff: [] });
    const at = `/admin-dashboard/buildings/${mirador.id}/settings?ver=personal`;
    await renderScreen(at, { as: platformAdministrator(), size, replies });
    await expect.element(row("Vence el 28 nov 2026")).toBeVisible();
    await expect.element(row("No puede aceptar")).toBeVisible();
    await expect.poll(() => cut("thead th, td:is([data-column=role], [data-column=state])")).toEqual([]);
    // A name may be longer than any column: it is said whole under the pointer.
    const name = page.getByRole("cell", { name: maria.name, exact: true });
    await userEvent.hover(name);
    await expect.element(name).toHaveAttribute("title", maria.name);
    await wholePage();
    expect(beyondTheEdge()).toEqual([]);
    expect(await violations()).toEqual([]);
    await page.getByRole("button", { name: `Ver detalles de ${tomas.name}` }).click();
    await expect
      .element(page.getByText("No puede aceptar: su cédula tiene una cuenta con otro correo o celular"))
      .toBeVisible();
  });
}
