import { IconPlus, IconTrash } from "@tabler/icons-react";
import type { WeeklyHours } from "@umbral/contract/lib/weekly-hours";
import { useId } from "react";
import { Button } from "../../ui/Button.tsx";
import { FieldError, TextField } from "../../ui/fields.tsx";
import { Actions, FieldGroup, Pair } from "../../ui/Panel.tsx";
import { hoursErrors, MOST_HOURS, USUAL_HOURS } from "./camera-values.ts";
import css from "./MotionZones.module.css";

interface WatchedHoursFieldsProps {
  hours: readonly WeeklyHours[];
  onChange(hours: WeeklyHours[]): void;
  /** Something is wrong with them, and it is time to say what. */
  error: string | undefined;
}

/** When a camera is watched: hours of some days, as often as they differ. */
export function WatchedHoursFields({ hours, onChange, error }: WatchedHoursFieldsProps) {
  const change = (at: number, changed: Partial<WeeklyHours>) =>
    onChange(hours.map((range, place) => (place === at ? { ...range, ...changed } : range)));
  return (
    <>
      {hours.map((range, at) => (
        <Range
          // biome-ignore lint/suspicious/noArrayIndexKey: a range is nothing but its place in the list
          key={at}
          title={hours.length === 1 ? "Horario" : `Horario ${at + 1}`}
          range={range}
          isChecked={error !== undefined}
          onChange={(changed) => change(at, changed)}
          onRemove={hours.length === 1 ? null : () => onChange(hours.filter((_, place) => place !== at))}
        />
      ))}
      <Button
        look="quiet"
        icon={<IconPlus aria-hidden="true" size={20} />}
        disabled={hours.length >= MOST_HOURS}
        onClick={() => onChange([...hours, USUAL_HOURS])}
      >
        Añadir horario
      </Button>
    </>
  );
}

interface RangeProps {
  title: string;
  range: WeeklyHours;
  isChecked: boolean;
  onChange(changed: Partial<WeeklyHours>): void;
  /** Null for the only one: without hours a camera would never watch. */
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

function Range({ title, range, isChecked, onChange, onRemove }: RangeProps) {
  const id = useId();
  const wrong: ReturnType<typeof hoursErrors> = isChecked ? hoursErrors(range) : {};
  return (
    <FieldGroup legend={title}>
      <Pair>
        <TextField
          type="time"
          label="Vigila desde"
          value={range.from}
          error={wrong.from}
          onChange={(from) => onChange({ from })}
        />
        <TextField
          type="time"
          label="Hasta"
          value={range.to}
          error={wrong.to}
          hint={range.to !== "" && range.to <= range.from ? "Del día siguiente." : undefined}
          onChange={(to) => onChange({ to })}
        />
      </Pair>
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
          <Button look="plain" icon={<IconTrash aria-hidden="true" size={20} />} onClick={onRemove}>
            Quitar {title.toLowerCase()}
          </Button>
        </Actions>
      )}
    </FieldGroup>
  );
}
