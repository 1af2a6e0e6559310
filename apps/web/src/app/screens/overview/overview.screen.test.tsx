import { type AdminBuilding, administerBuildings } from "@umbral/contract/buildings/building-list.contract";
import { readOverview } from "@umbral/contract/overview/overview.contract";
import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import type { z } from "zod";
import { ServerLine } from "../../../../testing/screens/line.ts";
import { beyondTheEdge, choose, everyLook, violations, wholePage } from "../../../../testing/screens/look.ts";
import {
  almendros,
  idOf,
  mirador,
  platformAdministrator,
  somebody,
} from "../../../../testing/screens/people.ts";
import { miradorSettings } from "../../../../testing/screens/places.ts";
import { failing, held, Replies, refused } from "../../../../testing/screens/replies.ts";
import { calmOverview, renderScreen } from "../../../../testing/screens/screen.tsx";

type Seen = z.input<(typeof readOverview)["reply"]>;

const HOME = "/admin-dashboard";
const as = somebody("ADMINISTRADOR", "Alberto Administrador");
const hours = (...counts: [hour: number, count: number][]) =>
  Array.from({ length: 24 }, (_, hour) => counts.find(([at]) => at === hour)?.[1] ?? 0);

const busy: Seen = {
  buildings: [mirador, almendros].map((building) => ({ ...building, timeZone: "America/Bogota" })),
  troubles: [
    {
      kind: "door-held",
      id: idOf(1),
      buildingId: mirador.id,
      name: "Garaje",
      since: "2026-11-20T15:42:00.000Z",
    },
    {
      kind: "controller-away",
      id: idOf(2),
      buildingId: almendros.id,
      name: "Controlador",
      since: null,
      takesAlong: { doors: 3, cameras: 1 },
    },
    { kind: "reader", id: idOf(3), buildingId: mirador.id, name: "Puerta principal", since: null },
  ],
  hasMoreTroubles: false,
  waiting: [
    { what: "employees", buildingId: mirador.id, count: 2 },
    { what: "owners", buildingId: mirador.id, count: 1 },
    { what: "invitations", buildingId: almendros.id, count: 4 },
    { what: "alarms", buildingId: mirador.id, count: 1 },
  ],
  today: { openings: hours([7, 12], [8, 30]), visits: hours([8, 1]), guests: hours([8, 3]) },
};

const ofAlmendros: Seen = {
  ...busy,
  troubles: busy.troubles?.filter(({ buildingId }) => buildingId === almendros.id) ?? null,
  waiting: [],
};

const listed = (building: Pick<AdminBuilding, "id" | "name">): AdminBuilding => ({
  ...miradorSettings,
  ...building,
  apartments: 8,
  doors: 3,
  controller: "online",
  lastSeenAt: null,
});

/** Alberto administers Almendros as well. */
const ofBoth = {
  ...as,
  spaces: as.spaces.flatMap((space) => [
    space,
    { ...space, id: idOf(0x5b), building: { ...space.building, ...almendros } },
  ]),
};

