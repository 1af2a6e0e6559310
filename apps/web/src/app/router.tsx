import { createBrowserRouter, matchRoutes, type RouteObject } from "react-router";
import { CallRoute, fetchCallScreen } from "../features/calls/index.ts";
import { isOfAdministration } from "../lib/landings.ts";
import { paths } from "../lib/paths.ts";
import { CamerasRedirect } from "./CamerasRedirect.tsx";
import { NotFoundScreen } from "./NotFoundScreen.tsx";
import { RootLayout } from "./RootLayout.tsx";
import { PageFailure, RouteFailure } from "./RouteFailure.tsx";
import { Splash } from "./Splash.tsx";
import { screen } from "./screens.ts";

/** Where the administration's screens are put once they are known: behind sign-in, in the frame. */
const FRAMED = "framed";

const login = async () => {
  const { LoginRoute } = await import("./LoginRoute.tsx");
  return () => <LoginRoute fetchScreen={fetchScreen} />;
};

/** What stands around every screen behind sign-in. */
const frame = async () => ({ Component: (await import("./SignedInLayout.tsx")).SignedInLayout });

const administration = async () => (await import("./admin-routes.tsx")).adminScreens;

/** Screens behind sign-in. Each adds one line; its code is fetched when it is opened. */
const signedInScreens = [
  screen(
    paths.profile,
    { title: "Perfil" },
    async () => (await import("./screens/profile/ProfilePage.tsx")).ProfilePage,
  ),
  screen(
    paths.dashboard,
    { title: "Cámaras", permission: "cameras.view" },
    async () => (await import("./screens/cameras/CameraScreens.tsx")).DashboardScreen,
  ),
  screen(
    paths.dashboardCameras,
    { title: "Cámaras", permission: "cameras.view" },
    async () => (await import("./screens/cameras/CamerasScreen.tsx")).CamerasScreen,
  ),
  screen(
    paths.dashboardPlan,
    { title: "Plano", permission: "cameras.view" },
    async () => (await import("./screens/cameras/PlanScreen.tsx")).PlanScreen,
  ),
  screen(
    paths.requestsEmployee,
    { title: "Solicitudes de Usuarios", permission: "access-requests.decide-residents" },
    async () => (await import("../features/access-requests/RequestsScreen.tsx")).EmployeeRequestsScreen,
  ),
  screen(
    paths.requestsOwner,
    { title: "Solicitudes de Propietarios", permission: "access-requests.decide-owners" },
    async () => (await import("../features/access-requests/RequestsScreen.tsx")).OwnerRequestsScreen,
  ),
  screen(
    paths.requestsAdmin,
    { title: "Solicitudes por edificio", permission: "access-requests.decide-owners" },
    async () =>
      (await import("../features/access-requests/RequestBuildingsScreen.tsx")).RequestBuildingsScreen,
  ),
  screen(
    paths.calls,
    { title: "Llamadas", permission: "calls.ring-lobby" },
    async () => (await import("../features/calls/CallsScreen.tsx")).CallsScreen,
  ),
  screen(
    paths.passes,
    { title: "Invitaciones", permission: "passes.make" },
    async () => (await import("../features/passes/PassesScreen.tsx")).PassesScreen,
  ),
  screen(
    paths.parcels,
    { title: "Mi correspondencia", permission: "parcels.collect" },
    async () => (await import("../features/parcels/HomeParcelsScreen.tsx")).HomeParcelsScreen,
  ),
  screen(
    paths.deskParcels,
    { title: "Correspondencia", permission: "parcels.read" },
    async () => (await import("../features/parcels/DeskParcelsScreen.tsx")).DeskParcelsScreen,
  ),
  screen(
    paths.notices,
    { title: "Avísame si…", permission: "notices.choose" },
    async () => (await import("../features/notice-rules/NoticesScreen.tsx")).NoticesScreen,
  ),
  screen(
    paths.readings,
    { title: "Lecturas", permission: "events.watch" },
    async () => (await import("./screens/readings/OwnReadingsScreen.tsx")).OwnReadingsScreen,
  ),
  screen(
    paths.logbook,
    { title: "Minuta", permission: "logbook.read" },
    async () => (await import("./screens/logbook/LogbookScreen.tsx")).LogbookScreen,
  ),
  screen(
    paths.alarms,
    { title: "Alertas", permission: "alarms.read" },
    async () => (await import("../features/alarms/AlarmsScreen.tsx")).AlarmsScreen,
  ),
  { path: paths.cameras, Component: CamerasRedirect },
  screen(
    paths.access,
    { title: "Acceso", permission: "apartments.search" },
    async () => (await import("./screens/desk/WelcomeRoute.tsx")).WelcomeRoute,
  ),
  screen(
    paths.accessVisitor,
    { title: "Llamar a un apartamento", permission: "apartments.search", isRoomy: true },
    async () => (await import("./screens/desk/AccessVisitorScreen.tsx")).AccessVisitorScreen,
  ),
  screen(
    paths.confirmVisit,
    { title: "Verificar Código ingreso", permission: "visits.authorise" },
    async () => (await import("../features/visits/VerifyCodeScreen.tsx")).VerifyCodeScreen,
  ),
  screen(
    paths.callSample,
    { title: "Llamada de muestra", permission: "session.own", isBare: true },
    async () => (await import("../features/calls/talk/CallSampleScreen.tsx")).CallSampleScreen,
  ),
  screen(paths.visitorCall, { title: "Llamada", permission: "session.own", isBare: true }, async () => {
    await fetchCallScreen();
    return CallRoute;
  }),
];

