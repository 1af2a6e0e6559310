import type { DayHours } from "@umbral/contract/lib/weekly-hours";
import { TextField } from "./fields.tsx";
import { Pair } from "./Panel.tsx";
import type { dayHoursErrors } from "./weekly-hours.ts";

interface DayHoursFieldsProps {
  hours: DayHours;
  onChange(changed: Partial<DayHours>): void;
  /** What begins with the first hour: 'Desde'. */
  fromLabel: string;
  wrong: ReturnType<typeof dayHoursErrors>;
}

/** Hours of a day, which may end on the next one. */
export function DayHoursFields({ hours, onChange, fromLabel, wrong }: DayHoursFieldsProps) {
  return (
    <Pair>
      <TextField
        type="time"
        label={fromLabel}
        value={hours.from}
        error={wrong.from}
        onChange={(from) => onChange({ from })}
      />
      <TextField
        type="time"
        label="Hasta"
        value={hours.to}
        error={wrong.to}
        hint={hours.to !== "" && hours.to <= hours.from ? "Del día siguiente." : undefined}
        onChange={(to) => onChange({ to })}
      />
    </Pair>
  );
}
