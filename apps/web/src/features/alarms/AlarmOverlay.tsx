import { IconBellRinging, IconUrgent } from "@tabler/icons-react";
import type { AlarmNews } from "@umbral/contract/alarms/alarms.contract";
import { useEffect, useState } from "react";
import { formatDate } from "../../lib/dates.ts";
import { useMay } from "../../lib/useMay.ts";
import { useSession } from "../../lib/useSession.ts";
import { Button } from "../../ui/Button.tsx";
import { Modal } from "../../ui/Modal.tsx";
import css from "./AlarmOverlay.module.css";
import { soundAlarm } from "./alarm-tone.ts";
import { alarmSentences, titleOf, whoOf } from "./alarms.strings.ts";
import { understand, useActiveAlarms } from "./alarms-here.ts";
import { ConfirmEmergency } from "./ConfirmEmergency.tsx";
import { DoorTroubleStrip, useDoorTroubles } from "./DoorTroubleStrip.tsx";
import { SilenceModal } from "./SilenceModal.tsx";

/**
 * What has to reach people wherever they are: an active alarm, and what is wrong with a door. An alarm interrupts
 * whatever is on the screen, until this person has said 'Entendido' or somebody has silenced it. Then a strip stays
 * for as long as it is active. Stands once, in the layout of the signed-in.
 */
export function AlarmOverlay() {
  // Before the alarms: they ask the server to name what is going on, and it names both.
  useDoorTroubles();
  const alarms = useActiveAlarms();
  const [silencing, setSilencing] = useState<string | null>(null);
  const unseen = alarms.find(({ seen }) => !seen);
  const isSounding = unseen !== undefined;

  useEffect(() => (isSounding ? soundAlarm() : undefined), [isSounding]);

  return (
    <>
      {alarms.length === 0 ? null : <Strip alarms={alarms} onSilence={setSilencing} />}
      <DoorTroubleStrip />
      {unseen === undefined ? null : (
        <PanicModal key={unseen.id} alarm={unseen} onSilence={() => setSilencing(unseen.buildingId)} />
      )}
      <SilenceModal buildingId={silencing} onClose={() => setSilencing(null)} />
    </>
  );
}

function PanicModal({ alarm, onSilence }: { alarm: AlarmNews; onSilence(): void }) {
  const timeZone = useTimeZoneOf(alarm.buildingId);
  const maySilence = useMay("alarms.raise", { buildingId: alarm.buildingId });
  const title = titleOf(alarm);
  return (
    <Modal isOpen title={title} titleHidden role="alertdialog" place="full">
      <div className={css["panic"]} data-drill={alarm.drill || undefined}>
        <span className={css["sign"]} aria-hidden="true">
          <IconUrgent size={72} stroke={1.6} />
        </span>
        <p className={css["title"]}>{title}</p>
        <dl className={css["facts"]}>
          <div>
            <dt>La activó</dt>
            <dd>
              {whoOf(alarm.by)}
              {alarm.raisedBy > 1 ? ` y ${others(alarm.raisedBy - 1)}` : ""}
            </dd>
          </div>
          <div>
            <dt>Dónde</dt>
            <dd>{alarm.buildingName}</dd>
          </div>
          <div>
            <dt>Desde</dt>
            <dd>
              <time dateTime={alarm.at}>{formatDate(alarm.at, timeZone)}</time>
            </dd>
          </div>
        </dl>
        <div className={css["buttons"]}>
          <Button onClick={() => understand(alarm.buildingId, alarm.id)}>{alarmSentences.understood}</Button>
          <ConfirmEmergency alarm={alarm} />
          {maySilence ? (
            <Button look="quiet" onClick={onSilence}>
              {alarmSentences.deactivate}
            </Button>
          ) : null}
        </div>
      </div>
    </Modal>
  );
}

const others = (count: number): string => (count === 1 ? "una persona más" : `${count} personas más`);

function Strip({ alarms, onSilence }: { alarms: readonly AlarmNews[]; onSilence(buildingId: string): void }) {
  const [first] = alarms;
  const maySilence = useMay("alarms.raise", { buildingId: first?.buildingId ?? "" });
  if (first === undefined) {
    return null;
  }
  return (
    <section className={css["strip"]} aria-label="Alerta activa" data-drill={first.drill || undefined}>
      <IconBellRinging aria-hidden="true" size={22} />
      <p>
        <strong>{titleOf(first)}</strong> · {first.buildingName}
        {alarms.length > 1 ? ` y ${alarms.length - 1} más` : ""}
      </p>
      <ConfirmEmergency alarm={first} className={css["silence"]} />
      {maySilence ? (
        <button type="button" className={css["silence"]} onClick={() => onSilence(first.buildingId)}>
          {alarmSentences.deactivate}
        </button>
      ) : null}
    </section>
  );
}

function useTimeZoneOf(buildingId: string): string | undefined {
  return useSession()?.spaces.find(({ building }) => building.id === buildingId)?.building.timeZone;
}
