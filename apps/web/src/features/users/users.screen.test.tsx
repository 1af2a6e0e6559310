import { listHomeCardHolders } from "@umbral/contract/users/card-holders.contract";
import { listMembers, type Member } from "@umbral/contract/users/members.contract";
import { pendingEmail } from "@umbral/contract/users/profile.contract";
import {
  activateUser,
  deactivateUser,
  exportUserDetails,
  listUserDetails,
  type UserDetail,
} from "@umbral/contract/users/user-details.contract";
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { beyondTheEdge, violations, wholePage } from "../../../testing/screens/look.ts";
import { home, idOf, mirador, platformAdministrator, somebody } from "../../../testing/screens/people.ts";
import { Replies, refused } from "../../../testing/screens/replies.ts";
import { renderScreen } from "../../../testing/screens/screen.tsx";

const rosa: UserDetail = {
  id: idOf(0x21),
  photo: null,
  name: "Rosa Líder",
  cedula: "1000000001",
  phone: "+573001234567",
  email: "rosa.lider.del.apartamento@correo.example.com",
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
    {
      roleName: "PROPIETARIO",
      buildingName: "Conjunto Los Almendros",
      timeZone: "America/Bogota",
      apartmentName: "1-101",
    },
  ],
  tags: [
    { tag: "04A1B2C3D4E580", type: "PERSON" },
    { tag: "E2801160600001", type: "CAR" },
  ],
  alias: "La de la esquina",
};
const olga: UserDetail = {
  ...rosa,
  id: idOf(0x22),
  name: "Olga Propietaria",
  cedula: "1000000005",
  email: "",
  active: false,
  verified: false,
  roleName: null,
  apartmentName: null,
  buildingName: null,
  places: [],
  tags: [],
  alias: "",
};

const row = (name: string) => page.getByRole("row").filter({ hasText: name });

const heights = () =>
  [...document.querySelectorAll("tbody tr")].map((line) => line.getBoundingClientRect().height);

/** More people than fit the window. */
const many = Array.from({ length: 40 }, (_, at) => ({
  ...rosa,
  id: idOf(0x100 + at),
  name: `Persona ${at}`,
}));

for (const size of ["tablet", "desktop"] as const) {
  test(`users stand in rows of one line on a ${size}, and all of one of them at their side`, async () => {
    const replies = new Replies().on(listUserDetails, { users: [rosa, olga], totalPages: 1, isMore: false });
    await renderScreen("/admin-dashboard/users", { as: platformAdministrator(), size, replies });
    await expect.element(row(rosa.name)).toBeVisible();
    expect(Math.max(...heights())).toBeLessThan(50);
    expect(beyondTheEdge()).toEqual([]);
    const more = page.getByRole("button", { name: "Ver detalles de Rosa Líder" });
    await more.click();
    const side =
      size === "desktop"
        ? page.getByRole("complementary", { name: "Detalles de Rosa Líder" })
        : page.getByRole("dialog", { name: "Rosa Líder" });
    for (const fact of [rosa.email, "04A1B2C3D4E580", "E2801160600001", "Propietario", "1-101"]) {
      await expect.element(side).toHaveTextContent(fact);
    }
    expect(await violations()).toEqual([]);
    expect(beyondTheEdge()).toEqual([]);
    await userEvent.keyboard("{Escape}");
    await expect.element(side).not.toBeInTheDocument();
    await expect.element(more).toHaveFocus();
  });
}

test("the head of a long list stays in sight, and its columns are chosen once", async () => {
  const replies = new Replies().on(listUserDetails, { users: many, totalPages: 1, isMore: false });
  const screen = await renderScreen("/admin-dashboard/users", { as: platformAdministrator(), replies });
  await expect.element(row("Persona 39")).toBeInTheDocument();
  window.scrollTo(0, 900);
  const head = page.getByRole("columnheader", { name: "Nombre completo" });
  await expect
    .poll(() => Math.round(head.element().closest("thead")?.getBoundingClientRect().top ?? 0))
    .toBe(64);
  window.scrollTo(0, 0);

  const email = page.getByRole("columnheader", { name: "Correo" });
  expect(email.elements()).toEqual([]);
  await page.getByText("Columnas").click();
  expect(await violations()).toEqual([]);
  await page.getByRole("checkbox", { name: "Correo" }).click();
  await page.getByRole("checkbox", { name: "Documento" }).click();
  await screen.reload();
  await expect.element(email).toBeVisible();
  expect(page.getByRole("columnheader", { name: "Documento" }).elements()).toEqual([]);
  expect(beyondTheEdge()).toEqual([]);
});

