import { IconDoor, IconDoorOff } from "@tabler/icons-react";
import { accessWords } from "@umbral/contract/access-control/access-outcome-words";
import { openingWords } from "@umbral/contract/doors/opening-words";
import type { PersonEvent, PersonPage } from "@umbral/contract/users/person.contract";
import { KEPT_COUNTED } from "@umbral/contract/users/person-limits";
import { formatDate } from "../../../lib/dates.ts";
import { DayList } from "../../../ui/DayList.tsx";
import { Panel } from "../../../ui/Panel.tsx";
import css from "./Person.module.css";

/** 'Últimas aperturas y rechazos'. */
export function PersonEvents({ events }: { events: readonly PersonEvent[] }) {
  return (
    <Panel title="Últimas aperturas y rechazos">
      {events.length === 0 ? (
        <p className={css["soft"]}>Todavía no abrió ninguna puerta.</p>
      ) : (
        <DayList
          items={events}
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
                <span className={css["soft"]}>
                  <time dateTime={event.at}>{formatDate(event.at, event.timeZone)}</time> ·{" "}
                  {event.buildingName}
                </span>
              </span>
            </li>
          )}
        </DayList>
      )}
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
