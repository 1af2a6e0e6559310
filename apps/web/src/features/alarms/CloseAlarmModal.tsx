import { NOTE_LENGTH } from "@umbral/contract/alarms/alarm-limits";
import { alarmTitle } from "@umbral/contract/alarms/alarm-names";
import type { Alarm } from "@umbral/contract/alarms/alarms.contract";
import { useState } from "react";
import { CallRefused } from "../../lib/failures.ts";
import { fieldSentences, sentenceFor } from "../../lib/sentences.ts";
import { useWhileHere } from "../../lib/useWhileHere.ts";
import { Button } from "../../ui/Button.tsx";
import { sayFailedIn } from "../../ui/failed.ts";
import { TextField } from "../../ui/fields.tsx";
import { Modal } from "../../ui/Modal.tsx";
import { notify } from "../../ui/notices.ts";
import css from "./AlarmForms.module.css";
import { closeWithNote, refreshAlarms } from "./alarms.api.ts";

/** Asks for the note with which a silenced alarm is closed. */
export function CloseAlarmModal({ alarm, onClose }: { alarm: Alarm | null; onClose(): void }) {
  return (
    <Modal
      isOpen={alarm !== null}
      title={closeWords(alarm)}
      look={alarm?.drill === true ? "drill" : undefined}
      narrow
      onClose={onClose}
    >
      {alarm === null ? null : <CloseForm alarm={alarm} onClose={onClose} />}
    </Modal>
  );
}

const closeWords = (alarm: Alarm | null): string =>
  alarm?.drill === true ? "Cerrar el simulacro" : "Cerrar la alerta";

function CloseForm({ alarm, onClose }: { alarm: Alarm; onClose(): void }) {
  const leave = useWhileHere(onClose);
  const [note, setNote] = useState("");
  const [error, setError] = useState<string | undefined>();
  const [isSending, setSending] = useState(false);

  const close = async () => {
    if (note.trim() === "") {
      setError(fieldSentences.required);
      return;
    }
    setSending(true);
    try {
      await closeWithNote(alarm.buildingId, alarm.id, note.trim());
      leave();
      notify(alarm.drill ? "El simulacro quedó cerrado." : "La alerta quedó cerrada.", "good");
    } catch (reason) {
      setSending(false);
      const first = reason instanceof CallRefused ? reason.decided?.by : undefined;
      const who = first ? ` ${alarm.drill ? "Lo" : "La"} cerró ${first.name}.` : "";
      await sayFailedIn((one) => ({ text: sentenceFor(one) + who }), reason);
    } finally {
      await refreshAlarms(alarm.buildingId);
    }
  };

  return (
    <form
      className={css["form"]}
      data-unsaved={note !== "" || undefined}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void close();
      }}
    >
      <p>{alarmTitle(alarm)}</p>
      <TextField
        label="¿Qué pasó?"
        hint="Queda escrito para la administración y los vecinos."
        value={note}
        onChange={(next) => {
          setNote(next);
          setError(undefined);
        }}
        error={error}
        maxLength={NOTE_LENGTH}
      />
      <div className={css["buttons"]}>
        <Button type="submit" loading={isSending}>
          {closeWords(alarm)}
        </Button>
        <Button look="quiet" onClick={onClose}>
          Cancelar
        </Button>
      </div>
    </form>
  );
}
