/*
 * Where people land. Each by itself, for the page's first script, which carries no other address and none in vain; everybody else
 * reads them in `paths.ts`.
 */

export const root = "/";
export const login = "/login";
export const visitCode = "/visits/code";
export const profile = "/profile";
export const dashboard = "/building/dashboard";
export const dashboardCameras = "/building/dashboard/camaras";
export const requestsEmployee = "/building/dashboard/apartments/requests/employee";
export const requestsOwner = "/building/dashboard/apartments/requests/owner";
export const access = "/acceso";
export const accessVisitor = "/acceso-visitante";
export const adminDashboard = "/admin-dashboard";

/** Addresses that may be the administration's: under its panel, and as the specification names them there (§2). */
export const isOfAdministration = (path: string): boolean =>
  /^\/(admin-dashboard|card-manager|buildings|users|apartments|events)([/?]|$)/.test(path);
