import { IconChevronRight, IconPhoneIncoming, IconPhoneOutgoing } from "@tabler/icons-react";
import type { DirectoryApartment } from "@umbral/contract/buildings/buildings.contract";
import type { MissedCall } from "@umbral/contract/calls/lobby-desk.contract";
import type { PassAtDesk } from "@umbral/contract/passes/pass-desk.contract";
import type { ListedVisit } from "@umbral/contract/visits/visits.contract";
import { Link } from "react-router";
import { useWaitingIn } from "../../../features/access-requests/index.ts";
import type { ShownBuilding } from "../../../features/buildings/index.ts";
import { useLobbyDesk } from "../../../features/calls/index.ts";
import { DeskParcels } from "../../../features/parcels/index.ts";
import { useVisits } from "../../../features/visits/index.ts";
import { capital } from "../../../lib/capital.ts";
import { sayTime } from "../../../lib/dates.ts";
import { paths } from "../../../lib/paths.ts";
import { useMay } from "../../../lib/useMay.ts";
import { Button, IconButton } from "../../../ui/Button.tsx";
import { Later } from "../../../ui/Later.tsx";
import { ListStates } from "../../../ui/ListStates.tsx";
import { Face } from "../../../ui/StorageImage.tsx";
import { DeskGuests, GuestsSkeleton } from "./DeskGuests.tsx";
import { DeskLogbook } from "./DeskLogbook.tsx";
import { Part, RowSkeletons } from "./DeskPart.tsx";
import css from "./DeskWaiting.module.css";

interface DeskWaitingProps {
  building: ShownBuilding;
  onRing(apartment: DirectoryApartment): void;
  onGuest(guest: PassAtDesk): void;
  /** Somebody who waits is at the desk: their code is typed next, which they alone know. */
  onVisit(): void;
}

/** What waits for whoever stands at the lobby. New things come by themselves. */
export function DeskWaiting({ building, onRing, onGuest, onVisit }: DeskWaitingProps) {
  const { desk, visits, calls, waiting, more } = useWaiting(building);
  return (
    <section className={css["waiting"]} aria-label="Lo que espera">
      <p className="um-hidden" role="status">
        {desk.data && visits.data ? `${callsWords(calls)}, ${more}${visitsWords(waiting)}` : ""}
      </p>
      <Part title="Llamadas sin contestar">
        <ListStates
          query={desk}
          isEmpty={({ missed }) => missed.length === 0}
          skeleton={<RowSkeletons />}
          empty={{ title: "Ninguna llamada quedó sin contestar hoy.", isShort: true }}
        >
          {({ missed }) => (
            <ul className={css["rows"]}>
              {missed.map((call) => (
                <li key={call.id}>
                  <Missed call={call} timeZone={building.timeZone} onRing={onRing} />
                </li>
              ))}
            </ul>
          )}
        </ListStates>
      </Part>
      <Part title="Visitas que esperan" more={<MoreVisits total={visits.data?.totalPages ?? 1} />}>
        <ListStates
          query={visits}
          isEmpty={(day) => day.visits.length === 0}
          skeleton={<RowSkeletons />}
          empty={{ title: "Nadie espera con un código.", isShort: true }}
        >
          {(day) => (
            <ul className={css["rows"]}>
              {day.visits.map((visit) => (
                <li key={visit.id}>
                  <Waiting visit={visit} timeZone={building.timeZone} onPress={onVisit} />
                </li>
              ))}
            </ul>
          )}
        </ListStates>
      </Part>
      <DeskParcels buildingId={building.id} />
      {/* In steps: all that is asked for in one go holds up a press. */}
      <Later fallback={<GuestsSkeleton />}>
        <DeskGuests building={building} onGuest={onGuest} />
        <DeskLogbook building={building} />
      </Later>
      <Requests buildingId={building.id} />
    </section>
  );
}

/** Says that something waits, and leads there: for a window in which that stands below what is in sight. */
export function WaitingInSight({ building, onPress }: { building: ShownBuilding; onPress(): void }) {
  const { calls, waiting, more } = useWaiting(building);
  if (calls + waiting === 0) {
    return null;
  }
  const words =
    waiting === 0 ? callsWords(calls) : calls === 0 ? visitsWords(waiting) : `${calls + waiting} esperan`;
  return (
    <Button look="quiet" className={css["ahead"]} onClick={onPress}>
      {capital(`${more}${words}`)}
    </Button>
  );
}

