import {
  IconBellRinging,
  IconDoorEnter,
  IconHomeCheck,
  IconLayoutDashboard,
  IconMailbox,
  IconNfc,
  IconNotebook,
  IconPackage,
  IconPhone,
  IconShieldCheck,
  IconTicket,
  IconUser,
  IconUserCheck,
  IconVideo,
  type TablerIcon,
} from "@tabler/icons-react";
import type { AccessKind } from "@umbral/contract/access-requests/access-requests.contract";
import type { Permission } from "@umbral/contract/lib/policy";
import type { Role } from "@umbral/contract/lib/roles";
import { paths } from "../lib/paths.ts";

export interface MenuEntry {
  to: string;
  label: string;
  icon: TablerIcon;
  /** Shown to who may do this somewhere; without it, to everybody. */
  permission?: Permission;
  /** Not for the platform's administrators, who may do everything: their menu is another (specification §6). */
  isOfBuilding?: boolean;
  /** How many of these requests wait stands beside it. */
  counts?: AccessKind;
  /** Shown to who is one of these somewhere. */
  roles?: readonly Role[];
  /** The screens under it, when its own address only leads there. */
  covers?: string;
  /** What it is about at other addresses: looked for in path and search. */
  within?: RegExp;
  /** Stands in the bottom bar too. */
  isInBar?: boolean;
}

/** The side menu, in its order. An entry joins when its screen exists. */
export const menu: readonly MenuEntry[] = [
  {
    to: paths.adminDashboard,
    label: "Panel de Administración",
    icon: IconLayoutDashboard,
    permission: "platform.administer",
  },
  {
    to: paths.adminDashboard,
    label: "Administrar mi edificio",
    icon: IconLayoutDashboard,
    permission: "buildings.administer",
    isOfBuilding: true,
  },
  {
    to: paths.profile,
    label: "Perfil",
    icon: IconUser,
    permission: "profile.own",
    // What one is told of is chosen there, whatever its address begins with.
    within: new RegExp(`^${paths.notices}$`),
  },
  {
    to: paths.requestsEmployee,
    label: "Solicitudes de Usuarios",
    icon: IconUserCheck,
    permission: "access-requests.decide-residents",
    isOfBuilding: true,
    covers: paths.requests,
    counts: "employees",
  },
  {
    to: paths.requestsOwner,
    label: "Solicitudes de Propietarios",
    icon: IconHomeCheck,
    permission: "access-requests.decide-owners",
    isOfBuilding: true,
    counts: "owners",
  },
  {
    to: paths.visitCode,
    label: "Solicitar código de ingreso",
    icon: IconTicket,
    roles: ["VISITANTE_CONOCIDO", "VISITANTE_DESCONOCIDO"],
  },
  {
    to: paths.confirmVisit,
    label: "Verificar Código ingreso",
    icon: IconShieldCheck,
    permission: "visits.authorise",
  },
  {
    to: paths.cameras,
    label: "Cámaras",
    icon: IconVideo,
    permission: "cameras.view",
    covers: paths.dashboard,
    isInBar: true,
  },
  {
    to: paths.passes,
    label: "Invitaciones",
    icon: IconTicket,
    permission: "passes.make",
    isOfBuilding: true,
  },
  {
    to: paths.parcels,
    label: "Mi correspondencia",
    icon: IconPackage,
    permission: "parcels.collect",
    isOfBuilding: true,
  },
  { to: paths.deskParcels, label: "Correspondencia", icon: IconMailbox, permission: "parcels.read" },
  { to: paths.calls, label: "Llamadas", icon: IconPhone, permission: "calls.ring-lobby" },
  {
    to: paths.readings,
    label: "Lecturas",
    icon: IconNfc,
    permission: "events.watch",
    isOfBuilding: true,
  },
  { to: paths.logbook, label: "Minuta", icon: IconNotebook, permission: "logbook.read" },
  { to: paths.alarms, label: "Alertas", icon: IconBellRinging, permission: "alarms.read" },
  {
    to: paths.accessVisitor,
    label: "Acceso",
    icon: IconDoorEnter,
    permission: "apartments.search",
    isOfBuilding: true,
  },
];