test("several people are shut out at once, who is refused is named and stays chosen, and it can be taken back", async () => {
  const shut = new Set<string>();
  const list = () => [rosa, { ...olga, active: true }, many[0] ?? rosa];
  const replies = new Replies()
    .on(listUserDetails, () => ({
      users: list().map((user) => ({ ...user, active: !shut.has(user.id) })),
      totalPages: 1,
      isMore: false,
    }))
    .on(deactivateUser, ({ params }) => {
      if (params.id === olga.id) {
        throw refused("NOT_ALLOWED");
      }
      shut.add(params.id);
      return { user: { ...rosa, active: false }, wasActive: true, cardIds: [idOf(0xca)] };
    })
    .on(activateUser, ({ params, body }) => {
      expect(body).toMatchObject({ cardIds: [idOf(0xca)] });
      shut.delete(params.id);
      return { user: rosa };
    });
  await renderScreen("/admin-dashboard/users", { as: platformAdministrator(), replies });
  await page.getByRole("checkbox", { name: "Elegir Rosa Líder" }).click();
  await page.getByRole("checkbox", { name: "Elegir Olga Propietaria" }).click();
  const bar = page.getByRole("region", { name: "Acciones para lo elegido" });
  await expect.element(bar).toHaveTextContent("2 elegidos");
  expect(await violations()).toEqual([]);
  await bar.getByRole("button", { name: "Desactivar" }).click();
  await page.getByRole("alertdialog", { name: "¿Desactivar a 2 personas?" }).getByText("Continuar").click();
  await expect
    .element(page.getByRole("alertdialog", { name: "Han ocurrido los siguientes errores" }))
    .toHaveTextContent("Olga Propietaria: No posee permisos para realizar esta acción.");
  expect([...shut]).toEqual([rosa.id]);
  await page.getByRole("button", { name: "Deshacer" }).click();
  await expect.element(page.getByText("1 persona: como antes.")).toBeVisible();
  expect([...shut]).toEqual([]);
});

test("whoever somebody else had shut out first is not let in when that is taken back", async () => {
  const replies = new Replies()
    .on(listUserDetails, { users: [rosa, { ...olga, active: true }], totalPages: 1, isMore: false })
    .on(deactivateUser, ({ params }) => ({
      user: { ...rosa, active: false },
      wasActive: params.id === rosa.id,
      cardIds: params.id === rosa.id ? [idOf(0xca), idOf(0xcb)] : [],
    }))
    .on(activateUser, { user: rosa });
  await renderScreen("/admin-dashboard/users", { as: platformAdministrator(), replies });
  await page.getByRole("checkbox", { name: "Elegir todo" }).click();
  const bar = page.getByRole("region", { name: "Acciones para lo elegido" });
  await bar.getByRole("button", { name: "Desactivar" }).click();
  await page.getByRole("alertdialog").getByText("Continuar").click();
  await page.getByRole("button", { name: "Deshacer" }).click();
  await expect.element(page.getByText("1 persona: como antes.")).toBeVisible();
  expect(replies.asked(activateUser)).toMatchObject([
    { params: { id: rosa.id }, body: { cardIds: [idOf(0xca), idOf(0xcb)] } },
  ]);
});