function useWaiting({ id }: ShownBuilding) {
  const desk = useLobbyDesk(id, true);
  const visits = useVisits(id, { day: undefined, search: "", state: "waiting", page: 1 });
  const calls = desk.data?.missed.length ?? 0;
  const waiting = visits.data?.visits.length ?? 0;
  // Only the first page of them is read here.
  const more = (visits.data?.totalPages ?? 1) > 1 ? "más de " : "";
  return { desk, visits, calls, waiting, more };
}

const callsWords = (calls: number): string =>
  counted(calls, "llamada sin contestar", "llamadas sin contestar");
const visitsWords = (waiting: number): string => counted(waiting, "visita espera", "visitas esperan");

const counted = (count: number, one: string, several: string): string =>
  count === 1 ? `1 ${one}` : `${count} ${several}`;

interface MissedProps {
  call: MissedCall;
  timeZone: string | undefined;
  onRing(apartment: DirectoryApartment): void;
}

function Missed({ call: { apartment, caller, isToLobby, at }, timeZone, onRing }: MissedProps) {
  const Icon = isToLobby ? IconPhoneIncoming : IconPhoneOutgoing;
  return (
    <article className={css["row"]}>
      <Icon aria-hidden="true" size={22} />
      <div className={css["words"]}>
        <h3>{apartment?.name ?? caller}</h3>
        <p>
          {isToLobby
            ? `${apartment === null || caller === null ? "Llamó" : `Llamó ${caller}`} a ${sayTime(at, timeZone)}`
            : `No contestó a ${sayTime(at, timeZone)}`}
        </p>
      </div>
      {apartment === null ? null : (
        <IconButton
          label={`${isToLobby ? "Devolver llamada a" : "Intentar de nuevo con"} ${apartment.name}`}
          className={css["back"]}
          onClick={() => onRing(apartment)}
        >
          <IconPhoneOutgoing aria-hidden="true" size={22} />
        </IconButton>
      )}
    </article>
  );
}

interface WaitingProps {
  visit: ListedVisit;
  timeZone: string | undefined;
  onPress(): void;
}

function Waiting({ visit: { user, image, requestedAt }, timeZone, onPress }: WaitingProps) {
  return (
    <button type="button" className={css["row"]} onClick={onPress}>
      <Face src={image} alt={image === null ? "" : `Foto de ${user.name}`} size={40} />
      <span className={css["words"]}>
        <strong>{user.name}</strong>
        <span>
          {user.cedula} · pidió a {sayTime(requestedAt, timeZone)}
        </span>
        <span className="um-hidden">. Escribir su código</span>
      </span>
    </button>
  );
}

const MoreVisits = ({ total }: { total: number }) => (
  <Link className={css["more"]} to={paths.confirmVisit}>
    {total > 1 ? "Ver todas" : "Ver el día"}
    <IconChevronRight aria-hidden="true" size={18} />
  </Link>
);

/** For who decides them; nothing for a doorman. */
function Requests({ buildingId }: { buildingId: string }) {
  const mayDecide = useMay("access-requests.decide-residents", { buildingId });
  return mayDecide ? <WaitingRequests buildingId={buildingId} /> : null;
}

function WaitingRequests({ buildingId }: { buildingId: string }) {
  const { employees, owners } = useWaitingIn(buildingId);
  const ways = [
    { to: paths.requestsEmployee, label: "Solicitudes de Usuarios", count: employees },
    { to: paths.requestsOwner, label: "Solicitudes de Propietarios", count: owners },
  ].filter(({ count }) => count > 0);
  return ways.length === 0 ? null : (
    <Part title="Solicitudes">
      <ul className={css["rows"]}>
        {ways.map(({ to, label, count }) => (
          <li key={to}>
            <Link className={css["row"]} to={to}>
              <strong className={css["count"]}>{count}</strong>
              <span className={css["words"]}>{label}</span>
              <IconChevronRight aria-hidden="true" size={20} />
            </Link>
          </li>
        ))}
      </ul>
    </Part>
  );
}
