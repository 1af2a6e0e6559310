import { IconPlus, IconTrash } from "@tabler/icons-react";
import type { WeeklyHours } from "@umbral/contract/lib/weekly-hours";
import { useId } from "react";
import { Button } from "./Button.tsx";
import { DayHoursFields } from "./DayHoursFields.tsx";
import { FieldError } from "./fields.tsx";
import { Actions, FieldGroup } from "./Panel.tsx";
import css from "./WeeklyHoursFields.module.css";
import { hoursErrors } from "./weekly-hours.ts";

/** As many ranges as the contract takes. */
const MOST_HOURS = 21;

interface WeeklyHoursFieldsProps {
  hours: readonly WeeklyHours[];
  onChange(hours: WeeklyHours[]): void;
  /** What a range is called: 'Horario'. */
  word: string;
  /** What begins with a range's first hour: 'Vigila desde'. */
  fromLabel: string;
  /** What is offered for one more. */
  usual: WeeklyHours;
  /** Something is wrong with them, and it is time to say what. */
  error: string | undefined;
}

/** Hours of some days of the week, as often as they differ, and one at least. */
export function WeeklyHoursFields(props: WeeklyHoursFieldsProps) {
  const { hours, onChange, word, fromLabel, usual, error } = props;
  const change = (at: number, changed: Partial<WeeklyHours>) =>
    onChange(hours.map((range, place) => (place === at ? { ...range, ...changed } : range)));
  return (
    <>
      {hours.map((range, at) => (
        <Range
          // biome-ignore lint/suspicious/noArrayIndexKey: a range is nothing but its place in the list
          key={at}
          title={hours.length === 1 ? word : `${word} ${at + 1}`}
          range={range}
          fromLabel={fromLabel}
          isChecked={error !== undefined}
          onChange={(changed) => change(at, changed)}
          onRemove={hours.length === 1 ? null : () => onChange(hours.filter((_, place) => place !== at))}
        />
      ))}
      <Button
        look="quiet"
        icon={<IconPlus aria-hidden="true" size={20} />}
        disabled={hours.length >= MOST_HOURS}
        onClick={() => onChange([...hours, usual])}
      >
        Agregar {word.toLowerCase()}
      </Button>
    </>
  );
}

interface RangeProps {
  title: string;
  range: WeeklyHours;
  fromLabel: string;
  isChecked: boolean;
  onChange(changed: Partial<WeeklyHours>): void;
  /** Null for the only one. */
  onRemove: (() => void) | null;
}

const weekdays = [
  ["Lun", "Lunes"],
  ["Mar", "Martes"],
  ["Mié", "Miércoles"],
  ["Jue", "Jueves"],
  ["Vie", "Viernes"],
  ["Sáb", "Sábado"],
  ["Dom", "Domingo"],
] as const;

function Range({ title, range, fromLabel, isChecked, onChange, onRemove }: RangeProps) {
  const id = useId();
  const wrong: ReturnType<typeof hoursErrors> = isChecked ? hoursErrors(range) : {};
  return (
    <FieldGroup legend={title}>
      <DayHoursFields hours={range} fromLabel={fromLabel} wrong={wrong} onChange={onChange} />
      <fieldset className={css["days"]} aria-describedby={wrong.days ? id : undefined}>
        <legend>Días</legend>
        {weekdays.map(([short, name], index) => (
          <label key={name} className={css["day"]}>
            <input
              type="checkbox"
              aria-label={name}
              aria-invalid={wrong.days === undefined ? undefined : true}
              checked={range.days.includes(index + 1)}
              onChange={({ target }) =>
                onChange({
                  days: target.checked
                    ? [...range.days, index + 1].sort((a, b) => a - b)
                    : range.days.filter((day) => day !== index + 1),
                })
              }
            />
            <span aria-hidden="true">{short}</span>
          </label>
        ))}
      </fieldset>
      <FieldError id={id} error={wrong.days} />
      {onRemove === null ? null : (
        <Actions>
          <Button look="destructive" icon={<IconTrash aria-hidden="true" size={20} />} onClick={onRemove}>
            Quitar {title.toLowerCase()}
          </Button>
        </Actions>
      )}
    </FieldGroup>
  );
}
