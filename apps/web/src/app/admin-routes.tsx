import type { ComponentType } from "react";
import { Navigate, Outlet, type RouteObject, useLocation } from "react-router";
import { adminPaths } from "../lib/admin-paths.ts";
import { paths } from "../lib/paths.ts";
import { screen } from "./screens.ts";

/** A screen for who administers, every building or their own; everybody else is told that there is no such page. */
const adminScreen = (path: string, title: string, load: () => Promise<ComponentType>): RouteObject =>
  screen(path, { title, permission: "buildings.administer" }, load);

const screens: RouteObject[] = [
  adminScreen(
    paths.adminDashboard,
    "Panel de Administración",
    async () => (await import("./AdminHomeScreen.tsx")).AdminHomeScreen,
  ),
  adminScreen(
    adminPaths.cardManager,
    "Administrador de tarjetas",
    async () => (await import("../features/cards/CardManagerScreen.tsx")).CardManagerScreen,
  ),
  adminScreen(
    adminPaths.users,
    "Administrar Usuarios",
    async () => (await import("../features/users/UsersScreen.tsx")).UsersScreen,
  ),
  screen(
    adminPaths.person,
    { title: "Persona", permission: "buildings.administer" },
    async () => (await import("./screens/person/PersonScreen.tsx")).PersonScreen,
  ),
  adminScreen(
    adminPaths.apartmentUsers,
    "Usuarios del apartamento",
    async () => (await import("../features/users/ApartmentUsersScreen.tsx")).ApartmentUsersScreen,
  ),
  screen(
    adminPaths.administrators,
    { title: "Administradores", permission: "platform.administer" },
    async () => (await import("../features/auth/AdministratorsScreen.tsx")).AdministratorsScreen,
  ),
  screen(
    adminPaths.systemState,
    { title: "Estado del sistema", permission: "platform.administer" },
    async () => (await import("../features/system-state/SystemStateScreen.tsx")).SystemStateScreen,
  ),
  adminScreen(
    adminPaths.import,
    "Importar",
    async () => (await import("../features/buildings/ImportScreen.tsx")).ImportScreen,
  ),
  adminScreen(
    adminPaths.audit,
    "Auditoría",
    async () => (await import("../features/audit/AuditScreen.tsx")).AuditScreen,
  ),
  adminScreen(adminPaths.adminBuildings, "Administrar Edificios", async () => Buildings),
  adminScreen(
    adminPaths.buildings,
    "Administrar Edificios",
    async () => (await import("./screens/buildings/BuildingsScreen.tsx")).BuildingsScreen,
  ),
  adminScreen(
    adminPaths.building,
    "Edificio",
    async () => (await import("./screens/buildings/BuildingScreen.tsx")).BuildingScreen,
  ),
  adminScreen(
    adminPaths.eventIntrusion,
    "Monitoreo de Intrusos",
    async () => (await import("./screens/intrusions/IntrusionsScreen.tsx")).IntrusionsScreen,
  ),
  adminScreen(
    adminPaths.openDoor,
    "Monitoreo Puertas Abiertas",
    async () => (await import("../features/doors/OpeningsScreen.tsx")).OpeningsScreen,
  ),
  adminScreen(
    adminPaths.readings,
    "Lecturas de tarjetas",
    async () => (await import("./screens/readings/ReadingsScreen.tsx")).ReadingsScreen,
  ),
  adminScreen(
    adminPaths.cameraDay,
    "Día de una cámara",
    async () => (await import("../features/clips/CameraDayScreen.tsx")).CameraDayScreen,
  ),
  adminScreen(
    adminPaths.report,
    "Informe del mes",
    async () => (await import("./screens/reports/MonthReportScreen.tsx")).MonthReportScreen,
  ),
  adminScreen(
    adminPaths.buildingSettings,
    "Configurar edificio",
    async () => (await import("./screens/buildings/BuildingSettingsScreen.tsx")).BuildingSettingsScreen,
  ),
  adminScreen(
    adminPaths.buildingApartments,
    "Apartamentos",
    async () => (await import("../features/buildings/ApartmentsScreen.tsx")).ApartmentsScreen,
  ),
  adminScreen(
    adminPaths.adminApartments,
    "Administrar Apartamento",
    async () => (await import("../features/buildings/ChooseBuildingScreen.tsx")).ChooseBuildingScreen,
  ),
  adminScreen(
    adminPaths.accessLevels,
    "Niveles de acceso",
    async () => (await import("../features/buildings/ChooseBuildingScreen.tsx")).ChooseForLevelsScreen,
  ),
  adminScreen(
    adminPaths.integrations,
    "Integraciones",
    async () => (await import("../features/buildings/ChooseBuildingScreen.tsx")).ChooseForIntegrationsScreen,
  ),
  ...["/card-manager", "/buildings/*", "/users", "/apartments/:apartmentId/users", "/events/*"].map((path) =>
    adminScreen(path, "Panel de Administración", async () => UnderThePanel),
  ),
];

/** The administration's screens, which the router takes in when one of their addresses is first opened. */
export const adminScreens: RouteObject[] = [
  {
    // Who administers one building shows their second factor before any of it is asked for (decisions §9).
    lazy: async () => {
      const { SecondFactorGate } = await import("../features/auth/SecondFactorGate.tsx");
      const { takeAskedSecondFactor } = await import("../features/auth/SecondFactorGate.tsx");
      await takeAskedSecondFactor();
      return {
        Component: () => (
          <SecondFactorGate>
            <Outlet />
          </SecondFactorGate>
        ),
      };
    },
    children: screens,
  },
];

/** The specification's second reading of the buildings' address leads to the first. */
function Buildings() {
  return <Navigate to={adminPaths.buildings} replace />;
}

/** The specification lists its addresses from the panel on; written without it they lead there. */
function UnderThePanel() {
  const { pathname, search } = useLocation();
  return <Navigate to={`${paths.adminDashboard}${pathname}${search}`} replace />;
}
