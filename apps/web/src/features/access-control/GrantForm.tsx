import { useMutation } from "@tanstack/react-query";
import type { BuildingAccess, PersonLevel } from "@umbral/contract/access-control/access-levels.contract";
import { comesInSentence } from "@umbral/contract/access-control/access-words";
import { localTimeOf, momentOf } from "../../lib/dates.ts";
import { useWhileHere } from "../../lib/useWhileHere.ts";
import { Button } from "../../ui/Button.tsx";
import { SelectField } from "../../ui/fields.tsx";
import { optionsByName } from "../../ui/options.ts";
import { Form } from "../../ui/Panel.tsx";
import { useForm } from "../../ui/useForm.ts";
import type { Person } from "../users/index.ts";
import { type Grant, giveLevel, refreshAccess } from "./access.api.ts";
import { doorsOfLevel } from "./access.strings.ts";
import { type GrantValues, grantErrors } from "./access-values.ts";
import { Preview } from "./Preview.tsx";
import { SpanFields } from "./SpanFields.tsx";
import { useFieldRefusal } from "./useFieldRefusal.ts";

interface GrantFormProps {
  buildingId: string;
  access: BuildingAccess;
  person: Person;
  /** Null: another level is given. */
  given: PersonLevel | null;
  onDone(): void;
}

/** Gives somebody a level by name, from and until when. */
export function GrantForm({ buildingId, access, person, given, onDone }: GrantFormProps) {
  const leave = useWhileHere(onDone);
  const { timeZone, levels } = access;
  const written = (at: string | null | undefined) => (at ? localTimeOf(at, timeZone) : "");
  const refusal = useFieldRefusal<GrantValues>({
    ACCESS_LEVEL_NOT_FOUND: "levelId",
    GRANT_IN_THE_PAST: "until",
  });
  const { form, text, values, errors, submit, focusWrong } = useForm<GrantValues>(
    { levelId: given?.levelId ?? "", from: written(given?.from), until: written(given?.until) },
    (typed) => grantErrors(typed, { timeZone, now: new Date() }),
  );
  const wrong = (field: keyof GrantValues & string) => errors[field] ?? refusal.at(field, values[field]);
  const saving = useMutation({
    mutationFn: (grant: Grant) => giveLevel(buildingId, person.id, grant),
    onSuccess: async () => {
      await refreshAccess(buildingId);
      leave();
    },
    onError: (error) => {
      refusal.say(error, values, focusWrong);
      void refreshAccess(buildingId);
    },
  });
  const span = { from: momentOf(values.from, timeZone), until: momentOf(values.until, timeZone) };
  const level = levels.find(({ id }) => id === values.levelId);
  return (
    <Form ref={form} onSubmit={submit(({ levelId }) => saving.mutate({ levelId, ...span }))}>
      {given === null ? (
        <SelectField
          {...text("levelId")}
          error={wrong("levelId")}
          label="Nivel"
          placeholder="Elige un nivel"
          options={optionsByName(levels)}
        />
      ) : null}
      <SpanFields
        from={text("from")}
        until={{ ...text("until"), error: wrong("until") }}
        hint="Sin fecha, hasta que se lo quites."
      />
      <Preview>
        {level === undefined
          ? "Elige un nivel para ver por dónde entra."
          : `${comesInSentence(
              {
                who: person.name,
                doors: doorsOfLevel(level.doors, access.doors),
                schedule: access.schedules.find(({ id }) => id === level.scheduleId) ?? null,
                ...span,
              },
              timeZone,
            )}.`}
      </Preview>
      <Button type="submit" loading={saving.isPending}>
        {given === null ? "Dar nivel" : "Guardar cambios"}
      </Button>
    </Form>
  );
}
