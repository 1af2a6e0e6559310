import { IconDoor, IconDoorOff } from "@tabler/icons-react";
import { accessWords } from "@umbral/contract/access-control/access-outcome-words";
import { openingWords } from "@umbral/contract/doors/opening-words";
import type { PersonEvent, PersonPage } from "@umbral/contract/users/person.contract";
import { KEPT_COUNTED } from "@umbral/contract/users/person-limits";
import { useState } from "react";
import { formatTime } from "../../../lib/dates.ts";
import { Button } from "../../../ui/Button.tsx";
import { DayList } from "../../../ui/DayList.tsx";
import { Panel } from "../../../ui/Panel.tsx";
import css from "./Person.module.css";
import { buildingsOf } from "./person-buildings.ts";

/** In sight at first. All of them would stand far below what is beside them. */
const EVENTS_IN_SIGHT = 5;

/** 'Últimas aperturas y rechazos': the last few, and the others where somebody wants them. */
export function PersonEvents({ person }: { person: PersonPage }) {
  const { events } = person;
  const [showsAll, setShowsAll] = useState(false);
  const [only, ...others] = buildingsOf(person);
  /** Nobody has to be told the one building in which somebody is anything. */
  const isElsewhere = ({ buildingName }: PersonEvent) => others.length > 0 || buildingName !== only?.name;
  return (
    <Panel title="Últimas aperturas y rechazos">
      {events.length === 0 ? (
        <p className={css["soft"]}>Todavía no abrió ninguna puerta.</p>
      ) : (
        <DayList
          items={showsAll ? events : events.slice(0, EVENTS_IN_SIGHT)}
          momentOf={({ at, timeZone }) => ({ at, timeZone })}
          level={3}
          className={css["rows"]}
        >
          {(event) => (
            <li key={event.id} className={css["event"]} data-refused={event.kind === "refusal"}>
              {event.kind === "opening" ? (
                <IconDoor aria-hidden="true" size={22} />
              ) : (
                <IconDoorOff aria-hidden="true" size={22} />
              )}
              <span>
                <strong>{event.doorName ?? "Puerta que ya no existe"}</strong>
                <span>
                  {event.kind === "opening"
                    ? `Abrió: ${openingWords(event)}`
                    : `No entró: ${accessWords(event)}`}
                </span>
                {isElsewhere(event) ? <span className={css["soft"]}>{event.buildingName}</span> : null}
              </span>
              <time className={css["soft"]} dateTime={event.at}>
                {formatTime(event.at, event.timeZone)}
              </time>
            </li>
          )}
        </DayList>
      )}
      {events.length > EVENTS_IN_SIGHT ? (
        <Button look="plain" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? "Ver menos" : "Ver más"}
        </Button>
      ) : null}
    </Panel>
  );
}

/** Whoever has no account is validated by nobody, and invites nobody. */
const OF_ACCOUNTS: readonly string[] = ["Invitaciones", "Rostro validado", "Fotos del documento"];

/** 'Qué guardamos': how much is kept of them. */
export function PersonKept({ person }: { person: PersonPage }) {
  const { kept, photo, isWithoutAccount } = person;
  const rows: [string, string][] = [
    ["Aperturas", upTo(kept.openings)],
    ["Lecturas de tarjeta o PIN", upTo(kept.readings)],
    ["Visitas", upTo(kept.visits)],
    ["Llamadas", upTo(kept.calls)],
    ["Invitaciones", upTo(kept.passes)],
    ["Foto de perfil", photo === null ? "No" : "Sí"],
    ["Rostro validado", kept.hasIdentity ? "Sí, cifrado" : "No"],
    ["Fotos del documento", kept.hasDocument ? "Sí, cifradas" : "No"],
  ];
  return (
    <Panel title="Qué guardamos">
      <dl className={css["kept"]}>
        {rows
          .filter(([name]) => !(isWithoutAccount && OF_ACCOUNTS.includes(name)))
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </Panel>
  );
}

const upTo = (count: number): string => (count >= KEPT_COUNTED ? `${KEPT_COUNTED} o más` : String(count));
