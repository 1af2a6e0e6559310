import {
  listEmployeeRequests,
  listWaitingPlaces,
  type WaitingPlace,
} from "@umbral/contract/access-requests/access-requests.contract";
import { currentUser, init, userLogin } from "@umbral/contract/auth/auth.contract";
import { listCameras } from "@umbral/contract/cameras/cameras.contract";
import { listDoors } from "@umbral/contract/doors/doors.contract";
import { pendingEmail } from "@umbral/contract/users/profile.contract";
import { expect, onTestFinished, test } from "vitest";
import { page } from "vitest/browser";
import { ServerLine } from "../../../testing/screens/line.ts";
import { beyondTheEdge } from "../../../testing/screens/look.ts";
import { home, mirador, somebody } from "../../../testing/screens/people.ts";
import { Replies } from "../../../testing/screens/replies.ts";
import { renderScreen } from "../../../testing/screens/screen.tsx";

const rosa = somebody("RESIDENTE_LIDER", "Rosa Líder", home);
const two: WaitingPlace = {
  building: mirador,
  apartment: { id: home.id, name: home.name },
  employees: 2,
  owners: null,
};
const menu = () => page.getByRole("navigation", { name: "Menú principal" });

test("the menu counts who waits, for who decides", async () => {
  const replies = new Replies().on(pendingEmail, { pending: null }).on(listWaitingPlaces, { places: [two] });
  await renderScreen("/profile", { as: rosa, replies });
  await expect
    .element(menu().getByRole("link", { name: /Solicitudes de Usuarios\s*2 pendientes/ }))
    .toBeVisible();
  expect(
    menu()
      .getByRole("link", { name: /Propietarios/ })
      .elements(),
  ).toEqual([]);
});

test("a group of the menu that is closed counts who waits in it, and an open one leaves that to its entries", async () => {
  const both = { ...two, apartment: null, owners: 1 };
  const replies = new Replies().on(pendingEmail, { pending: null }).on(listWaitingPlaces, { places: [both] });
  await renderScreen("/profile", { as: somebody("ADMINISTRADOR", "Alberto Administrador"), replies });
  const people = menu().getByText("Personas");
  await expect.element(menu().getByRole("link", { name: /Usuarios\s*2 pendientes/ })).toBeVisible();
  expect(people.element().textContent).toMatch(/3\s*pendientes/);
  await expect.element(people.getByText("3")).not.toBeVisible();
  await menu().getByText("Edificio", { exact: true }).click();
  await expect.element(people.getByText("3")).toBeVisible();
});

test("the menu has no requests for who decides none, and their address shows none", async () => {
  const replies = new Replies().on(pendingEmail, { pending: null });
  const as = somebody("RESIDENTE", "Andrés Residente", home);
  await renderScreen("/profile", { as, replies });
  await expect.element(menu().getByRole("link", { name: "Perfil" })).toBeVisible();
  expect(
    menu()
      .getByRole("link", { name: /Solicitudes/ })
      .elements(),
  ).toEqual([]);
  await renderScreen("/building/dashboard/apartments/requests/employee", { as, replies });
  await expect.element(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(page.getByRole("row").elements()).toEqual([]);
  expect(replies.asked(listEmployeeRequests)).toEqual([]);
});

for (const [waiting, place] of [
  [[two], "/building/dashboard/apartments/requests/employee"],
  [[], "/building/dashboard"],
] as const) {
  test(`a leader for whom ${waiting.length === 0 ? "nobody waits" : "somebody waits"} lands at ${place}`, async () => {
    const replies = new Replies()
      .on(userLogin, rosa)
      .on(currentUser, { user: rosa.user, spaces: rosa.spaces })
      .on(listWaitingPlaces, { places: [...waiting] })
      .on(listEmployeeRequests, { accessRequests: [], totalPages: 1 })
      .on(listCameras, { cameras: [] })
      .on(listDoors, { doors: [] });
    const line = new ServerLine().on(init, { userId: rosa.user.id, socketId: "line-1" });
    const screen = await renderScreen("/", { size: "phone", replies, line });
    await page.getByLabelText("Cédula").fill("1000000001");
    await page.getByLabelText("Contraseña", { exact: true }).fill("tres loros en la mesa");
    await page.getByRole("button", { name: "Iniciar", exact: true }).click();
    await expect.poll(() => screen.path()).toBe(place);
  });
}

test("with letters twice as large a word of the title is not wider than a phone", async () => {
  document.documentElement.style.fontSize = "200%";
  onTestFinished(() => {
    document.documentElement.style.removeProperty("font-size");
  });
  const replies = new Replies().on(listEmployeeRequests, { accessRequests: [], totalPages: 1 });
  await renderScreen("/building/dashboard/apartments/requests/employee", {
    as: rosa,
    size: "phone",
    replies,
  });
  await expect
    .element(page.getByRole("heading", { level: 1 }))
    .toHaveTextContent("Residentes/Empleados Pendientes de aprobación");
  expect(beyondTheEdge()).toEqual([]);
});
