import { useMutation } from "@tanstack/react-query";
import type { DoorModeSettings } from "@umbral/contract/doors/door-modes.contract";
import type { Door } from "@umbral/contract/doors/doors.contract";
import { clockWords } from "@umbral/contract/lib/date-words";
import { type ReactNode, useRef, useState } from "react";
import { dayOf, localTimeOf, momentOf } from "../../lib/dates.ts";
import { useWhileHere } from "../../lib/useWhileHere.ts";
import { Button } from "../../ui/Button.tsx";
import { sayFailed } from "../../ui/failed.ts";
import { SelectField, TextField } from "../../ui/fields.tsx";
import { Actions, Form } from "../../ui/Panel.tsx";
import { modeSentences } from "./changing-modes.strings.ts";
import css from "./DoorMode.module.css";

interface ModeFormProps {
  /** One, or several that get the same. */
  doors: readonly Door[];
  timeZone: string | undefined;
  /** Said where one of them cannot be left free. */
  onlyPulses: string;
  /** @param whileHere does it only where this form still stands: the dialog that it would close is another one by then */
  save(settings: DoorModeSettings, whileHere: (act: () => void) => void): Promise<unknown>;
  /** What they are now. */
  children?: ReactNode;
}

const MINUTE_MS = 60_000;
const AN_HOUR = 60;
const END_OF_DAY = "18:00";

/** What doors are to be, and until when. */
export function ModeForm({ doors, timeZone, onlyPulses, save, children }: ModeFormProps) {
  const mayFree = doors.every(({ may }) => may.setMode === "lock-or-free");
  const [began] = useState({
    mode: mayFree && doors.every((door) => door.mode?.mode !== "locked") ? "free" : "locked",
    until: localTimeOf(minutesFromNow(AN_HOUR), timeZone),
  });
  const [mode, setMode] = useState(began.mode);
  const [until, setUntil] = useState(began.until);
  const [error, setError] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const whileHere = useWhileHere((act: () => void) => act());
  const saving = useMutation({
    mutationFn: (settings: DoorModeSettings) => save(settings, whileHere),
    onError: (failed) => void sayFailed(failed),
  });
  const saveUntil = () => {
    const moment = momentOf(until, timeZone);
    if (moment === null || Date.parse(moment) <= Date.now()) {
      setError(modeSentences.notLater);
      field.current?.focus();
      return;
    }
    saving.mutate({
      lockedUntil: mode === "locked" ? moment : null,
      freeUntil: mode === "free" ? moment : null,
    });
  };
  const choose = (at: string) => {
    setError(undefined);
    setUntil(at);
  };
  const evening = `${dayOf(new Date(), timeZone)}T${END_OF_DAY}`;
  const isEveningToCome = Date.parse(momentOf(evening, timeZone) ?? "") > Date.now();
  const isSet = doors.some(({ mode: now }) => now?.mode === "locked" || now?.origin === "APP");
  return (
    <Form
      isUnsaved={mode !== began.mode || until !== began.until}
      onSubmit={(event) => {
        event.preventDefault();
        saveUntil();
      }}
    >
      {children}
      {mayFree ? (
        <SelectField
          label="Modo"
          value={mode}
          onChange={(chosen) => setMode(chosen === "locked" ? "locked" : "free")}
          options={[
            { value: "free", label: modeSentences.free },
            { value: "locked", label: modeSentences.locked },
          ]}
          hint={mode === "free" ? modeSentences.freeHint : modeSentences.lockedHint}
        />
      ) : (
        <>
          <p>{modeSentences.locked}</p>
          <p className={css["hint"]}>{modeSentences.lockedHint}</p>
          <p className={css["hint"]}>{onlyPulses}</p>
        </>
      )}
      <div className={css["presets"]}>
        <Button look="quiet" onClick={() => choose(localTimeOf(minutesFromNow(15), timeZone))}>
          15 minutos
        </Button>
        <Button look="quiet" onClick={() => choose(localTimeOf(minutesFromNow(AN_HOUR), timeZone))}>
          1 hora
        </Button>
        {isEveningToCome ? (
          <Button look="quiet" onClick={() => choose(evening)}>
            Hasta las {clockWords(END_OF_DAY)}
          </Button>
        ) : null}
      </div>
      <TextField
        ref={field}
        label="Hasta"
        type="datetime-local"
        value={until}
        onChange={choose}
        error={error}
      />
      <Actions>
        <Button type="submit" loading={saving.isPending}>
          {mode === "free" ? "Dejar libre" : "Bloquear"}
        </Button>
        {isSet ? (
          <Button
            look="quiet"
            disabled={saving.isPending}
            onClick={() => saving.mutate({ lockedUntil: null, freeUntil: null })}
          >
            {modeSentences.asAlways}
          </Button>
        ) : null}
      </Actions>
    </Form>
  );
}

const minutesFromNow = (minutes: number): Date => new Date(Date.now() + minutes * MINUTE_MS);
