import {
  IconDoorEnter,
  IconLayoutDashboard,
  IconPhone,
  IconUser,
  IconVideo,
  type TablerIcon,
} from "@tabler/icons-react";
import type { Permission } from "@umbral/contract/lib/policy";
import { paths } from "./paths.ts";

export interface MenuEntry {
  to: string;
  label: string;
  icon: TablerIcon;
  /** Shown to who may do this somewhere; without it, to everybody. */
  permission?: Permission;
  /** The screens under it, when its own address only leads there. */
  covers?: string;
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
  { to: paths.profile, label: "Perfil", icon: IconUser },
  {
    to: paths.cameras,
    label: "Cámaras",
    icon: IconVideo,
    permission: "cameras.view",
    covers: paths.dashboard,
    isInBar: true,
  },
  { to: paths.calls, label: "Llamadas", icon: IconPhone, permission: "calls.ring-lobby" },
  { to: paths.accessVisitor, label: "Acceso", icon: IconDoorEnter, permission: "apartments.search" },
];
