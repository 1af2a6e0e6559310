import { scheduleWords } from "@umbral/contract/access-control/access-words";
import type { WeeklyHours } from "@umbral/contract/lib/weekly-hours";
import { useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { CheckField } from "../../ui/fields.tsx";
import { Actions } from "../../ui/Panel.tsx";
import { WeeklyHoursFields } from "../../ui/WeeklyHoursFields.tsx";
import { firstHoursError } from "../../ui/weekly-hours.ts";
import css from "./Notices.module.css";

/** What is offered to who wants hours: when a child comes from school, and somebody else works. */
const usual: WeeklyHours = { days: [1, 2, 3, 4, 5], from: "13:00", to: "19:00" };

interface HoursFieldProps {
  hours: readonly WeeklyHours[];
  isSaving: boolean;
  /** @param saved is called once they are kept: what was typed stands until then */
  onSave(hours: WeeklyHours[], saved: () => void): void;
}

/** Always, or in some hours of the week, which are saved together. */
export function HoursField({ hours, isSaving, onSave }: HoursFieldProps) {
  const [draft, setDraft] = useState<readonly WeeklyHours[] | null>(null);
  const [isChecked, setChecked] = useState(false);
  const error = draft && isChecked ? firstHoursError(draft) : undefined;
  const save = (wanted: readonly WeeklyHours[]) => {
    setChecked(true);
    if (firstHoursError(wanted) === undefined) {
      onSave([...wanted], () => setDraft(null));
    }
  };
  const choose = (isLimited: boolean) => {
    setChecked(false);
    setDraft(isLimited ? [usual] : null);
    if (!isLimited && hours.length > 0) {
      onSave([], () => undefined);
    }
  };
  return (
    <div className={css["hours"]}>
      <CheckField checked={draft !== null || hours.length > 0} onChange={choose}>
        Solo en algunas horas
      </CheckField>
      {draft !== null ? (
        <>
          <WeeklyHoursFields
            hours={draft}
            onChange={setDraft}
            word="Horario"
            fromLabel="Desde"
            usual={usual}
            error={error}
          />
          <Actions fills>
            <Button loading={isSaving} onClick={() => save(draft)}>
              Guardar horas
            </Button>
          </Actions>
        </>
      ) : hours.length > 0 ? (
        <div className={css["chosen"]}>
          <p>{scheduleWords({ hours: [...hours], onHolidays: { kind: "as-any-day" } })}</p>
          <Button look="quiet" onClick={() => setDraft(hours)}>
            Cambiar horas
          </Button>
        </div>
      ) : null}
    </div>
  );
}
