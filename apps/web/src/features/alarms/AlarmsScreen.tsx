import { IconShieldCheck } from "@tabler/icons-react";
import type { Alarm } from "@umbral/contract/alarms/alarms.contract";
import { may } from "@umbral/contract/lib/policy";
import { useState } from "react";
import { formatDate } from "../../lib/dates.ts";
import { principalOf, useMay } from "../../lib/useMay.ts";
import { useSignedIn } from "../../lib/useSession.ts";
import { Button } from "../../ui/Button.tsx";
import { Empty, ListStates } from "../../ui/ListStates.tsx";
import { Pages } from "../../ui/Pages.tsx";
import { CardSkeletons } from "../../ui/Skeletons.tsx";
import css from "./AlarmsScreen.module.css";
import { useAlarms } from "./alarms.api.ts";
import { alarmSentences, sirenWords, titleOf, whoOf } from "./alarms.strings.ts";
import { CloseAlarmModal } from "./CloseAlarmModal.tsx";

/** '/building/dashboard/alertas': what people raised in the building, who saw it, and how it ended. */
export function AlarmsScreen() {
  const current = useSignedIn();
  const principal = principalOf(current);
  const building = current.spaces.find((space) =>
    may(principal, "alarms.read", { buildingId: space.building.id }),
  )?.building;
  return (
    <div className={css["screen"]}>
      <header>
        <h1>Alertas</h1>
        <p className={css["place"]}>{building?.name}</p>
      </header>
      {building === undefined ? (
        <Empty title={alarmSentences.noBuilding} />
      ) : (
        <Alarms key={building.id} buildingId={building.id} timeZone={building.timeZone} />
      )}
    </div>
  );
}

function Alarms({ buildingId, timeZone }: { buildingId: string; timeZone: string }) {
  const [page, setPage] = useState(1);
  const [closing, setClosing] = useState<Alarm | null>(null);
  const query = useAlarms(buildingId, page);
  const mayClose = useMay("alarms.close", { buildingId });
  return (
    <>
      <ListStates
        query={query}
        isEmpty={({ alarms }) => alarms.length === 0}
        skeleton={<CardSkeletons count={3} />}
        empty={{
          title: "No ha habido alertas en este edificio.",
          hint: "Aquí queda escrito quién activó cada una, quién la vio y cómo terminó.",
          icon: <IconShieldCheck size={32} stroke={1.6} />,
        }}
      >
        {({ alarms, totalPages }) => (
          <>
            <ul className={css["alarms"]} aria-busy={query.isPlaceholderData}>
              {alarms.map((alarm) => (
                <li key={alarm.id}>
                  <Case
                    alarm={alarm}
                    timeZone={timeZone}
                    onClose={
                      mayClose && alarm.silenced && !alarm.closed ? () => setClosing(alarm) : undefined
                    }
                  />
                </li>
              ))}
            </ul>
            <Pages page={page} total={totalPages} onChange={setPage} />
          </>
        )}
      </ListStates>
      <CloseAlarmModal alarm={closing} onClose={() => setClosing(null)} />
    </>
  );
}

const stateOf = (alarm: Alarm): "active" | "silenced" | "closed" =>
  alarm.closed ? "closed" : alarm.silenced ? "silenced" : "active";

const stateWords = { active: "Activa", silenced: "Silenciada", closed: "Cerrada" } as const;

interface CaseProps {
  alarm: Alarm;
  timeZone: string;
  onClose: (() => void) | undefined;
}

function Case({ alarm, timeZone, onClose }: CaseProps) {
  const state = stateOf(alarm);
  const date = (at: string) => <time dateTime={at}>{formatDate(at, timeZone)}</time>;
  return (
    <article className={css["case"]} data-state={state}>
      <header className={css["head"]}>
        <h2>{titleOf(alarm)}</h2>
        <p className={css["state"]}>{stateWords[state]}</p>
      </header>
      <ol className={css["steps"]}>
        {alarm.raisedBy.map((person, index) => (
          <li key={`raised-${person.id}`}>
            {date(person.at)} {index === 0 ? "La activó" : "También la activó"} <b>{whoOf(person)}</b>
          </li>
        ))}
        {alarm.silenced ? (
          <li>
            {date(alarm.silenced.at)} La silenció <b>{whoOf(alarm.silenced.by)}</b>
            {alarm.silenced.reason === "" ? "" : `: ${alarm.silenced.reason}`}
          </li>
        ) : null}
        {alarm.closed ? (
          <li>
            {date(alarm.closed.at)} La cerró <b>{whoOf(alarm.closed.by)}</b>: {alarm.closed.note}
          </li>
        ) : null}
      </ol>
      <details className={css["more"]}>
        <summary>
          {alarm.seenBy.length === 0
            ? "Nadie ha dicho «Entendido»"
            : `Vista por ${alarm.seenBy.length === 1 ? "una persona" : `${alarm.seenBy.length} personas`}`}
        </summary>
        <ul>
          {alarm.seenBy.map((person) => (
            <li key={person.id}>
              {date(person.at)} {whoOf(person)}
            </li>
          ))}
          <li>{sirenWords[alarm.siren]}.</li>
        </ul>
      </details>
      {onClose === undefined ? null : (
        <Button look="quiet" className={css["close"]} onClick={onClose}>
          Cerrar con una nota
        </Button>
      )}
    </article>
  );
}