/** Every screen but those of the administration, which `adminScreens` has. */
export const appScreens: RouteObject[] = [
  {
    Component: RootLayout,
    HydrateFallback: Splash,
    ErrorBoundary: PageFailure,
    children: [
      screen(paths.root, { title: "Iniciar sesión" }, login),
      screen(paths.login, { title: "Iniciar sesión" }, login),
      screen(
        paths.recovery,
        { title: "Recuperar contraseña" },
        async () => (await import("../features/auth/RecoveryScreen.tsx")).RecoveryScreen,
      ),
      screen(
        paths.resetPassword,
        { title: "Contraseña nueva" },
        async () => (await import("../features/auth/ResetScreen.tsx")).ResetScreen,
      ),
      screen(
        paths.confirmEmail,
        { title: "Confirmar correo" },
        async () => (await import("../features/users/ConfirmEmailScreen.tsx")).ConfirmEmailScreen,
      ),
      screen(
        paths.invitation,
        { title: "Invitación" },
        async () => (await import("../features/users/InvitationScreen.tsx")).InvitationScreen,
      ),
      screen(
        paths.confirmContact,
        { title: "Confirmar celular o correo" },
        async () => (await import("../features/users/ConfirmContactScreen.tsx")).ConfirmContactScreen,
      ),
      screen(
        paths.residentRegistration,
        { title: "Registro de Residentes y Personal Autorizado" },
        async () =>
          (await import("../features/registration/HomeRegistration.tsx")).ResidentRegistrationScreen,
      ),
      screen(
        paths.ownerRegistration,
        { title: "Registro de Propietario o Residente Líder" },
        async () => (await import("../features/registration/HomeRegistration.tsx")).OwnerRegistrationScreen,
      ),
      screen(
        paths.visitorRegistration,
        { title: "Registro Visitantes" },
        async () =>
          (await import("../features/registration/VisitorRegistration.tsx")).VisitorRegistrationScreen,
      ),
      screen(
        paths.expressRegistration,
        { title: "Registro rápido de visitantes" },
        async () =>
          (await import("../features/registration/VisitorRegistration.tsx")).ExpressRegistrationScreen,
      ),
      screen(
        paths.pairKiosk,
        { title: "Vincular equipo de portería" },
        async () => (await import("../features/kiosks/PairKioskScreen.tsx")).PairKioskScreen,
      ),
      screen(
        paths.demo,
        { title: "El otro lado del edificio" },
        async () => (await import("../features/controllers/DemoScreen.tsx")).DemoScreen,
      ),
      screen(
        paths.demoOutbox,
        { title: "Buzón de la demostración" },
        async () => (await import("../features/notifications/OutboxScreen.tsx")).OutboxScreen,
      ),
      {
        lazy: async () => ({ Component: (await import("./OpenLayout.tsx")).OpenLayout }),
        children: [
          {
            ErrorBoundary: RouteFailure,
            children: [
              screen(
                paths.visitCode,
                { title: "Solicitar código de ingreso" },
                async () => (await import("../features/visits/AskCodeScreen.tsx")).AskCodeScreen,
              ),
            ],
          },
        ],
      },
      {
        lazy: frame,
        // A screen that fails leaves the menu standing.
        children: [{ id: FRAMED, ErrorBoundary: RouteFailure, children: signedInScreens }],
      },
      { path: "*", handle: { title: "Página no encontrada" }, Component: NotFoundScreen },
    ],
  },
];

/** The router of a page, which begins where the address bar is. */
export const createAppRouter = () =>
  createBrowserRouter(appScreens, {
    // Even the list of the administration's screens is fetched by nobody else.
    patchRoutesOnNavigation: async ({ path, patch }) => {
      if (isOfAdministration(path)) {
        patch(FRAMED, await administration());
      }
    },
  });

/**
 * Fetches the code of a screen behind sign-in and of the frame around it, before anybody goes there. What cannot be fetched now is
 * asked for again when it is shown.
 */
export function fetchScreen(path: string): void {
  const fetchIn = (routes: RouteObject[]) =>
    Promise.all(
      (matchRoutes(routes, path) ?? []).flatMap(({ route: { lazy } }) =>
        typeof lazy === "function" ? [lazy()] : [],
      ),
    );
  Promise.all([
    frame(),
    isOfAdministration(path) ? administration().then(fetchIn) : fetchIn(appScreens),
  ]).catch(() => undefined);
}
