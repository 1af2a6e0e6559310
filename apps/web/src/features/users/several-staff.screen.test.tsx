import { readBuildingSettings } from "@umbral/contract/buildings/administering-buildings.contract";
import { listInvitations } from "@umbral/contract/users/invitations.contract";
import { exportStaff, listStaff, removeStaff, type StaffMember } from "@umbral/contract/users/staff.contract";
import { activateUser, deactivateUser, type UserDetail } from "@umbral/contract/users/user-details.contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { beyondTheEdge, everyLook, violations, wholePage } from "../../../testing/screens/look.ts";
import { idOf, mirador, platformAdministrator, somebody } from "../../../testing/screens/people.ts";
import { miradorSettings, placesReplies } from "../../../testing/screens/places.ts";
import { refused } from "../../../testing/screens/replies.ts";
import { renderScreen } from "../../../testing/screens/screen.tsx";

const AT = `/admin-dashboard/buildings/${mirador.id}/settings?ver=personal`;

const member = (
  n: number,
  name: string,
  role: StaffMember["role"],
  userId = idOf(0x5e0 + n),
): StaffMember => ({
  id: idOf(0x5d0 + n),
  user: {
    id: userId,
    name,
    cedula: `100000000${n}`,
    email: "",
    phone: "",
    hasPassword: true,
    active: true,
  },
  role,
  endsAt: null,
  since: "2026-01-10T12:00:00.000Z",
});
const pedro = member(1, "Pedro Portero", "PORTERIA");
const carla = member(2, "Carla Conserje", "CONSERJE");
const carlaToo = member(3, "Carla Conserje", "PORTERIA", carla.user.id);
const alberto = member(4, "Alberto Administrador", "ADMINISTRADOR");
const all = [pedro, carla, carlaToo, alberto];

const detail = ({ id, name, cedula }: StaffMember["user"], active: boolean): UserDetail => ({
  id,
  name,
  cedula,
  active,
  photo: null,
  phone: "",
  email: "",
  verified: true,
  roleName: "PORTERIA",
  apartmentName: null,
  buildingName: mirador.name,
  places: [],
  tags: [],
  alias: "",
});

/** Nobody takes Carla's first role away: somebody else just did. */
function staff() {
  const now = { gone: new Set<string>(), shut: new Set<string>() };
  return placesReplies()
    .on(readBuildingSettings, { building: miradorSettings })
    .on(listInvitations, { invitations: [], totalPages: 1 })
    .on(exportStaff, "Persona\r\n")
    .on(listStaff, () => ({
      staff: all
        .filter(({ id }) => !now.gone.has(id))
        .map((one) => ({ ...one, user: { ...one.user, active: !now.shut.has(one.user.id) } })),
    }))
    .on(removeStaff, ({ params }) => {
      if (params.spaceId === carla.id) {
        throw refused("NOT_FOUND");
      }
      now.gone.add(params.spaceId);
      return { ok: true as const };
    })
    .on(deactivateUser, ({ params }) => {
      now.shut.add(params.id);
      const who = params.id === pedro.user.id ? pedro : carla;
      return { user: detail(who.user, false), wasActive: true, cardIds: [] };
    })
    .on(activateUser, ({ params }) => {
      now.shut.delete(params.id);
      return { user: detail(pedro.user, true) };
    });
}

const bar = page.getByRole("region", { name: "Acciones para lo elegido" });
const inBar = (name: string) => bar.getByRole("button", { name, exact: true });
const goOn = () => page.getByRole("alertdialog").getByRole("button", { name: "Continuar" }).click();

for (const look of everyLook) {
  test(`several are taken out of their roles, no other administrator among them (${look.size}, ${look.colorScheme})`, async () => {
    const replies = staff();
    await renderScreen(AT, { as: somebody("ADMINISTRADOR", "Ana Administradora"), replies, ...look });
    await page.getByRole("checkbox", { name: "Elegir Pedro Portero" }).click();
    await page.getByRole("checkbox", { name: "Elegir Carla Conserje" }).first().click();
    await page.getByRole("checkbox", { name: "Elegir Carla Conserje" }).last().click();
    await page.getByRole("checkbox", { name: "Elegir Alberto Administrador" }).click();
    await expect.element(bar).toHaveTextContent("4 elegidos");
    // A whole account is the platform's to shut out.
    expect(inBar("Desactivar").elements()).toEqual([]);
    await wholePage();
    expect(await violations()).toEqual([]);
    expect(beyondTheEdge()).toEqual([]);
    await inBar("Retirar").click();
    await expect.element(page.getByRole("alertdialog", { name: "¿Retirar a 2 personas?" })).toBeVisible();
    expect(replies.asked(removeStaff)).toEqual([]);
    await goOn();
    const failed = page.getByRole("alertdialog", { name: "Han ocurrido los siguientes errores" });
    await expect.element(failed).toHaveTextContent("Carla Conserje: ");
    await expect.element(failed).not.toHaveTextContent("Pedro Portero");
    expect(replies.asked(removeStaff).map(({ params }) => params.spaceId)).toEqual(
      [pedro, carla, carlaToo].map(({ id }) => id),
    );
    await failed.getByRole("button", { name: "Entendido" }).click();
    await expect
      .element(page.getByRole("checkbox", { name: "Elegir Pedro Portero" }))
      .not.toBeInTheDocument();
  });
}

test("the platform shuts several out, each person once, and lets them in again", async () => {
  const replies = staff();
  await renderScreen(AT, { as: platformAdministrator(), replies });
  await page.getByRole("checkbox", { name: "Elegir Pedro Portero" }).click();
  await page.getByRole("checkbox", { name: "Elegir Carla Conserje" }).first().click();
  await page.getByRole("checkbox", { name: "Elegir Carla Conserje" }).last().click();
  await inBar("Desactivar").click();
  await expect.element(page.getByRole("alertdialog", { name: "¿Desactivar a 2 personas?" })).toBeVisible();
  await goOn();
  await expect.element(page.getByText("2 personas sin acceso.")).toBeVisible();
  await expect.element(page.getByRole("row").filter({ hasText: "Pedro" })).toHaveTextContent("Desactivado");
  await page.getByRole("button", { name: "Deshacer" }).click();
  await expect.element(page.getByText("2 personas: como antes.")).toBeVisible();
  expect(replies.asked(activateUser).map(({ params }) => params.id)).toEqual([pedro.user.id, carla.user.id]);
});

test("those who were chosen are kept as a file", async () => {
  const replies = staff();
  await renderScreen(AT, { as: somebody("ADMINISTRADOR", "Ana Administradora"), replies });
  await page.getByRole("checkbox", { name: "Elegir Alberto Administrador" }).click();
  await expect.element(inBar("Retirar")).toBeDisabled();
  await inBar("Descargar lo elegido").click();
  await expect
    .poll(() => replies.asked(exportStaff).map(({ params, query }) => ({ ...params, ...query })))
    .toEqual([{ id: mirador.id, ids: [alberto.id] }]);
});
