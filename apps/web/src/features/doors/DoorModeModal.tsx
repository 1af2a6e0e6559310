import type { Door } from "@umbral/contract/doors/doors.contract";
import { refreshEverything } from "../../lib/queries.ts";
import { Modal } from "../../ui/Modal.tsx";
import { notify } from "../../ui/notices.ts";
import { areHeard, modeSentences, whenHeard } from "./changing-modes.strings.ts";
import { DoorMode } from "./DoorMode.tsx";
import { setDoorMode } from "./doors.api.ts";
import { ModeForm } from "./ModeForm.tsx";

interface DoorModeModalProps {
  /** Null: it is closed. */
  door: Door | null;
  timeZone: string | undefined;
  onClose(): void;
}

/** Leaves a door free or locks it until a time, or ends that. */
export function DoorModeModal({ door, timeZone, onClose }: DoorModeModalProps) {
  return (
    <Modal
      isOpen={door !== null}
      title={door === null ? modeSentences.title : `${modeSentences.title}: ${door.name}`}
      narrow
      onClose={onClose}
    >
      {door === null ? null : (
        <ModeForm
          key={door.id}
          doors={[door]}
          timeZone={timeZone}
          onlyPulses={modeSentences.onlyPulses}
          save={async (settings, whileHere) => {
            await setDoorMode(door.id, settings);
            await refreshEverything();
            notify(`Listo. ${whenHeard([door])}`, areHeard([door]) ? "good" : "trouble");
            whileHere(onClose);
          }}
        >
          <DoorMode mode={door.mode} timeZone={timeZone} />
        </ModeForm>
      )}
    </Modal>
  );
}
