import {
  IconBellOff,
  IconBuildingCommunity,
  IconDoor,
  IconEye,
  IconNfc,
  IconRefreshDot,
  IconShieldExclamation,
} from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { restartBuilding, SilenceModal } from "../../../features/alarms/index.ts";
import {
  buildingApartmentsPath,
  buildingPath,
  eventIntrusionPath,
  openDoorPath,
  readingsPath,
} from "../../../lib/admin-paths.ts";
import { useMay } from "../../../lib/useMay.ts";
import css from "./BuildingActions.module.css";

interface BuildingActionsProps {
  building: { id: string; name: string };
  /** With their words in sight, where there is room for them. */
  isWide?: boolean;
}

/** What the specification's table offers for each building (§2): icons in a table, words on a phone. */
export function BuildingActions({ building, isWide = false }: BuildingActionsProps) {
  const [isSilencing, setSilencing] = useState(false);
  const [isRestarting, setRestarting] = useState(false);
  const mayRestart = useMay("controllers.restart");
  const { id, name } = building;
  // A link carries the building in its state, as the specification has it; without it the screen asks.
  const state = { building: { id, name } };
  return (
    <>
      <ul className={css["actions"]} data-wide={isWide || undefined} aria-label={`Acciones de ${name}`}>
        <Action>
          <button type="button" {...said("Silenciar alarma", name)} onClick={() => setSilencing(true)}>
            <IconBellOff aria-hidden="true" size={22} />
            <span>Silenciar alarma</span>
          </button>
        </Action>
        {isWide ? null : (
          <Action>
            <Link {...said("Ver edificio", name)} to={buildingPath(id)} state={state}>
              <IconEye aria-hidden="true" size={22} />
              <span>Ver edificio</span>
            </Link>
          </Action>
        )}
        <Action>
          <Link {...said("Administrar apartamentos", name)} to={buildingApartmentsPath(id)} state={state}>
            <IconBuildingCommunity aria-hidden="true" size={22} />
            <span>Administrar apartamentos</span>
          </Link>
        </Action>
        <Action>
          <Link {...said("Ver intrusos", name)} to={eventIntrusionPath(id)} state={state}>
            <IconShieldExclamation aria-hidden="true" size={22} />
            <span>Ver intrusos</span>
          </Link>
        </Action>
        <Action>
          <Link {...said("Ver puertas abiertas", name)} to={openDoorPath(id)} state={state}>
            <IconDoor aria-hidden="true" size={22} />
            <span>Ver puertas abiertas</span>
          </Link>
        </Action>
        <Action>
          <Link {...said("Ver lecturas de tarjetas", name)} to={readingsPath(id)} state={state}>
            <IconNfc aria-hidden="true" size={22} />
            <span>Ver lecturas de tarjetas</span>
          </Link>
        </Action>
        {mayRestart ? (
          <Action>
            <button
              type="button"
              {...said("Reiniciar edificio", name)}
              data-destructive
              aria-busy={isRestarting || undefined}
              aria-disabled={isRestarting || undefined}
              onClick={() => {
                if (!isRestarting) {
                  void restartBuilding(building, setRestarting);
                }
              }}
            >
              <IconRefreshDot aria-hidden="true" size={22} />
              <span>Reiniciar edificio</span>
            </button>
          </Action>
        ) : null}
      </ul>
      <SilenceModal buildingId={isSilencing ? id : null} onClose={() => setSilencing(false)} />
    </>
  );
}

const Action = ({ children }: { children: ReactNode }) => <li>{children}</li>;

/** Rows have the same actions: each says which building it is of. */
const said = (what: string, name: string) => ({
  className: css["action"],
  title: what,
  "aria-label": `${what}: ${name}`,
});
