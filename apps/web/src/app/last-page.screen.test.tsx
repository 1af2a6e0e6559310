import { readAccess } from "@umbral/contract/access-control/access-levels.contract";
import { listEmployeeRequests } from "@umbral/contract/access-requests/access-requests.contract";
import { init } from "@umbral/contract/auth/auth.contract";
import { readBuildingSettings } from "@umbral/contract/buildings/administering-buildings.contract";
import { apartmentDirectory } from "@umbral/contract/buildings/buildings.contract";
import { doorClock } from "@umbral/contract/doors/doors.contract";
import { listHomeParcels, listParcels } from "@umbral/contract/parcels/parcels.contract";
import { listGuests } from "@umbral/contract/passes/pass-desk.contract";
import { listPasses } from "@umbral/contract/passes/passes.contract";
import { type CardHolder, listCardHolders } from "@umbral/contract/users/card-holders.contract";
import { type Invitation, listInvitations } from "@umbral/contract/users/invitations.contract";
import { listStaff } from "@umbral/contract/users/staff.contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { miradorAccess } from "../../testing/screens/access.ts";
import { calmDesk } from "../../testing/screens/desk.ts";
import { ServerLine } from "../../testing/screens/line.ts";
import { parcelLike } from "../../testing/screens/parcels.ts";
import { atDesk, carlos, passLike } from "../../testing/screens/passes.ts";
import { home, idOf, mirador, platformAdministrator, somebody } from "../../testing/screens/people.ts";
import { miradorSettings, placesReplies } from "../../testing/screens/places.ts";
import { requestOf } from "../../testing/screens/requests.ts";
import { renderScreen } from "../../testing/screens/screen.tsx";

const martina: CardHolder = {
  id: idOf(0x1ca1),
  name: "Martina Niña",
  apartment: { id: home.id, name: home.name },
  from: null,
  until: null,
  state: "now",
  levels: [],
  cards: [],
};
const invitation: Invitation = {
  id: idOf(0x1a2),
  name: "Pedro Portero",
  cedula: "",
  email: "",
  phone: "+573001234567",
  role: "PORTERIA",
  apartment: null,
  endsAt: null,
  sentAt: "2026-11-20T12:00:00.000Z",
  expiresAt: "2026-11-27T12:00:00.000Z",
  state: "waiting",
  hasConflict: false,
};
const parcel = parcelLike(1, { carrier: "Servientrega" });

/** What stands on the first page, which is the only one by now. */
const on = <Row,>(asked: { query: { page: number } }, row: Row): Row[] =>
  asked.query.page === 1 ? [row] : [];
const replies = () =>
  placesReplies()
    .on(readBuildingSettings, { building: miradorSettings })
    .on(readAccess, miradorAccess)
    .on(listStaff, { staff: [] })
    .on(listParcels, (asked) => ({
      parcels: on(asked, parcel),
      totalPages: 1,
      waiting: 1,
      places: [],
      towers: [],
    }))
    .on(listHomeParcels, (asked) => ({ parcels: on(asked, parcel), totalPages: 1, waiting: 1 }))
    .on(listPasses, (asked) => ({ passes: on(asked, carlos), totalPages: 1 }))
    .on(listCardHolders, (asked) => ({ cardHolders: on(asked, martina), totalPages: 1 }))
    .on(listInvitations, (asked) => ({ invitations: on(asked, invitation), totalPages: 1 }))
    .on(listEmployeeRequests, ({ query }) => ({
      accessRequests: query.page === 1 ? [requestOf("Nora Nueva")] : [],
      totalPages: 1,
    }));

const settings = `/admin-dashboard/buildings/${mirador.id}/settings`;
const alberto = somebody("ADMINISTRADOR", "Alberto Administrador");
const rosa = somebody("RESIDENTE_LIDER", "Rosa Líder", home);

for (const [what, path, as, there] of [
  ["what waits at the desk", "/correspondencia", somebody("PORTERIA", "Pedro Portero"), /Servientrega/],
  ["what waits for a home", "/building/dashboard/correspondencia", rosa, /Servientrega/],
  ["a home's guests", "/building/dashboard/invitaciones", rosa, "Carlos Pérez"],
  ["people without an account", `${settings}?ver=sin-cuenta`, platformAdministrator(), "Martina Niña"],
  ["who was invited", `${settings}?ver=personal`, alberto, "Pedro Portero"],
  ["who asked to come in", "/building/dashboard/apartments/requests/employee", alberto, "Nora Nueva"],
] as const) {
  test(`whoever kept the address of a page that has gone finds ${what} on the last one`, async () => {
    const screen = await renderScreen(`${path}${path.includes("?") ? "&" : "?"}pagina=2`, {
      as,
      replies: replies(),
    });
    await expect.element(page.getByText(there).first()).toBeVisible();
    expect(screen.path()).toBe(path);
  });
}

test("the desk that leafs through who is expected sees the page before, once nobody of the last one is", async () => {
  const nora = atDesk(passLike(2, "Nora Invitada"));
  let totalPages = 2;
  const line = new ServerLine().on(doorClock, { steadyMs: 1000 });
  await renderScreen("/acceso-visitante", {
    as: somebody("PORTERIA", "Pedro Portero"),
    size: "tablet",
    line,
    replies: calmDesk(
      placesReplies()
        .on(apartmentDirectory, { apartments: [] })
        .on(listGuests, ({ query: { which, page: at } }) =>
          which === "inside"
            ? { guests: [], totalPages: 0, inside: 0 }
            : { guests: at === 1 ? [nora] : totalPages === 2 ? [atDesk(carlos)] : [], totalPages, inside: 0 },
        ),
    ),
  });
  await expect.poll(() => line.sent(init)).not.toEqual([]);
  await page.getByRole("button", { name: "Siguiente" }).click();
  await expect.element(page.getByRole("button", { name: /^Carlos Pérez/ })).toBeVisible();
  totalPages = 1;
  line.say("passes:changed", { buildingId: mirador.id, apartmentId: null, passId: carlos.id });
  await expect.element(page.getByRole("button", { name: /^Nora Invitada/ })).toBeVisible();
  expect(page.getByText("No se esperan más invitados hoy.").elements()).toEqual([]);
});