describe("what the administration sees first", () => {
  for (const look of everyLook) {
    test(`is what is wrong and what waits, each with its way (${look.size}, ${look.colorScheme})`, async () => {
      const replies = new Replies().on(readOverview, busy);
      await renderScreen(HOME, { as: platformAdministrator(), replies, ...look });
      await expect
        .element(page.getByRole("link", { name: /^Lector sin conexión: Puerta principal/ }))
        .toBeVisible();
      await wholePage();
      expect(await violations()).toEqual([]);
      expect(beyondTheEdge()).toEqual([]);
    });
  }

  const ways = [
    [/^Puerta abierta demasiado tiempo: Garaje/, `/admin-dashboard/events/event-intrusion/${mirador.id}`],
    [
      /^Controlador sin conexión.*Almendros.*3 puertas y 1 cámara no responden/,
      `/admin-dashboard/buildings/${almendros.id}/settings?ver=controlador`,
    ],
    [/^Lector sin conexión/, `/admin-dashboard/buildings/${mirador.id}/settings?ver=puertas`],
    [/^2 solicitudes de usuarios/, `/building/dashboard/apartments/requests/employee?lugar=${mirador.id}`],
    [/^1 solicitud de propietario/, `/building/dashboard/apartments/requests/owner?lugar=${mirador.id}`],
    [/^4 invitaciones sin aceptar/, `/admin-dashboard/buildings/${almendros.id}/settings?ver=personal`],
    [/^1 alerta sin cerrar/, `/building/dashboard/alertas?edificio=${mirador.id}`],
    [/^42 aperturas/, "/admin-dashboard/events/open-door"],
    [/^1 visita$/, "/building/visits/code/confirm"],
  ] as const;
  test("leads from each line to its place, which building it is of", async () => {
    await renderScreen(HOME, { as: platformAdministrator(), replies: new Replies().on(readOverview, busy) });
    for (const [name, to] of ways) {
      await expect.element(page.getByRole("link", { name })).toHaveAttribute("href", to);
    }
    // The bars are said as a table.
    const table = page.getByRole("table", { name: "Aperturas, visitas e invitados de hoy, por hora" });
    await expect.element(table.getByRole("row", { name: "8:00 AM 30 1 3" })).toBeInTheDocument();
    // The platform counts guests; who they are is the building's.
    await expect.element(page.getByText("3 invitados")).toBeVisible();
    expect(page.getByRole("link", { name: "3 invitados" }).elements()).toEqual([]);
  });

  test("is of the building that is chosen, kept in the address, for who administers two of them", async () => {
    const replies = new Replies()
      .on(administerBuildings, { buildings: [mirador, almendros].map(listed) })
      .on(readOverview, ({ query }) => (query.buildingId === undefined ? busy : ofAlmendros));
    const screen = await renderScreen(HOME, { as: ofBoth, replies });
    // Of both: each line that says what is wrong or waits names its building.
    const garage = page.getByRole("link", { name: /^Puerta abierta demasiado tiempo: Garaje/ });
    await expect.element(garage).toHaveTextContent(mirador.name);
    const staff = page.getByRole("link", { name: /^4 invitaciones/ });
    await expect.element(staff).toHaveTextContent(almendros.name);
    await choose("Edificio", almendros.name);
    await expect.poll(screen.path).toBe(`${HOME}?edificio=${almendros.id}`);
    await expect.element(garage).not.toBeInTheDocument();
    await expect.poll(() => replies.asked(readOverview).at(-1)?.query).toEqual({ buildingId: almendros.id });
    const away = page.getByRole("link", { name: /^Controlador sin conexión/ });
    await expect.element(away).not.toHaveTextContent(almendros.name);
    await expect
      .element(page.getByRole("link", { name: "42 aperturas" }))
      .toHaveAttribute("href", `/admin-dashboard/events/open-door/${almendros.id}`);
    await expect
      .element(page.getByRole("link", { name: "3 invitados" }))
      .toHaveAttribute("href", "/building/dashboard/invitaciones");
    await screen.reload();
    await expect.element(away).toBeVisible();
    await choose("Edificio", "Todos los edificios");
    await expect.element(garage).toBeVisible();
    await expect.poll(screen.path).toBe(HOME);
  });

  test("leads to the rest where there is more than stands here", async () => {
    const replies = () => new Replies().on(readOverview, { ...busy, hasMoreTroubles: true });
    await renderScreen(HOME, { as: platformAdministrator(), replies: replies() });
    await expect
      .element(page.getByRole("link", { name: "Hay más. Míralos en cada edificio." }))
      .toHaveAttribute("href", "/admin-dashboard/buildings");
    await renderScreen(HOME, { as, replies: replies() });
    await expect
      .element(page.getByRole("link", { name: "Hay más. Míralos en el edificio." }))
      .toHaveAttribute("href", `/admin-dashboard/buildings/${mirador.id}`);
    expect(await violations()).toEqual([]);
  });

  test("is calm where all is well, and of one building does not repeat its name", async () => {
    let seen = calmOverview;
    const line = new ServerLine();
    const replies = new Replies().on(readOverview, () => seen);
    await renderScreen(HOME, { as, replies, line });
    await expect.element(page.getByText(/^Todo está en orden/)).toBeVisible();
    await expect
      .element(page.getByText("No hay solicitudes, invitaciones ni alertas pendientes."))
      .toBeVisible();
    expect(await violations()).toEqual([]);
    // A door is held: it stands here without anybody asking.
    seen = busy;
    line.say("event_intrusion", { buildingId: mirador.id });
    const garage = page.getByRole("link", { name: /^Puerta abierta demasiado tiempo: Garaje/ });
    await expect.element(garage).toBeVisible();
    await expect.element(garage).not.toHaveTextContent(mirador.name);
  });

  test("says where the first building is made, and never that all is well, while there is none", async () => {
    const none = held({ buildings: [] });
    const replies = new Replies().on(readOverview, calmOverview).on(administerBuildings, none.answer);
    await renderScreen(HOME, { as: platformAdministrator(), replies });
    await expect.element(page.getByRole("heading", { name: "Qué espera por ti" })).toBeVisible();
    expect(page.getByText(/^Todo está en orden/).query()).toBeNull();
    none.letGo();
    await expect
      .element(page.getByRole("link", { name: "Crea el primero en Administrar Edificios." }))
      .toHaveAttribute("href", "/admin-dashboard/buildings");
    expect(page.getByText(/^Todo está en orden/).query()).toBeNull();
    expect(await violations()).toEqual([]);
  });

  test("has the shape of what comes while it is asked for, and says what went wrong", async () => {
    const waiting = held(calmOverview);
    await renderScreen(HOME, { as, replies: new Replies().on(readOverview, waiting.answer) });
    await expect.element(page.getByText("Cargando…")).toBeInTheDocument();
    expect(await violations()).toEqual([]);
    waiting.letGo();
    await expect.element(page.getByRole("heading", { name: "Qué pasa ahora" })).toBeVisible();
    await renderScreen(HOME, { as, replies: new Replies().on(readOverview, failing(refused("FAULT"))) });
    await expect.element(page.getByRole("button", { name: "Intentar de nuevo" })).toBeVisible();
    expect(await violations()).toEqual([]);
  });

  test("leaves out what one may not see", async () => {
    const replies = new Replies().on(readOverview, {
      ...calmOverview,
      troubles: null,
      today: { openings: hours([3, 1]), visits: null, guests: null },
    });
    await renderScreen(HOME, { as, replies });
    await expect.element(page.getByRole("link", { name: "1 apertura" })).toBeVisible();
    expect(page.getByRole("heading", { name: "Qué pasa ahora" }).elements()).toEqual([]);
    expect(page.getByRole("link", { name: /visita/ }).elements()).toEqual([]);
  });
});
