import { IconBellRinging } from "@tabler/icons-react";
import { alarmTitle } from "@umbral/contract/alarms/alarm-names";
import type { AlarmNews } from "@umbral/contract/alarms/alarms.contract";
import { lazy, Suspense, useEffect, useState } from "react";
import { focusTitle } from "../../lib/focus.ts";
import { useFetchedAhead } from "../../lib/useFetchedAhead.ts";
import { useHasBeen } from "../../lib/useHasBeen.ts";
import { useMay } from "../../lib/useMay.ts";
import css from "./AlarmOverlay.module.css";
import { soundAlarm } from "./alarm-tone.ts";
import { eventSentences } from "./alarms.strings.ts";
import { useActiveAlarms } from "./alarms-here.ts";
import { ConfirmEmergency } from "./ConfirmEmergency.tsx";
import { DoorTroubleStrip, useDoorTroubles } from "./DoorTroubleStrip.tsx";
import { PanicModal } from "./PanicModal.tsx";

const fetchSilence = () => import("./SilenceModal.tsx");
const SilenceModal = lazy(async () => ({ default: (await fetchSilence()).SilenceModal }));

/**
 * What has to reach people wherever they are: an active alarm, and what is wrong with a door. An alarm interrupts
 * whatever is on the screen, until this person has said 'Entendido' or somebody has silenced it. Then a strip stays
 * for as long as it is active. Stands once, in the layout of the signed-in.
 */
export function AlarmOverlay() {
  // Before the alarms: they ask the server to name what is going on, and it names both.
  useDoorTroubles();
  const alarms = useActiveAlarms();
  const [silencing, setSilencing] = useState<Silencing | null>(null);
  const wasAsked = useHasBeen(silencing !== null);
  useFetchedAhead(fetchSilence);
  const unseen = alarms.find(({ seen }) => !seen);
  const isSounding = unseen !== undefined;

  useEffect(() => (isSounding ? soundAlarm() : undefined), [isSounding]);
  useEffect(() => (isSounding ? focusAfterwards : undefined), [isSounding]);

  return (
    <>
      {alarms.length === 0 ? null : <Strip alarms={alarms} onSilence={setSilencing} />}
      <DoorTroubleStrip />
      {unseen === undefined ? null : (
        <PanicModal key={unseen.id} alarm={unseen} onSilence={() => setSilencing(unseen)} />
      )}
      {wasAsked ? (
        <Suspense fallback={null}>
          <SilenceModal
            buildingId={silencing?.buildingId ?? null}
            drill={silencing?.drill}
            onClose={() => setSilencing(null)}
          />
        </Suspense>
      ) : null}
    </>
  );
}

/** Whatever had the focus before the alarm has it again; where nothing had, it is not left on what is gone. */
function focusAfterwards() {
  if (document.activeElement === document.body) {
    focusTitle();
  }
}

/** What is silenced from here: of a drill, the building's drills alone. */
type Silencing = Pick<AlarmNews, "buildingId" | "drill">;

function Strip({ alarms, onSilence }: { alarms: readonly AlarmNews[]; onSilence(alarm: Silencing): void }) {
  const [first] = alarms;
  const maySilence = useMay("alarms.raise", { buildingId: first?.buildingId ?? "" });
  if (first === undefined) {
    return null;
  }
  return (
    <section className={css["strip"]} aria-label="Alerta activa" data-drill={first.drill || undefined}>
      <IconBellRinging aria-hidden="true" size={22} />
      <p>
        <strong>{alarmTitle(first)}</strong> · {first.buildingName}
        {alarms.length > 1 ? ` y ${alarms.length - 1} más` : ""}
      </p>
      <ConfirmEmergency alarm={first} className={css["silence"]} />
      {maySilence ? (
        <button type="button" className={css["silence"]} onClick={() => onSilence(first)}>
          {eventSentences.MUTE}
        </button>
      ) : null}
    </section>
  );
}
