import {
  IconActivityHeartbeat,
  IconBuilding,
  IconBuildingCommunity,
  IconCards,
  IconDoor,
  IconFileSpreadsheet,
  IconHistory,
  IconKey,
  IconNfc,
  IconPlugConnected,
  IconReportAnalytics,
  IconShieldExclamation,
  IconUserShield,
  IconUsers,
  type TablerIcon,
} from "@tabler/icons-react";
import {
  adminPaths,
  eventIntrusionPath,
  openDoorPath,
  readingsPath,
  reportPath,
  type SettingsTab,
} from "../lib/admin-paths.ts";
import { paths } from "../lib/paths.ts";
import { type MenuEntry, menu } from "./menu.ts";

interface Way {
  to: string;
  label: string;
  icon: TablerIcon;
}

/** The buttons of 'Panel de Administración', in the specification's order and words (§2). */
export const panelButtons: readonly Way[] = [
  { to: adminPaths.cardManager, label: "Administrar Tarjetas", icon: IconCards },
  { to: adminPaths.buildings, label: "Administrar Edificios", icon: IconBuilding },
  { to: adminPaths.users, label: "Administrar Usuarios", icon: IconUsers },
  { to: eventIntrusionPath(), label: "Monitoreo de Intrusos", icon: IconShieldExclamation },
  { to: openDoorPath(), label: "Monitoreo Puertas Abiertas", icon: IconDoor },
];

// Where an entry leads once its building or person is chosen.
const ofPerson = /^\/admin-dashboard\/people\/.+/;
const ofApartments = /^\/admin-dashboard\/(buildings\/[^/]+\/apartments|apartments\/.+)/;
const tabOfSettings = (tab: SettingsTab) =>
  new RegExp(String.raw`^/admin-dashboard/buildings/[^/]+/settings\?(.+&)?ver=${tab}(?=&|$)`);

/** Entries that only administrators have, by group, under the words of the menu (specification §2). */
const ofAdministration = {
  Personas: [
    { to: adminPaths.users, label: "Administrar Usuarios", icon: IconUsers, within: ofPerson },
    { to: adminPaths.cardManager, label: "Administrador de tarjetas", icon: IconCards },
    { to: adminPaths.import, label: "Importar", icon: IconFileSpreadsheet },
  ],
  Accesos: [
    {
      to: adminPaths.accessLevels,
      label: "Niveles de acceso",
      icon: IconKey,
      within: tabOfSettings("niveles"),
    },
  ],
  Eventos: [
    { to: eventIntrusionPath(), label: "Monitoreo de Intrusos", icon: IconShieldExclamation },
    { to: openDoorPath(), label: "Monitoreo Puertas Abiertas", icon: IconDoor },
    { to: readingsPath(), label: "Lecturas de tarjetas", icon: IconNfc },
    { to: reportPath(), label: "Informe del mes", icon: IconReportAnalytics },
  ],
  Edificio: [
    { to: adminPaths.buildings, label: "Administrar Edificios", icon: IconBuilding },
    {
      to: adminPaths.adminApartments,
      label: "Administrar Apartamento",
      icon: IconBuildingCommunity,
      within: ofApartments,
    },
    {
      to: adminPaths.integrations,
      label: "Integraciones",
      icon: IconPlugConnected,
      within: tabOfSettings("integraciones"),
    },
    { to: adminPaths.audit, label: "Auditoría", icon: IconHistory },
  ],
  Plataforma: [
    {
      to: adminPaths.administrators,
      label: "Administradores",
      icon: IconUserShield,
      permission: "platform.administer",
    },
    {
      to: adminPaths.systemState,
      label: "Estado del sistema",
      icon: IconActivityHeartbeat,
      permission: "platform.administer",
    },
  ],
} satisfies Record<string, MenuEntry[]>;
type Group = keyof typeof ofAdministration;

/** In which group what everybody's menu has is found by who administers. What is in none stands before all. */
const groupOf: Partial<Record<string, Group>> = {
  [paths.requestsEmployee]: "Personas",
  [paths.requestsOwner]: "Personas",
  [paths.passes]: "Accesos",
  [paths.deskParcels]: "Accesos",
  [paths.visitCode]: "Accesos",
  [paths.confirmVisit]: "Accesos",
  [paths.accessVisitor]: "Accesos",
  [paths.calls]: "Accesos",
  [paths.logbook]: "Eventos",
  [paths.alarms]: "Eventos",
  [paths.cameras]: "Edificio",
};

/** The desk's readings of today are a part of 'Lecturas de tarjetas', which who administers has. */
const ofTheMenu = menu.filter(({ to }) => to !== paths.readings);

/** What stands before the groups. */
export const ungrouped: readonly MenuEntry[] = ofTheMenu.filter(({ to }) => groupOf[to] === undefined);

/** The groups of the side menu of who administers, in their order. */
export const adminMenu: readonly { title: string; entries: readonly MenuEntry[] }[] = Object.entries(
  ofAdministration,
).map(([title, entries]) => ({
  title,
  entries: [...ofTheMenu.filter(({ to }) => groupOf[to] === title), ...entries],
}));
