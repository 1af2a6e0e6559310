import { IconBellOff } from "@tabler/icons-react";
import { NOTE_LENGTH } from "@umbral/contract/alarms/alarm-limits";
import { useState } from "react";
import { CallRefused } from "../../lib/failures.ts";
import { noSoonerThan } from "../../lib/no-sooner.ts";
import { dialogSentences } from "../../lib/sentences.ts";
import { useWhileHere } from "../../lib/useWhileHere.ts";
import { Button } from "../../ui/Button.tsx";
import { dialogs } from "../../ui/dialogs.ts";
import { TextField } from "../../ui/fields.tsx";
import { HoldButton } from "../../ui/HoldButton.tsx";
import { Modal } from "../../ui/Modal.tsx";
import { notify } from "../../ui/notices.ts";
import css from "./AlarmForms.module.css";
import { isAllSilent, silencedSentence, silenceQuestion } from "./alarm-acts.strings.ts";
import { SUCCESS_MS, sendUserEvent } from "./alarms.api.ts";
import { alarmSentences, eventSentences } from "./alarms.strings.ts";
import { useHeardAlarms } from "./alarms-here.ts";

interface SilenceModalProps {
  /** Null: it is not asked. */
  buildingId: string | null;
  /** Whether it was asked of a drill. Absent where no alarm is shown: a drill when nothing else is active. */
  drill?: boolean | undefined;
  onClose(): void;
}

/** One sheet: why the alarm of a building is silenced, and a button that is held for it. */
export function SilenceModal({ buildingId, drill, onClose }: SilenceModalProps) {
  return (
    <Modal isOpen={buildingId !== null} title={eventSentences.MUTE} narrow onClose={onClose}>
      {buildingId === null ? null : <SilenceForm buildingId={buildingId} drill={drill} onClose={onClose} />}
    </Modal>
  );
}

interface SilenceFormProps extends SilenceModalProps {
  buildingId: string;
}

function SilenceForm({ buildingId, drill, onClose }: SilenceFormProps) {
  const leave = useWhileHere(onClose);
  const [reason, setReason] = useState("");
  const [isSending, setSending] = useState(false);
  const active = useHeardAlarms().filter((alarm) => alarm.buildingId === buildingId);
  // As it was when the sheet opened: what is raised meanwhile is not silenced with a drill.
  const [isDrill] = useState(drill ?? (active.length > 0 && active.every((alarm) => alarm.drill)));

  const silence = async () => {
    setSending(true);
    const what = { buildingId, event: "MUTE", reason, ...(isDrill ? { drill: true } : {}) } as const;
    try {
      const done = await noSoonerThan(SUCCESS_MS, sendUserEvent(what));
      leave();
      notify(silencedSentence(done, isDrill), isAllSilent(done) ? "good" : "trouble");
    } catch (error) {
      setSending(false);
      const isGone = error instanceof CallRefused && error.code === "NOT_FOUND";
      await dialogs.failure({ text: isGone ? alarmSentences.noBuilding : alarmSentences.notSilenced });
    }
  };

  return (
    <div className={css["form"]}>
      {isDrill ? <strong className={css["drill"]}>Simulacro</strong> : null}
      <p>{silenceQuestion(isDrill)}</p>
      <TextField
        label="Motivo (opcional)"
        hint="Por ejemplo: falsa alarma, ya lo revisamos."
        value={reason}
        onChange={setReason}
        maxLength={NOTE_LENGTH}
      />
      <div className={css["holds"]} aria-busy={isSending}>
        <HoldButton
          label={eventSentences.MUTE}
          icon={<IconBellOff aria-hidden="true" size={40} />}
          isDanger
          disabled={isSending}
          actsOn={active.map(({ id }) => id).join()}
          onHeld={() => void silence()}
        />
      </div>
      <p role="status" className="um-hidden">
        {isSending ? "Silenciando…" : ""}
      </p>
      <Button look="quiet" onClick={onClose}>
        {dialogSentences.confirmation.cancel}
      </Button>
    </div>
  );
}
