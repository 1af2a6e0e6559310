/** Every address of the app, in one place. The words are the specification's (§2). */
export const paths = {
  root: "/",
  login: "/login",
  recovery: "/recuperar",
  resetPassword: "/reset_password",
  ownerRegistration: "/apartment/owner/register",
  residentRegistration: "/apartment/user/register",
  visitorRegistration: "/apartment/visitor/register",
  expressRegistration: "/apartment/visitor/express/register",
  visitCode: "/visits/code",
  confirmVisit: "/building/visits/code/confirm",
  profile: "/profile",
  confirmEmail: "/confirmar_correo",
  invitation: "/invitacion",
  confirmContact: "/confirmar_contacto",
  dashboard: "/building/dashboard",
  dashboardCameras: "/building/dashboard/camaras",
  dashboardPlan: "/building/dashboard/plano",
  requests: "/building/dashboard/apartments/requests",
  requestsEmployee: "/building/dashboard/apartments/requests/employee",
  requestsOwner: "/building/dashboard/apartments/requests/owner",
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
  access: "/acceso",
  accessVisitor: "/acceso-visitante",
  pairKiosk: "/acceso/vincular",
  callSample: "/llamada",
  visitorCall: "/llamada-visitante/:callId/:isFromLobby",
  adminDashboard: "/admin-dashboard",
  demo: "/demo",
  demoOutbox: "/demo/outbox",
} as const;

/** The live call screen of one call. */
export const visitorCallPath = (callId: string, isFromLobby: boolean): string =>
  `/llamada-visitante/${encodeURIComponent(callId)}/${isFromLobby}`;

/** The call that an address is the screen of; null for every other address. */
export const callIdOf = (path: string): string | null =>
  /^\/llamada-visitante\/([^/]+)\//.exec(path)?.[1] ?? null;

/** Addresses that may be the administration's: under its panel, and as the specification names them there (§2). */
export const isOfAdministration = (path: string): boolean =>
  /^\/(admin-dashboard|card-manager|buildings|users|apartments|events)(\/|$)/.test(path);
