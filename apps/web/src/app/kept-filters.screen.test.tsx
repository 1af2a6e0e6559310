import { listDecisions } from "@umbral/contract/access-control/access-events.contract";
import { listEmployeeRequests } from "@umbral/contract/access-requests/access-requests.contract";
import { listIntrusions } from "@umbral/contract/alarms/intrusions.contract";
import { listAudit } from "@umbral/contract/audit/audit.contract";
import { readApartments } from "@umbral/contract/buildings/administering-apartments.contract";
import { type AdminBuilding, administerBuildings } from "@umbral/contract/buildings/building-list.contract";
import { listOpenings } from "@umbral/contract/doors/openings.contract";
import { pendingEmail } from "@umbral/contract/users/profile.contract";
import { listUserDetails } from "@umbral/contract/users/user-details.contract";
import { listVisits } from "@umbral/contract/visits/visits.contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { choose } from "../../testing/screens/look.ts";
import { mirador, platformAdministrator, somebody } from "../../testing/screens/people.ts";
import { placesReplies } from "../../testing/screens/places.ts";
import type { Replies } from "../../testing/screens/replies.ts";
import { requestOf } from "../../testing/screens/requests.ts";
import { renderScreen } from "../../testing/screens/screen.tsx";

const building: AdminBuilding = {
  ...mirador,
  address1: "Calle 100 # 10-20",
  city: "Bogotá",
  state: "Bogotá D.C.",
  type: "RESIDENTIAL",
  timeZone: "America/Bogota",
  apartments: 8,
  doors: 3,
  controller: "online",
  lastSeenAt: null,
};
const replies = (): Replies =>
  placesReplies()
    .on(pendingEmail, { pending: null })
    .on(administerBuildings, { buildings: [building], totalPages: 3 })
    .on(listAudit, { entries: [], totalPages: 3, hasOlder: false })
    .on(readApartments, { building: mirador, apartments: [], totalPages: 3 })
    .on(listUserDetails, { users: [], totalPages: 3, isMore: false })
    .on(listEmployeeRequests, { accessRequests: [requestOf("Nora Nueva")], totalPages: 3 })
    .on(listVisits, ({ query: { day = "2026-11-20" } }) => ({
      day,
      today: "2026-11-20",
      visits: [],
      totalPages: 1,
    }));
const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
const lastOf = (asked: readonly { query: object }[]) => asked.at(-1)?.query;

interface List {
  what: string;
  path: string;
  as?: ReturnType<typeof somebody>;
  /** What is typed into its search, which is asked after a pause. */
  typed: readonly [label: string, text: string];
  /** Narrows it further, or leafs on. */
  narrow(): Promise<void>;
  /** What the server is asked from then on. */
  asked(given: Replies): object | undefined;
  query: object;
  /** What its address says; a name or a document that was typed never stands there. */
  address: string;
}

