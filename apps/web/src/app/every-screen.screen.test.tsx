import { readCall } from "@umbral/contract/calls/calls.contract";
import { readPerson } from "@umbral/contract/users/person.contract";
import { createRoot } from "react-dom/client";
import { createMemoryRouter, type RouteObject } from "react-router";
import { RouterProvider } from "react-router/dom";
import { expect, onTestFinished, test, vi } from "vitest";
import { commands } from "vitest/browser";
import { callIn } from "../../testing/call-device.ts";
import { leastReply } from "../../testing/screens/least-reply.ts";
import { beyondTheEdge, violations, wholePage } from "../../testing/screens/look.ts";
import { home, idOf, mirador, platformAdministrator, somebody } from "../../testing/screens/people.ts";
import { rosaId, rosaPage } from "../../testing/screens/person-page.ts";
import { placesReplies } from "../../testing/screens/places.ts";
import type { Replies } from "../../testing/screens/replies.ts";
import { renderScreen } from "../../testing/screens/screen.tsx";
import { adminScreens } from "./admin-routes.tsx";
import { PageFailure } from "./RouteFailure.tsx";
import { appScreens } from "./router.tsx";

type Who = ReturnType<typeof somebody>;

interface Visit {
  /** Nobody where it is absent. */
  as?: Who;
  /** Its address, where the path names what is shown. */
  at?: string;
  /** Over the least that everything answers. */
  replies?(given: Replies): Replies;
  /** Nothing of its own is shown there: another address is. */
  leadsTo?: string;
}

const platform = { as: platformAdministrator() };
const rosa = { as: somebody("RESIDENTE_LIDER", "Rosa Líder", home) };
const pedro = { as: somebody("PORTERIA", "Pedro Portero") };
const alberto = { as: somebody("ADMINISTRADOR", "Alberto Administrador") };
const buildings = "/admin-dashboard/buildings";
const building = `${buildings}/${mirador.id}`;

const missed = {
  ...callIn("PERDIDA", rosa.as.user.id),
  userId: rosa.as.user.id,
  callee: { id: rosa.as.user.id, name: rosa.as.user.name },
};

/** Who looks at each path, and where. */
const visits: Readonly<Record<string, readonly Visit[]>> = {
  "/": [{}],
  "/login": [{}],
  "/recuperar": [{}],
  "/reset_password": [{ at: "/reset_password?token=x" }],
  "/confirmar_correo": [{}, { at: "/confirmar_correo?token=x" }],
  "/invitacion": [{}],
  "/confirmar_contacto": [{}],
  "/apartment/user/register": [{}],
  "/apartment/owner/register": [{}],
  "/apartment/visitor/register": [{}],
  "/apartment/visitor/express/register": [{}],
  "/acceso/vincular": [{}],
  "/demo": [{}],
  "/demo/outbox": [{}],
  "/visits/code": [{}, rosa],
  "/profile": [rosa],
  // Who may not be there is told so.
  "/building/dashboard": [rosa, { as: somebody("SERVICIOS", "Sergio Servicios") }],
  "/building/dashboard/camaras": [rosa],
  "/building/dashboard/plano": [rosa],
  "/building/dashboard/apartments/requests/employee": [alberto, platform],
  "/building/dashboard/apartments/requests/owner": [alberto],
  "/building/dashboard/apartments/requests/admin": [alberto],
  "/building/dashboard/llamadas": [rosa],
  "/building/dashboard/invitaciones": [rosa],
  "/building/dashboard/correspondencia": [rosa],
  // Who administers every building chooses one first.
  "/correspondencia": [pedro, platform],
  "/building/dashboard/avisos": [rosa],
  "/building/dashboard/lecturas": [pedro],
  "/building/dashboard/minuta": [pedro, platform],
  "/building/dashboard/alertas": [alberto, platform],
  "/camaras": [{ ...rosa, leadsTo: "/building/dashboard" }],
  "/acceso": [pedro],
  "/acceso-visitante": [pedro],
  "/building/visits/code/confirm": [pedro],
  "/llamada": [rosa],
  "/llamada-visitante/:callId/:isFromLobby": [
    {
      ...rosa,
      at: `/llamada-visitante/${missed.id}/true`,
      replies: (given) => given.on(readCall, { call: missed }),
      leadsTo: "/building/dashboard",
    },
  ],
  "*": [{ at: "/no-such-page" }, { ...rosa, at: "/no-such-page" }],
  "/admin-dashboard": [platform, alberto],
  "/admin-dashboard/card-manager": [platform],
  "/admin-dashboard/users": [platform],
  "/admin-dashboard/people/:personId": [
    {
      ...platform,
      at: `/admin-dashboard/people/${rosaId}`,
      replies: (given) => given.on(readPerson, { person: rosaPage }),
    },
  ],
  "/admin-dashboard/apartments/:apartmentId/users": [
    { ...platform, at: `/admin-dashboard/apartments/${home.id}/users` },
  ],
  "/admin-dashboard/administrators": [platform],
  "/admin-dashboard/system-state": [platform],
  "/admin-dashboard/import": [platform],
  "/admin-dashboard/audit": [platform],
  "/admin-dashboard/admin-buildings": [{ ...platform, leadsTo: buildings }],
  "/admin-dashboard/buildings": [platform],
  "/admin-dashboard/buildings/:buildingId": [{ ...platform, at: building }],
  "/admin-dashboard/events/event-intrusion/:buildingId?": [
    { ...platform, at: "/admin-dashboard/events/event-intrusion" },
  ],
  "/admin-dashboard/events/open-door/:buildingId?": [
    { ...platform, at: "/admin-dashboard/events/open-door" },
  ],
  "/admin-dashboard/events/access/:buildingId?": [{ ...platform, at: "/admin-dashboard/events/access" }],
  "/admin-dashboard/cameras/:cameraId/day": [
    { ...platform, at: `/admin-dashboard/cameras/${idOf(0xca)}/day` },
  ],
  "/admin-dashboard/reports/:buildingId?": [
    { ...platform, at: "/admin-dashboard/reports" },
    { ...platform, at: `/admin-dashboard/reports/${mirador.id}` },
  ],
  "/admin-dashboard/buildings/:buildingId/settings": [
    ...["datos", "torres", "camaras", "puertas", "entradas", "niveles", "sin-cuenta"],
    ...["controlador", "equipos", "integraciones", "letrero", "personal"],
  ].map((tab) => ({ ...platform, at: `${building}/settings?ver=${tab}` })),
  "/admin-dashboard/buildings/:buildingId/apartments": [{ ...platform, at: `${building}/apartments` }],
  "/admin-dashboard/admin-building-apartment": [platform],
  "/admin-dashboard/access-levels": [platform],
  "/admin-dashboard/integrations": [platform],
  "/card-manager": [{ ...platform, leadsTo: "/admin-dashboard/card-manager" }],
  "/buildings/*": [{ ...platform, at: `/buildings/${mirador.id}`, leadsTo: building }],
  "/users": [{ ...platform, leadsTo: "/admin-dashboard/users" }],
  "/apartments/:apartmentId/users": [
    {
      ...platform,
      at: `/apartments/${home.id}/users`,
      leadsTo: `/admin-dashboard/apartments/${home.id}/users`,
    },
  ],
  "/events/*": [{ ...platform, at: "/events/open-door", leadsTo: "/admin-dashboard/events/open-door" }],
};

