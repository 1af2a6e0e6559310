import type { DoorModeSettings } from "@umbral/contract/doors/door-modes.contract";
import type { Door } from "@umbral/contract/doors/doors.contract";
import { useState } from "react";
import { refreshEverything } from "../../lib/queries.ts";
import { sentenceFor } from "../../lib/sentences.ts";
import { Button } from "../../ui/Button.tsx";
import { dialogs } from "../../ui/dialogs.ts";
import { Modal } from "../../ui/Modal.tsx";
import { notify, UNDO_MS } from "../../ui/notices.ts";
import { ExportChosen } from "../../ui/table/ExportChosen.tsx";
import { oneByOne } from "../../ui/table/one-by-one.ts";
import { sayRefused } from "../../ui/table/refused-rows.ts";
import { downloadDoors } from "./administering-doors.api.ts";
import { areHeard, doorsWords } from "./changing-modes.strings.ts";
import { setDoorMode } from "./doors.api.ts";
import { ModeForm } from "./ModeForm.tsx";
import { manyModes } from "./many-doors.strings.ts";

interface DoorActsProps {
  buildingId: string;
  timeZone: string;
  /** Those that are chosen. */
  rows: readonly { id: string }[];
  /** All doors of the building as people find them: who may set a mode is said there. */
  shown: readonly Door[];
  /** Chooses none of them any more. */
  leave(): void;
}

/** What can be done with several doors at once: kept as a file, and given one mode, which can be taken back. */
export function DoorActs({ buildingId, timeZone, rows, shown, leave }: DoorActsProps) {
  const [isSetting, setSetting] = useState(false);
  const doors = shown.filter(({ id, may }) => may.setMode && rows.some((row) => row.id === id));
  const close = () => setSetting(false);
  const save = async (settings: DoorModeSettings, whileHere: (act: () => void) => void) => {
    if (!(await dialogs.confirm(manyModes.question(doors.length, settings)))) {
      return;
    }
    const { done, refused } = await oneByOne(doors, ({ id }) => setDoorMode(id, settings));
    await refreshEverything();
    whileHere(() => {
      close();
      if (refused.length === 0) {
        leave();
      }
    });
    if (done.length > 0) {
      const undo = () =>
        void giveBack(done.map(({ row: { id, name }, result }) => ({ id, name, ...result })));
      const set = done.map(({ row }) => row);
      const look = areHeard(set) ? "good" : "trouble";
      notify(manyModes.done(set), look, UNDO_MS, { label: "Deshacer", run: undo });
    }
    await sayRefused(refused, words);
  };
  return (
    <>
      <ExportChosen rows={rows} fetch={(ids, form) => downloadDoors(buildingId, ids, form)} />
      <Button look="quiet" disabled={doors.length === 0} onClick={() => setSetting(true)}>
        Cambiar modo
      </Button>
      <Modal isOpen={isSetting} title={manyModes.title(doors)} narrow onClose={close}>
        {isSetting ? (
          <ModeForm doors={doors} timeZone={timeZone} onlyPulses={manyModes.onlyPulses(doors)} save={save} />
        ) : null}
      </Modal>
    </>
  );
}

const words = { nameOf: ({ name }: { name: string }) => name, sentenceOf: sentenceFor };

interface ChangedDoor {
  id: string;
  name: string;
  /** What it was given, and what it was before. */
  door: DoorModeSettings;
  before: DoorModeSettings;
}

/** Each door is what it was before the change, unless somebody gave it another mode since. */
async function giveBack(changed: readonly ChangedDoor[]) {
  const { done, refused } = await oneByOne(changed, ({ id, before, door: { lockedUntil, freeUntil } }) =>
    setDoorMode(id, before, { lockedUntil, freeUntil }),
  );
  await refreshEverything();
  if (done.length > 0) {
    notify(`${doorsWords(done.length)}: como antes.`, "good");
  }
  await sayRefused(refused, words);
}
