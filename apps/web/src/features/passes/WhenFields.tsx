import { CheckField, ChoiceField, SelectField, TextField } from "../../ui/fields.tsx";
import { FieldGroup, Pair } from "../../ui/Panel.tsx";
import { WeeklyHoursFields } from "../../ui/WeeklyHoursFields.tsx";
import { type PassValues, usualHours } from "./pass-values.ts";
import type { PassFields } from "./WhoFields.tsx";

const spans: readonly { value: PassValues["when"]; label: string }[] = [
  { value: "today", label: "Hoy" },
  { value: "day", label: "Un día" },
  { value: "days", label: "Varios días" },
  { value: "weekly", label: "Se repite" },
];

interface WhenFieldsProps {
  fields: PassFields;
  /** Each of a home chooses whether they hear of its guests. */
  isOfHome: boolean;
  /** The lobby lets somebody come today, and no other day. */
  isForToday: boolean;
  /** One that was made says its day. */
  mayBeToday: boolean;
}

/** The second act: when they may come, how often, and what is told of it. */
export function WhenFields({ fields, isOfHome, isForToday, mayBeToday }: WhenFieldsProps) {
  const { values, errors, set, text } = fields;
  const choose = (value: string) => {
    const chosen = spans.find((span) => span.value === value)?.value ?? "today";
    set("when", chosen);
    set("times", chosen === "today" || chosen === "day" ? "once" : "any");
  };
  return (
    <>
      {isForToday ? null : (
        <ChoiceField
          label="¿Cuándo viene?"
          labelHidden
          name="when"
          value={values.when}
          onChange={choose}
          options={spans.filter(({ value }) => value !== "today" || mayBeToday)}
        />
      )}
      {values.when === "today" ? <TextField {...text("untilTime")} label="Hoy, hasta" type="time" /> : null}
      {values.when === "day" ? (
        <>
          <TextField {...text("day")} label="Día" type="date" />
          <Pair>
            <TextField {...text("fromTime")} label="Desde" type="time" />
            <TextField {...text("untilTime")} label="Hasta" type="time" />
          </Pair>
        </>
      ) : null}
      {values.when === "weekly" ? (
        <>
          <WeeklyHoursFields
            hours={values.hours}
            onChange={(hours) => set("hours", hours)}
            word="Horario"
            fromLabel="Desde"
            usual={usualHours}
            error={errors.hours}
          />
          <CheckField checked={values.isOnHolidays} onChange={(checked) => set("isOnHolidays", checked)}>
            También los festivos
          </CheckField>
        </>
      ) : null}
      {values.when === "days" || values.when === "weekly" ? (
        <Pair>
          <TextField {...text("day")} label="Primer día" type="date" />
          <TextField {...text("lastDay")} label="Último día" type="date" />
        </Pair>
      ) : null}
      <SelectField
        label="¿Cuántas veces puede entrar?"
        error={errors.times}
        value={values.times}
        onChange={(times) => set("times", times === "any" ? "any" : "once")}
        options={[
          { value: "once", label: values.who === "party" ? "Una vez cada persona" : "Una vez" },
          { value: "any", label: "Las veces que necesite" },
        ]}
      />
      <FieldGroup legend="Avisos">
        <p>
          {isOfHome
            ? "Te avisamos cuando llegue, según lo que elegiste en «Avísame si…»."
            : "Te avisamos cuando llegue."}
        </p>
        <CheckField checked={values.tellsExit} onChange={(checked) => set("tellsExit", checked)}>
          Avisar también cuando salga
        </CheckField>
        <CheckField checked={values.tellsOverstay} onChange={(checked) => set("tellsOverstay", checked)}>
          Avisar si se queda más de lo previsto
        </CheckField>
      </FieldGroup>
    </>
  );
}
