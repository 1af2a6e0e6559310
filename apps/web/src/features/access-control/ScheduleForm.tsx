import { IconPlus, IconTrash } from "@tabler/icons-react";
import type { AccessSchedule } from "@umbral/contract/access-control/access-levels.contract";
import { holidayWords, scheduleWords } from "@umbral/contract/access-control/access-words";
import type { DayHours } from "@umbral/contract/lib/weekly-hours";
import { capital } from "../../lib/capital.ts";
import { Button } from "../../ui/Button.tsx";
import { DayHoursFields } from "../../ui/DayHoursFields.tsx";
import { ChoiceField, TextField } from "../../ui/fields.tsx";
import { Actions, FieldGroup, Form } from "../../ui/Panel.tsx";
import { useForm } from "../../ui/useForm.ts";
import { WeeklyHoursFields } from "../../ui/WeeklyHoursFields.tsx";
import { dayHoursErrors } from "../../ui/weekly-hours.ts";
import { saveSchedule } from "./access.api.ts";
import {
  MOST_HOLIDAY_HOURS,
  type ScheduleValues,
  scheduleErrors,
  scheduleFieldsOf,
  scheduleValuesOf,
  USUAL_HOLIDAY_HOURS,
  USUAL_HOURS,
} from "./access-values.ts";
import { Preview } from "./Preview.tsx";
import { useFieldRefusal } from "./useFieldRefusal.ts";
import { useSaving } from "./useSaving.ts";

const kinds = [
  { value: "as-any-day", label: "Como cualquier día" },
  { value: "closed", label: "Cerrado" },
  { value: "hours", label: "Horas propias" },
] as const;
const asKind = (chosen: string): ScheduleValues["onHolidays"] =>
  kinds.find(({ value }) => value === chosen)?.value ?? "closed";

interface ScheduleFormProps {
  buildingId: string;
  /** Null for a new one. */
  schedule: AccessSchedule | null;
  onDone(): void;
}

/** Hours of the week and what holds on holidays. */
export function ScheduleForm({ buildingId, schedule, onDone }: ScheduleFormProps) {
  const refusal = useFieldRefusal<ScheduleValues>({ NAME_TAKEN: "name" });
  const { form, text, values, errors, set, submit, focusWrong } = useForm(
    scheduleValuesOf(schedule),
    scheduleErrors,
  );
  const saving = useSaving({
    ...{ buildingId, refusal, focusWrong, onDone },
    save: (given: ScheduleValues) => saveSchedule(buildingId, schedule?.id ?? null, scheduleFieldsOf(given)),
  });
  const { hours, holidayHours } = scheduleErrors(values);
  const fields = scheduleFieldsOf(values);
  return (
    <Form ref={form} onSubmit={submit((given) => saving.mutate(given))}>
      <TextField
        {...text("name")}
        error={errors.name ?? refusal.at("name", values.name)}
        label="Nombre del horario"
        autoComplete="off"
        maxLength={80}
      />
      <WeeklyHoursFields
        word="Horas"
        fromLabel="Desde"
        usual={USUAL_HOURS}
        hours={values.hours}
        error={errors.hours}
        onChange={(changed) => set("hours", changed)}
      />
      <ChoiceField
        label="Festivos"
        name="onHolidays"
        value={values.onHolidays}
        onChange={(kind) => set("onHolidays", asKind(kind))}
        options={kinds}
      />
      {values.onHolidays === "hours" ? (
        <HolidayHoursFields
          hours={values.holidayHours}
          isChecked={errors.holidayHours !== undefined}
          onChange={(changed) => set("holidayHours", changed)}
        />
      ) : null}
      <Preview>
        {hours === undefined && holidayHours === undefined
          ? `${capital(scheduleWords(fields))}. ${holidayWords(fields)}.`
          : "Completa los días y las horas."}
      </Preview>
      <Button type="submit" loading={saving.isPending}>
        {schedule === null ? "Crear horario" : "Guardar cambios"}
      </Button>
    </Form>
  );
}

interface HolidayHoursFieldsProps {
  hours: readonly DayHours[];
  isChecked: boolean;
  onChange(hours: DayHours[]): void;
}

function HolidayHoursFields({ hours, isChecked, onChange }: HolidayHoursFieldsProps) {
  const change = (at: number, changed: Partial<DayHours>) =>
    onChange(hours.map((range, place) => (place === at ? { ...range, ...changed } : range)));
  return (
    <FieldGroup legend="Horas de los festivos">
      {hours.map((range, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a range is nothing but its place in the list
        <div key={at}>
          <DayHoursFields
            fromLabel="Desde"
            hours={range}
            wrong={isChecked ? dayHoursErrors(range) : {}}
            onChange={(changed) => change(at, changed)}
          />
          {hours.length === 1 ? null : (
            <Actions>
              <Button
                look="destructive"
                icon={<IconTrash aria-hidden="true" size={20} />}
                onClick={() => onChange(hours.filter((_, place) => place !== at))}
              >
                Quitar horas de festivo {at + 1}
              </Button>
            </Actions>
          )}
        </div>
      ))}
      <Button
        look="quiet"
        icon={<IconPlus aria-hidden="true" size={20} />}
        disabled={hours.length >= MOST_HOLIDAY_HOURS}
        onClick={() => onChange([...hours, USUAL_HOLIDAY_HOURS])}
      >
        Agregar horas de festivo
      </Button>
    </FieldGroup>
  );
}