const pathsIn = (routes: readonly RouteObject[]): string[] =>
  routes.flatMap(({ path, children = [] }) => [...(path === undefined ? [] : [path]), ...pathsIn(children)]);

const onPhone = (colorScheme: "light" | "dark") =>
  commands.emulate({
    size: { width: window.innerWidth, height: window.innerHeight },
    colorScheme,
    hasTouch: true,
  });

/** What is wrong with what is shown now, by day and by night. */
async function complaints(): Promise<string[]> {
  await expect.poll(() => document.querySelector("h1")).not.toBeNull();
  await expect.poll(() => document.querySelector("[aria-busy=true]")).toBeNull();
  await wholePage();
  const byDay = await violations();
  await onPhone("dark");
  const byNight = await violations();
  return [...byDay, ...byNight.map((words) => `dark: ${words}`), ...beyondTheEdge()];
}

test("every path of the app has somebody here who looks at it", () => {
  const paths = new Set(pathsIn([...appScreens, ...adminScreens]));
  expect([...paths].filter((path) => !(path in visits))).toEqual([]);
  expect(Object.keys(visits).filter((path) => !paths.has(path))).toEqual([]);
});

for (const [path, ways] of Object.entries(visits)) {
  for (const { as, at = path, replies, leadsTo } of ways) {
    test(`${at} has nothing axe complains of, ${as?.user.name ?? "nobody"}`, async () => {
      const given = placesReplies().otherwise(leastReply);
      const screen = await renderScreen(at, {
        size: "phone",
        replies: replies?.(given) ?? given,
        ...(as === undefined ? {} : { as }),
      });
      if (leadsTo === undefined) {
        expect(await complaints()).toEqual([]);
      } else {
        await expect.poll(screen.path).toBe(leadsTo);
      }
    });
  }
}

test("a screen that broke says so without anything axe complains of", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  vi.spyOn(window, "reportError").mockImplementation(() => {});
  const Broken = () => {
    throw new Error("broken on purpose");
  };
  const place = document.createElement("div");
  document.body.append(place);
  const root = createRoot(place);
  onTestFinished(() => {
    root.unmount();
    place.remove();
  });
  const router = createMemoryRouter([{ path: "/", ErrorBoundary: PageFailure, Component: Broken }]);
  root.render(<RouterProvider router={router} />);
  expect(await complaints()).toEqual([]);
});