const lists: readonly List[] = [
  {
    what: "the audit",
    path: "/admin-dashboard/audit",
    typed: ["Persona", "rosa"],
    async narrow() {
      await page.getByText("Filtros", { exact: true }).click();
      await choose("Acción", "Inició sesión");
      await page.getByLabelText("Desde").fill("2026-11-20");
      await press("Siguiente");
    },
    asked: (given) => lastOf(given.asked(listAudit)),
    query: { person: "rosa", action: "auth.signed-in", from: "2026-11-20T05:00:00.000Z", page: 2 },
    address: "?accion=auth.signed-in&desde=2026-11-20&pagina=2",
  },
  {
    what: "homes",
    path: `/admin-dashboard/buildings/${mirador.id}/apartments`,
    typed: ["Buscar por nombre", "A-1"],
    async narrow() {
      await page.getByText("Filtros", { exact: true }).click();
      await choose("Estado", "Sin activar");
      await expect.element(page.getByRole("button", { name: "Quitar filtro: Sin activar" })).toBeVisible();
      await press("Siguiente");
    },
    asked: (given) => lastOf(given.asked(readApartments)),
    query: { search: "A-1", active: "false", page: 2 },
    address: "?buscar=A-1&estado=inactivos&pagina=2",
  },
  {
    what: "visits",
    path: "/building/visits/code/confirm",
    as: somebody("PORTERIA", "Pedro Portero"),
    typed: ["Buscar por nombre o documento", "víctor"],
    async narrow() {
      await press("Día anterior");
      await press("Esperando");
    },
    asked: (given) => lastOf(given.asked(listVisits)),
    query: { day: "2026-11-19", state: "waiting", search: "víctor" },
    address: "?dia=2026-11-19&estado=waiting",
  },
  {
    what: "users",
    path: "/admin-dashboard/users",
    typed: ["Buscar", "rosa"],
    narrow: () => press("Siguiente"),
    asked: (given) => lastOf(given.asked(listUserDetails)),
    query: { search: "rosa", page: 2 },
    address: "?pagina=2",
  },
  {
    what: "who waits",
    path: "/building/dashboard/apartments/requests/employee",
    as: somebody("ADMINISTRADOR", "Alberto Administrador"),
    typed: ["Buscar por nombre, cédula o apartamento", "nora"],
    narrow: () => press("Siguiente"),
    asked: (given) => lastOf(given.asked(listEmployeeRequests)),
    query: { search: "nora", page: 2 },
    address: "?pagina=2",
  },
  {
    what: "buildings",
    path: "/admin-dashboard/buildings",
    typed: ["Buscar por nombre", "mir"],
    narrow: () => press("Siguiente"),
    asked: (given) => lastOf(given.asked(administerBuildings)),
    query: { search: "mir", page: 2 },
    address: "?buscar=mir&pagina=2",
  },
];

for (const { what, path, as = platformAdministrator(), typed, narrow, asked, query, address } of lists) {
  test(`whoever comes back to ${what} finds what was looked for`, async () => {
    const given = replies();
    const screen = await renderScreen(path, { as, replies: given });
    const isAsked = () => expect.poll(() => asked(given)).toMatchObject(query);
    const [label, text] = typed;
    await page.getByRole("searchbox", { name: label }).fill(text);
    await expect.poll(() => Object.values(asked(given) ?? {})).toContain(text);
    await narrow();
    await isAsked();
    await expect.poll(screen.path).toBe(path + address);
    await page
      .getByRole("navigation", { name: "Menú principal" })
      .getByRole("link", { name: "Perfil", exact: true })
      .click();
    await expect.poll(screen.path).toBe("/profile");
    window.history.back();
    await expect.poll(screen.path).toBe(path + address);
    // All that is known of the page is forgotten: it is the address and its entry that know.
    await screen.reload();
    await isAsked();
    expect(screen.path()).toBe(path + address);
  });
}

for (const path of ["audit", "events/access", "events/event-intrusion", "events/open-door"]) {
  test(`a last day before the first is said on its field, and asked of nobody: ${path}`, async () => {
    const given = replies()
      .on(listDecisions, { accessEvents: [], totalPages: 1, hasOlder: false })
      .on(listIntrusions, { eventIntrusionDetails: [], totalPages: 1, hasOlder: false })
      .on(listOpenings, { eventOpenDoorDetails: [], totalPages: 1, hasOlder: false });
    const asked = () =>
      [listAudit, listDecisions, listIntrusions, listOpenings].flatMap((list) => given.asked(list)).at(-1)
        ?.query;
    await renderScreen(`/admin-dashboard/${path}?desde=2026-11-20&hasta=2026-11-19`, {
      as: platformAdministrator(),
      replies: given,
    });
    // As an address brought them nobody has opened the filters.
    const last = page.getByLabelText("Hasta", { exact: true });
    await expect
      .element(last)
      .toHaveAccessibleDescription("* El último día no puede ser anterior al primero");
    await expect.element(last).toBeVisible();
    await expect.poll(asked).toMatchObject({ from: "2026-11-20T05:00:00.000Z" });
    expect(asked()).not.toHaveProperty("to");
    await last.fill("2026-11-21");
    await expect.element(page.getByText(/^\* El último día/)).not.toBeInTheDocument();
    await expect.element(last).toBeVisible();
    await expect.poll(asked).toMatchObject({ to: "2026-11-22T05:00:00.000Z" });
  });
}