test("users are put in order by the server, there and back, with the keyboard, and the address keeps it", async () => {
  const replies = new Replies().on(listUserDetails, ({ query }) => ({
    users: query.direction === "desc" ? [rosa, olga] : [olga, rosa],
    totalPages: 1,
    isMore: false,
  }));
  const first = await renderScreen("/admin-dashboard/users", { as: platformAdministrator(), replies });
  const name = page.getByRole("columnheader", { name: "Nombre completo" });
  await expect.element(name).toHaveAttribute("aria-sort", "ascending");
  name.getByRole("button").element().focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(name).toHaveAttribute("aria-sort", "descending");
  await expect.poll(() => first.path()).toBe("/admin-dashboard/users?orden=-nombre");
  await expect.element(page.getByRole("row").nth(1)).toHaveTextContent(rosa.name);
  // By what they stand is seen, though the column wants more room than there is.
  const screen = await renderScreen("/admin-dashboard/users?orden=-creado", {
    as: platformAdministrator(),
    replies,
  });
  const made = page.getByRole("columnheader", { name: "Creado" });
  await expect.element(made).toHaveAttribute("aria-sort", "descending");
  await page.getByText("Columnas").click();
  await page.getByRole("checkbox", { name: "Último ingreso" }).click();
  await page.getByText("Columnas").click();
  const seen = page.getByRole("columnheader", { name: "Último ingreso" });
  await expect.element(seen).toHaveAttribute("aria-sort", "none");
  // Whoever was here last stands first.
  await seen.getByRole("button").click();
  await expect.element(seen).toHaveAttribute("aria-sort", "descending");
  await screen.reload();
  await expect.element(seen).toHaveAttribute("aria-sort", "descending");
  expect(screen.path()).toBe("/admin-dashboard/users?orden=-visto");
  expect(replies.asked(listUserDetails).at(-1)?.query).toMatchObject({ sort: "seen", direction: "desc" });
  expect(await violations()).toEqual([]);
});

test("on a phone the order of users is chosen, and nothing out of sight can be pressed", async () => {
  const replies = new Replies().on(listUserDetails, { users: [rosa, olga], totalPages: 1, isMore: false });
  const screen = await renderScreen("/admin-dashboard/users", {
    as: platformAdministrator(),
    size: "phone",
    replies,
  });
  await page.getByLabelText("Ordenar por").selectOptions("Creado: descendente");
  await expect.poll(() => screen.path()).toBe("/admin-dashboard/users?orden=-creado");
  expect(page.getByRole("columnheader").getByRole("button").elements()).toEqual([]);
});

test("who was chosen is kept as a file", async () => {
  const replies = new Replies()
    .on(listUserDetails, { users: [rosa, olga], totalPages: 1, isMore: false })
    .on(exportUserDetails, "Nombre completo");
  await renderScreen("/admin-dashboard/users", { as: platformAdministrator(), replies });
  await page.getByRole("checkbox", { name: "Elegir Rosa Líder" }).click();
  await page.getByRole("checkbox", { name: "Elegir Olga Propietaria" }).click();
  await page.getByRole("button", { name: "Descargar lo elegido" }).click();
  await expect
    .poll(() => replies.asked(exportUserDetails))
    .toMatchObject([{ query: { ids: [rosa.id, olga.id] } }]);
  const kept = vi.spyOn(URL, "createObjectURL");
  await page.getByRole("button", { name: "Descargar en Excel" }).click();
  await expect.poll(() => kept.mock.calls.length).toBe(1);
  const [workbook] = kept.mock.calls[0] ?? [];
  expect(workbook).toBeInstanceOf(Blob);
  expect(workbook instanceof Blob ? workbook.type : "").toContain("spreadsheetml.sheet");
  kept.mockRestore();
});

test("users stand in rows of two lines on a phone, and all of one of them over it", async () => {
  const replies = new Replies().on(listUserDetails, { users: [rosa, olga], totalPages: 1, isMore: false });
  await renderScreen("/admin-dashboard/users", { as: platformAdministrator(), size: "phone", replies });
  await expect.element(row(rosa.name)).toHaveTextContent("Residente líder");
  expect(Math.max(...heights())).toBeLessThan(80);
  await wholePage();
  expect(await violations()).toEqual([]);
  expect(document.documentElement.scrollWidth).toBe(360);
  expect(beyondTheEdge().filter((what) => !what.startsWith("th: "))).toEqual([]);
  await page.getByRole("button", { name: "Ver detalles de Rosa Líder" }).click();
  const over = page.getByRole("dialog", { name: rosa.name });
  await expect.element(over).toHaveTextContent(rosa.email);
  await expect.element(over.getByRole("button", { name: "Desactivar a Rosa Líder" })).toBeVisible();
  expect(await violations()).toEqual([]);
  expect(document.documentElement.scrollWidth).toBe(360);
});

