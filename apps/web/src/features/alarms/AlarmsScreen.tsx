import { IconShieldCheck } from "@tabler/icons-react";
import { alarmTitle } from "@umbral/contract/alarms/alarm-names";
import type { Alarm } from "@umbral/contract/alarms/alarms.contract";
import { may } from "@umbral/contract/lib/policy";
import { lazy, Suspense, useState } from "react";
import { Link, useSearchParams } from "react-router";
import { formatDate } from "../../lib/dates.ts";
import { paths } from "../../lib/paths.ts";
import { useListAddress } from "../../lib/useListAddress.ts";
import { principalOf, useMay } from "../../lib/useMay.ts";
import { useSignedIn } from "../../lib/useSession.ts";
import { Button } from "../../ui/Button.tsx";
import { DayList } from "../../ui/DayList.tsx";
import { Empty, ListStates } from "../../ui/ListStates.tsx";
import { Pages, useLastPage } from "../../ui/Pages.tsx";
import { Screen } from "../../ui/Screen.tsx";
import { CardSkeletons } from "../../ui/Skeletons.tsx";
import { useAllBuildings } from "../buildings/index.ts";
import { ClipsOf } from "../clips/index.ts";
import css from "./AlarmsScreen.module.css";
import { sirenWords } from "./alarm-acts.strings.ts";
import { useAlarm, useAlarms } from "./alarms.api.ts";
import { alarmSentences, whoOf } from "./alarms.strings.ts";
import { CloseAlarmModal } from "./CloseAlarmModal.tsx";

/** The platform's own: of no use to a resident's phone. */
const BuildingsToChoose = lazy(async () => ({
  default: (await import("../buildings/BuildingsToChoose.tsx")).BuildingsToChoose,
}));

/** The parts of the address that name a building, and one alarm in it: pushes of alarms lead here with both. */
const BUILDING = "edificio";
const ALARM = "alerta";

/** '/building/dashboard/alertas': what people raised in the building, who saw it, and how it ended. */
export function AlarmsScreen() {
  const [search] = useSearchParams();
  const buildings = useReadable();
  const named = search.get(BUILDING);
  const alarmId = search.get(ALARM);
  if (buildings === "everywhere" && named === null) {
    return (
      <Suspense fallback={<CardSkeletons />}>
        <BuildingsToChoose
          title="Alertas"
          wayTo={(id) => ({ pathname: paths.alarms, search: `${BUILDING}=${id}` })}
        />
      </Suspense>
    );
  }
  const building =
    buildings === "everywhere"
      ? { id: named ?? "", name: undefined, timeZone: undefined }
      : buildings.find(({ id }) => named === null || id === named);
  return (
    <Screen loose className={css["column"]}>
      <header>
        <h1>Alertas</h1>
        {building === undefined ? null : building.name === undefined ? (
          <PlatformPlace buildingId={building.id} />
        ) : (
          <p className={css["place"]}>{building.name}</p>
        )}
      </header>
      {building === undefined ? (
        <Empty title={alarmSentences.noBuilding} />
      ) : alarmId === null ? (
        <Alarms key={building.id} buildingId={building.id} timeZone={building.timeZone} />
      ) : (
        <OneAlarm buildingId={building.id} alarmId={alarmId} timeZone={building.timeZone} />
      )}
    </Screen>
  );
}

/** The buildings whose alarms this person may read. */
function useReadable() {
  const current = useSignedIn();
  const principal = principalOf(current);
  return current.user.userType === "ADMIN"
    ? "everywhere"
    : current.spaces
        .map(({ building }) => building)
        .filter(({ id }) => may(principal, "alarms.read", { buildingId: id }));
}

function PlatformPlace({ buildingId }: { buildingId: string }) {
  const { data } = useAllBuildings();
  return (
    <p className={css["place"]}>
      {data?.find(({ id }) => id === buildingId)?.name} <Link to={paths.alarms}>Elegir otro edificio</Link>
    </p>
  );
}

/** The one that a push told of, with the way to all the others. */
function OneAlarm({
  buildingId,
  alarmId,
  timeZone,
}: {
  buildingId: string;
  alarmId: string;
  timeZone?: string | undefined;
}) {
  const query = useAlarm(buildingId, alarmId);
  const [closing, setClosing] = useState<Alarm | null>(null);
  const mayClose = useMay("alarms.close", { buildingId });
  return (
    <>
      <ListStates query={query} skeleton={<CardSkeletons count={1} />}>
        {(alarm) => (
          <Case
            alarm={alarm}
            level={2}
            timeZone={timeZone}
            onClose={mayClose && alarm.silenced && !alarm.closed ? () => setClosing(alarm) : undefined}
          />
        )}
      </ListStates>
      <Link className={css["all"]} to={{ pathname: paths.alarms, search: `${BUILDING}=${buildingId}` }}>
        Ver todas las alertas
      </Link>
      <CloseAlarmModal alarm={closing} onClose={() => setClosing(null)} />
    </>
  );
}

function Alarms({ buildingId, timeZone }: { buildingId: string; timeZone: string | undefined }) {
  const { page, goTo } = useListAddress([]);
  const [closing, setClosing] = useState<Alarm | null>(null);
  const query = useAlarms(buildingId, page);
  useLastPage({ page, goTo }, query);
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
            <div aria-busy={query.isPlaceholderData}>
              <DayList
                items={alarms}
                momentOf={({ at }) => ({ at, timeZone })}
                level={2}
                className={css["alarms"]}
              >
                {(alarm) => (
                  <li key={alarm.id}>
                    <Case
                      alarm={alarm}
                      level={3}
                      timeZone={timeZone}
                      onClose={
                        mayClose && alarm.silenced && !alarm.closed ? () => setClosing(alarm) : undefined
                      }
                    />
                  </li>
                )}
              </DayList>
            </div>
            <Pages page={page} total={totalPages} onChange={goTo} />
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
  /** Of its title among the headings of the page. */
  level: 2 | 3;
  /** Undefined: that of most buildings. */
  timeZone: string | undefined;
  onClose: (() => void) | undefined;
}

function Case({ alarm, level, timeZone, onClose }: CaseProps) {
  const Title = `h${level}` as const;
  const state = stateOf(alarm);
  const [isOpen, setOpen] = useState(false);
  // Alone, its clips stand in sight; of many it is asked once somebody opens one.
  const isAlone = level === 2;
  const clips = (
    <ClipsOf
      buildingId={alarm.buildingId}
      cause="alarm"
      causeId={alarm.id}
      label={`${alarmTitle(alarm)}, ${formatDate(alarm.at, timeZone)}`}
    />
  );
  const date = (at: string) => <time dateTime={at}>{formatDate(at, timeZone)}</time>;
  return (
    <article className={css["case"]} data-state={state} data-drill={alarm.drill || undefined}>
      <header className={css["head"]}>
        <Title>{alarmTitle(alarm)}</Title>
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
      <details className={css["more"]} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
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
        {isOpen && !isAlone ? clips : null}
      </details>
      {isAlone ? <div className={css["clips"]}>{clips}</div> : null}
      {onClose === undefined ? null : (
        <Button look="quiet" className={css["close"]} onClick={onClose}>
          Cerrar con una nota
        </Button>
      )}
    </article>
  );
}
