import type { QuietHours } from "@umbral/contract/notifications/quiet-hours.contract";
import { useState } from "react";
import { sentenceFor } from "../../lib/sentences.ts";
import { Button } from "../../ui/Button.tsx";
import { DayHoursFields } from "../../ui/DayHoursFields.tsx";
import { CheckField } from "../../ui/fields.tsx";
import { ListStates } from "../../ui/ListStates.tsx";
import { notify } from "../../ui/notices.ts";
import { Skeleton } from "../../ui/Skeletons.tsx";
import { dayHoursErrors } from "../../ui/weekly-hours.ts";
import css from "./BellTestCard.module.css";
import { useChangeQuietHours, useQuietHours } from "./quiet-hours.api.ts";

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
/** The night, where this device is. */
const night = (): QuietHours => ({
  days: EVERY_DAY,
  from: "22:00",
  to: "06:00",
  timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
});

/** 'Horas de silencio': when one's own devices are told of nothing that can wait. */
export function QuietHoursCard() {
  const quiet = useQuietHours();
  return (
    <section className={css["card"]} aria-labelledby="quiet-hours">
      <h2 id="quiet-hours">Horas de silencio</h2>
      <p className={css["soft"]}>
        Lo que puede esperar te lo contamos junto cuando terminen. Las llamadas y las alertas suenan siempre.
      </p>
      <ListStates query={quiet} skeleton={<Skeleton height="48px" />}>
        {({ quietHours }) => <Hours key={JSON.stringify(quietHours)} known={quietHours} />}
      </ListStates>
    </section>
  );
}

function Hours({ known }: { known: QuietHours | null }) {
  const change = useChangeQuietHours();
  const [draft, setDraft] = useState(known);
  const [isChecked, setChecked] = useState(false);
  const wrong = draft && isChecked ? errorsOf(draft) : {};
  const isOther = draft !== null && JSON.stringify(draft) !== JSON.stringify(known);
  const save = (wanted: QuietHours) => {
    setChecked(true);
    if (Object.values(errorsOf(wanted)).every((error) => error === undefined)) {
      change.mutate(wanted, { onSuccess: () => notify("Horas de silencio guardadas.", "good") });
    }
  };
  const choose = (isOn: boolean) => {
    setDraft(isOn ? (known ?? night()) : null);
    if (!isOn && known !== null) {
      change.mutate(null, { onError: () => setDraft(known) });
    }
  };
  return (
    <>
      <CheckField checked={draft !== null} onChange={choose}>
        No avisarme en estas horas
      </CheckField>
      {draft === null ? null : (
        <DayHoursFields
          hours={draft}
          fromLabel="Desde"
          wrong={wrong}
          onChange={(hours) => setDraft({ ...draft, ...hours, timeZone: night().timeZone })}
        />
      )}
      {isOther ? (
        <Button loading={change.isPending} onClick={() => save(draft)}>
          Guardar horas
        </Button>
      ) : null}
      {change.error ? (
        <p role="alert" className={css["missing"]}>
          {sentenceFor(change.error)}
        </p>
      ) : null}
    </>
  );
}

function errorsOf(hours: QuietHours): ReturnType<typeof dayHoursErrors> {
  const errors = dayHoursErrors(hours);
  return hours.from === hours.to && errors.to === undefined
    ? { ...errors, to: "* Escribe otra hora" }
    : errors;
}