const lina: Member = {
  user: { id: idOf(0x23), name: "Lina Líder", phone: "+573001234567", photo: null },
  roles: ["RESIDENTE_LIDER", "PROPIETARIO"],
  endsAt: null,
  since: "2026-01-10T12:00:00.000Z",
  may: { change: false, remove: false },
};
const tomas: Member = {
  user: { id: idOf(0x24), name: "Tomás Temporal", phone: "+573001234568", photo: null },
  roles: ["RESIDENTE_TEMPORAL"],
  endsAt: "2090-02-01T04:59:59.000Z",
  since: "2026-01-10T12:00:00.000Z",
  may: { change: true, remove: true },
};

test("'Familia' fits a phone", async () => {
  const replies = new Replies()
    .on(pendingEmail, { pending: null })
    .on(listMembers, { members: [lina, tomas] })
    .on(listHomeCardHolders, { cardHolders: [] });
  const as = somebody("RESIDENTE_LIDER", "Lina Líder", home);
  await renderScreen("/profile?ver=familia", { as, size: "phone", replies });
  const member = page.getByRole("listitem").filter({ hasText: lina.user.name });
  await expect.element(member).toHaveTextContent("Residente líder");
  await expect.element(page.getByRole("button", { name: "Retirar a Tomás Temporal" })).toBeVisible();
  // A thumb calls them.
  for (const { user } of [lina, tomas]) {
    const call = page.getByRole("link", { name: user.phone }).element();
    expect(call.getBoundingClientRect().height).toBeGreaterThanOrEqual(48);
  }
  await wholePage();
  expect(await violations()).toEqual([]);
  expect(beyondTheEdge()).toEqual([]);
});

test("'Familia' is nobody else's tab", async () => {
  const replies = new Replies().on(pendingEmail, { pending: null });
  await renderScreen("/profile", { as: somebody("RESIDENTE_TEMPORAL", "Tomás Temporal", home), replies });
  await expect.element(page.getByRole("heading", { name: "Tomás Temporal" })).toBeVisible();
  await expect.element(page.getByRole("tab", { name: "Mis datos" })).toBeVisible();
  expect(page.getByRole("tab", { name: "Familia" }).elements()).toEqual([]);
});

test("a search is emptied with its own button, and one goes on typing in it", async () => {
  const replies = new Replies().on(listUserDetails, ({ query }) => ({
    users: query.search === "olga" ? [olga] : [rosa, olga],
    totalPages: 1,
    isMore: false,
  }));
  await renderScreen("/admin-dashboard/users", { as: platformAdministrator(), size: "phone", replies });
  const search = page.getByRole("searchbox", { name: "Buscar" });
  await expect.element(row(rosa.name)).toBeVisible();
  await search.fill("olga");
  await expect.element(row(rosa.name)).not.toBeInTheDocument();
  const empty = page.getByRole("button", { name: "Borrar la búsqueda" });
  const { width, height } = empty.element().getBoundingClientRect();
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(48);
  await empty.click();
  await expect.element(row(rosa.name)).toBeVisible();
  await expect.element(search).toHaveFocus();
  await expect.element(empty).not.toBeInTheDocument();
});

test("a search that is emptied before it was looked for looks for nothing", async () => {
  const replies = new Replies().on(listUserDetails, ({ query }) => ({
    users: query.search === "olga" ? [olga] : [rosa, olga],
    totalPages: 1,
    isMore: false,
  }));
  await renderScreen("/admin-dashboard/users", { as: platformAdministrator(), size: "phone", replies });
  await expect.element(row(rosa.name)).toBeVisible();
  const search = page.getByRole("searchbox", { name: "Buscar" });
  await search.fill("olga");
  // As a finger does it: the field is left for its button, and comes back empty.
  await page.getByRole("button", { name: "Borrar la búsqueda" }).click();
  await expect.element(row(rosa.name)).toBeVisible();
});
