import { listHomeCardHolders } from "@umbral/contract/users/card-holders.contract";
import { listMembers, type Member } from "@umbral/contract/users/members.contract";
import { pendingEmail } from "@umbral/contract/users/profile.contract";
import { listUserDetails, type UserDetail } from "@umbral/contract/users/user-details.contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { beyondTheEdge, violations, wholePage } from "../../../testing/screens/look.ts";
import { home, idOf, mirador, platformAdministrator, somebody } from "../../../testing/screens/people.ts";
import { Replies } from "../../../testing/screens/replies.ts";
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
    { roleName: "RESIDENTE_LIDER", buildingName: mirador.name, apartmentName: home.name },
    { roleName: "PROPIETARIO", buildingName: "Conjunto Los Almendros", apartmentName: "1-101" },
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

/** Cells that hold more than they show, or that reach beyond the right edge. */
const cutCells = () =>
  [...document.querySelectorAll("[role=cell], [role=columnheader], td, th[scope=col]")]
    .filter((cell) => cell.checkVisibility())
    .filter((cell) => cell.scrollWidth > cell.clientWidth || cell.getBoundingClientRect().right > innerWidth)
    .map((cell) => cell.textContent);

for (const size of ["tablet", "desktop"] as const) {
  test(`all users fit a ${size}: nothing is cut or beyond the edge`, async () => {
    const replies = new Replies().on(listUserDetails, { users: [rosa, olga], totalPages: 1, isMore: false });
    await renderScreen("/admin-dashboard/users", { as: platformAdministrator(), size, replies });
    await expect.element(row(rosa.name)).toBeVisible();
    expect(row(rosa.name).getByRole("cell").elements().length).toBeGreaterThan(3);
    await expect.poll(cutCells).toEqual([]);
    expect(await violations()).toEqual([]);
  });
}

test("all users fit a phone, where each person is a card", async () => {
  const replies = new Replies().on(listUserDetails, { users: [rosa, olga], totalPages: 1, isMore: false });
  await renderScreen("/admin-dashboard/users", { as: platformAdministrator(), size: "phone", replies });
  await expect.element(row(rosa.name)).toHaveTextContent("Residente líder");
  await wholePage();
  expect(await violations()).toEqual([]);
  expect(document.documentElement.scrollWidth).toBe(360);
  expect(beyondTheEdge().filter((what) => !what.startsWith("th: "))).toEqual([]);
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
  await expect.element(page.getByRole("button", { name: "Quitar a Tomás Temporal" })).toBeVisible();
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
