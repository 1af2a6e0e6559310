import * as landings from "./landings.ts";

/** Every address of the app, in one place. The words are the specification's (§2). */
export const paths = {
  root: landings.root,
  login: landings.login,
  visitCode: landings.visitCode,
  profile: landings.profile,
  dashboard: landings.dashboard,
  dashboardCameras: landings.dashboardCameras,
  requestsEmployee: landings.requestsEmployee,
  requestsOwner: landings.requestsOwner,
  access: landings.access,
  accessVisitor: landings.accessVisitor,
  adminDashboard: landings.adminDashboard,
  recovery: "/recuperar",
  resetPassword: "/reset_password",
  ownerRegistration: "/apartment/owner/register",
  residentRegistration: "/apartment/user/register",
  visitorRegistration: "/apartment/visitor/register",
  expressRegistration: "/apartment/visitor/express/register",
  confirmVisit: "/building/visits/code/confirm",
  confirmEmail: "/confirmar_correo",
  invitation: "/invitacion",
  confirmContact: "/confirmar_contacto",
  dashboardPlan: "/building/dashboard/plano",
  requests: "/building/dashboard/apartments/requests",
  requestsAdmin: "/building/dashboard/apartments/requests/admin",
  calls: "/building/dashboard/llamadas",
  passes: "/building/dashboard/invitaciones",
  parcels: "/building/dashboard/correspondencia",
  deskParcels: "/correspondencia",
  logbook: "/building/dashboard/minuta",
  notices: "/building/dashboard/avisos",
  readings: "/building/dashboard/lecturas",
  alarms: "/building/dashboard/alertas",
  cameras: "/camaras",
  pairKiosk: "/acceso/vincular",
  callSample: "/llamada",
  visitorCall: "/llamada-visitante/:callId/:isFromLobby",
  demo: "/demo",
  demoOutbox: "/demo/outbox",
} as const;

/** The live call screen of one call. */
export const visitorCallPath = (callId: string, isFromLobby: boolean): string =>
  `/llamada-visitante/${encodeURIComponent(callId)}/${isFromLobby}`;

/** The call that an address is the screen of; null for every other address. */
export const callIdOf = (path: string): string | null =>
  /^\/llamada-visitante\/([^/]+)\//.exec(path)?.[1] ?? null;
