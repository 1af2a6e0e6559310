import {
  IconBuilding,
  IconBuildingCommunity,
  IconCards,
  IconDoor,
  IconFileSpreadsheet,
  IconHistory,
  IconNfc,
  IconShieldExclamation,
  IconUserShield,
  IconUsers,
  type TablerIcon,
} from "@tabler/icons-react";
import { adminPaths, eventIntrusionPath, openDoorPath, readingsPath } from "../lib/admin-paths.ts";
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

/** Entries that only administrators have, under the words of the menu (specification §2). */
const ofAdministration: readonly MenuEntry[] = [
  { to: adminPaths.cardManager, label: "Administrador de tarjetas", icon: IconCards },
  { to: adminPaths.buildings, label: "Administrar Edificios", icon: IconBuilding },
  { to: adminPaths.adminApartments, label: "Administrar Apartamento", icon: IconBuildingCommunity },
  { to: adminPaths.users, label: "Administrar Usuarios", icon: IconUsers },
  { to: eventIntrusionPath(), label: "Monitoreo de Intrusos", icon: IconShieldExclamation },
  { to: openDoorPath(), label: "Monitoreo Puertas Abiertas", icon: IconDoor },
  { to: readingsPath(), label: "Lecturas de tarjetas", icon: IconNfc },
  { to: adminPaths.import, label: "Importar", icon: IconFileSpreadsheet },
  { to: adminPaths.administrators, label: "Administradores", icon: IconUserShield },
  { to: adminPaths.audit, label: "Auditoría", icon: IconHistory },
];

const [panel, profile, ...everybody] = menu;

/** The side menu of a platform administrator: everybody's, with the administration after the profile. */
export const adminMenu: readonly MenuEntry[] = [panel, profile]
  .filter((entry) => entry !== undefined)
  .concat(ofAdministration, everybody);
