import { IconDoor } from "@tabler/icons-react";
import { intrusionWords } from "@umbral/contract/alarms/intrusion-words";
import type { DoorTrouble } from "@umbral/contract/alarms/intrusions.contract";
import { lazy, Suspense, useEffect, useState } from "react";
import { formatTime } from "../../lib/dates.ts";
import { connection } from "../../lib/socket.ts";
import { browserStore } from "../../lib/storage.ts";
import { useStore } from "../../lib/store.ts";
import { Modal } from "../../ui/Modal.tsx";
import { CardSkeletons } from "../../ui/Skeletons.tsx";
import css from "./AlarmOverlay.module.css";
import { soundBriefly } from "./alarm-tone.ts";
import { alarmSentences } from "./alarms.strings.ts";
import { createDoorTroubles } from "./door-troubles.ts";

/** Long enough to look up, and no longer: nobody is in danger. */
const SOUNDS_MS = 2200;

const DoorTroubleDetail = lazy(async () => ({
  default: (await import("./DoorTroubleDetail.tsx")).DoorTroubleDetail,
}));

/** For whoever is signed in on this page. */
const troubles = createDoorTroubles(connection, browserStore);

/** Hears of doors that are forced or held open while the component is on screen. */
export const useDoorTroubles = (): void => useEffect(() => troubles.start(), []);

/** A door that was forced, or stands open for too long, over whatever is on the screen until somebody says 'Entendido'. */
export function DoorTroubleStrip() {
  const shown = useStore(troubles);
  const [opened, setOpened] = useState<DoorTrouble | null>(null);
  const [first] = shown;
  const firstId = first?.id;

  useEffect(() => (firstId === undefined ? undefined : soundBriefly(SOUNDS_MS)), [firstId]);

  return (
    <>
      {first === undefined ? null : (
        <section className={css["strip"]} role="alert" data-trouble={first.kind}>
          <IconDoor aria-hidden="true" size={22} />
          <p>
            <strong>
              {intrusionWords[first.kind]}: {first.doorName}
            </strong>{" "}
            · {first.buildingName}, {formatTime(first.at, first.timeZone)}
            {shown.length > 1 ? ` y ${shown.length - 1} más` : ""}
          </p>
          <button type="button" className={css["silence"]} onClick={() => setOpened(first)}>
            Ver
          </button>
          <button type="button" className={css["silence"]} onClick={() => troubles.understood(first.id)}>
            {alarmSentences.understood}
          </button>
        </section>
      )}
      <Modal
        isOpen={opened !== null}
        title={opened === null ? "" : intrusionWords[opened.kind]}
        onClose={() => setOpened(null)}
      >
        {opened === null ? null : (
          <Suspense fallback={<CardSkeletons />}>
            <DoorTroubleDetail key={opened.id} trouble={opened} />
          </Suspense>
        )}
      </Modal>
    </>
  );
}
