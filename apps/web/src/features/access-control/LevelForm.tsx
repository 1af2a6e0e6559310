import type { AccessLevel, BuildingAccess } from "@umbral/contract/access-control/access-levels.contract";
import { scheduleWords } from "@umbral/contract/access-control/access-words";
import { useId, useState } from "react";
import { sendChanged } from "../../lib/changed-values.ts";
import { Button } from "../../ui/Button.tsx";
import { CheckField, ChoiceField, FieldError, SelectField, TextField } from "../../ui/fields.tsx";
import { FieldGroup, Form, Pair } from "../../ui/Panel.tsx";
import { useForm } from "../../ui/useForm.ts";
import css from "./Access.module.css";
import { makeLevel, saveLevel } from "./access.api.ts";
import { levelSentence, markWords } from "./access.strings.ts";
import { ALWAYS, type LevelValues, levelErrors, levelFieldsOf, levelValuesOf } from "./access-values.ts";
import { Preview } from "./Preview.tsx";
import { useFieldRefusal } from "./useFieldRefusal.ts";
import { useSaving } from "./useSaving.ts";

const kinds = [
  { value: "all", label: "Todas las puertas" },
  { value: "way-home", label: "El camino a su casa" },
  { value: "entrance", label: "Solo la entrada" },
  { value: "chosen", label: "Las que elijas" },
] as const;
const asKind = (chosen: string): LevelValues["doors"] =>
  kinds.find(({ value }) => value === chosen)?.value ?? "chosen";

interface LevelFormProps {
  buildingId: string;
  access: BuildingAccess;
  /** Null for a new one. */
  level: AccessLevel | null;
  onDone(): void;
}

/** Where and when whoever has a level comes in, and the same as a sentence while it is chosen. */
export function LevelForm({ buildingId, access, level, onDone }: LevelFormProps) {
  const doorsId = useId();
  const refusal = useFieldRefusal<LevelValues>({
    NAME_TAKEN: "name",
    DOOR_NOT_FOUND: "doorIds",
    SCHEDULE_NOT_FOUND: "schedule",
  });
  const [began] = useState(() => levelValuesOf(level));
  const { form, text, values, errors, set, submit, focusWrong } = useForm(began, (given) =>
    levelErrors(given, access),
  );
  const wrong = (field: keyof LevelValues) => errors[field] ?? refusal.at(field, values[field]);
  const wrongDoors = wrong("doorIds");
  const saving = useSaving({
    ...{ buildingId, refusal, focusWrong, onDone },
    save: (given: LevelValues) => {
      const fields = levelFieldsOf(given, access);
      return level === null
        ? makeLevel(buildingId, fields)
        : sendChanged(levelFieldsOf(began, access), fields, (changed) =>
            saveLevel(buildingId, level.id, changed),
          );
    },
  });
  const fields = levelFieldsOf(values, access);
  const isGone = values.schedule !== ALWAYS && access.schedules.every(({ id }) => id !== values.schedule);
  const schedule = access.schedules.find(({ id }) => id === fields.scheduleId) ?? null;
  return (
    <Form
      ref={form}
      onSubmit={submit((given) => saving.mutate(given))}
      foot={
        <Button type="submit" loading={saving.isPending}>
          {level === null ? "Crear nivel" : "Guardar cambios"}
        </Button>
      }
    >
      <TextField
        {...text("name")}
        error={wrong("name")}
        label="Nombre del nivel"
        hint="Como lo dirías en portería: Aseo, Gimnasio, Mensajeros."
        autoComplete="off"
        maxLength={80}
      />
      <ChoiceField
        label="Puertas"
        name="doors"
        value={values.doors}
        onChange={(kind) => set("doors", asKind(kind))}
        options={kinds}
      />
      {values.doors === "chosen" ? (
        <FieldGroup legend="Puertas elegidas">
          {access.doors.length === 0 ? <p>Este edificio todavía no tiene puertas.</p> : null}
          <Pair>
            {access.doors.map(({ id, name }) => (
              <CheckField
                key={id}
                checked={values.doorIds.includes(id)}
                wrongBy={wrongDoors === undefined ? undefined : doorsId}
                onChange={(isChosen) =>
                  set(
                    "doorIds",
                    isChosen ? [...values.doorIds, id] : values.doorIds.filter((other) => other !== id),
                  )
                }
              >
                {name}
              </CheckField>
            ))}
          </Pair>
          <FieldError id={doorsId} error={wrongDoors} />
        </FieldGroup>
      ) : null}
      <SelectField
        {...text("schedule")}
        error={wrong("schedule")}
        label="Horario"
        hint={access.schedules.length === 0 ? "Los horarios se crean en esta misma página." : undefined}
        options={[
          { value: ALWAYS, label: "Siempre" },
          ...access.schedules.map((one) => ({ value: one.id, label: `${one.name} · ${scheduleWords(one)}` })),
          ...(isGone ? [{ value: values.schedule, label: "Un horario que ya no existe" }] : []),
        ]}
      />
      <div className={css["marks"]}>
        {(["passesLocked", "outlastsServer"] as const).map((mark) => (
          <CheckField key={mark} checked={values[mark]} onChange={(checked) => set(mark, checked)}>
            {markWords[mark]}
          </CheckField>
        ))}
      </div>
      <Preview>{isGone ? "Elige un horario." : levelSentence(fields.doors, schedule, access)}</Preview>
    </Form>
  );
}
