import {
  IconChevronRight,
  IconDoorEnter,
  IconLayoutDashboard,
  IconShieldCheck,
  IconVideo,
} from "@tabler/icons-react";
import { Link } from "react-router";
import { WaitingRequests } from "../../../features/access-requests/index.ts";
import { UnclosedAlarms } from "../../../features/alarms/index.ts";
import type { ShownBuilding } from "../../../features/buildings/index.ts";
import { HomeCalls } from "../../../features/calls/index.ts";
import { NoticesRow } from "../../../features/notice-rules/index.ts";
import { HomeParcels } from "../../../features/parcels/index.ts";
import { HomeGuests } from "../../../features/passes/index.ts";
import { paths } from "../../../lib/paths.ts";
import { useMay } from "../../../lib/useMay.ts";
import type { MenuEntry } from "../../menu.ts";
import { useMenu } from "../../useMenu.ts";
import css from "./HomeAside.module.css";

interface HomeAsideProps {
  building: ShownBuilding;
  /** Where this person works is named too: they have no other way to it than the menu. */
  hasPlaces: boolean;
}

/** What waits for this person, who came last, and the way to the lobby. */
export function HomeAside({ building, hasPlaces }: HomeAsideProps) {
  const mayDecide = useMay("access-requests.decide-residents");
  const mayClose = useMay("alarms.close", { buildingId: building.id });
  return (
    <div className={css["aside"]}>
      {mayDecide ? <WaitingRequests /> : null}
      {mayClose ? <UnclosedAlarms buildingId={building.id} /> : null}
      <HomeParcels buildingId={building.id} />
      <HomeGuests buildingId={building.id} />
      <NoticesRow />
      {hasPlaces ? <HomePlaces /> : null}
      <HomeCalls building={building} />
    </div>
  );
}

/** The places of whoever works in a building, by what the table of permissions lets them do. */
const places: readonly MenuEntry[] = [
  {
    to: paths.adminDashboard,
    label: "Administrar mi edificio",
    icon: IconLayoutDashboard,
    permission: "buildings.administer",
  },
  {
    to: paths.accessVisitor,
    label: "Portería: llamar a un apartamento",
    icon: IconDoorEnter,
    permission: "apartments.search",
  },
  {
    to: paths.confirmVisit,
    label: "Verificar Código ingreso",
    icon: IconShieldCheck,
    permission: "visits.authorise",
  },
  { to: paths.dashboardCameras, label: "Todas las cámaras", icon: IconVideo, permission: "cameras.view" },
];

/** The ways to what this person does in their building besides its doors. */
function HomePlaces() {
  const entries = useMenu(places);
  return entries.length === 0 ? null : (
    <ul className={css["places"]} aria-label="Qué puedes hacer">
      {entries.map(({ to, label, icon: Icon }) => (
        <li key={to}>
          <Link to={to} className={css["place"]}>
            <Icon aria-hidden="true" size={24} />
            <span>{label}</span>
            <IconChevronRight aria-hidden="true" size={20} />
          </Link>
        </li>
      ))}
    </ul>
  );
}
