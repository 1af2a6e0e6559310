import { useMutation } from "@tanstack/react-query";
import { TokenRight } from "@umbral/contract/lib/token-rights";
import { useId } from "react";
import { endOfDay } from "../../lib/dates.ts";
import { fieldSentences } from "../../lib/sentences.ts";
import { toggled } from "../../lib/toggled.ts";
import { Button } from "../../ui/Button.tsx";
import { sayFailed } from "../../ui/failed.ts";
import { CheckField, FieldError, TextField } from "../../ui/fields.tsx";
import { ListStates } from "../../ui/ListStates.tsx";
import { FieldGroup, Form, Pair } from "../../ui/Panel.tsx";
import { Skeleton } from "../../ui/Skeletons.tsx";
import { required, useForm } from "../../ui/useForm.ts";
import { useDoorSettings } from "../doors/index.ts";
import { rightWords } from "./integration-words.ts";
import { makeTokenAt } from "./integrations.api.ts";

interface Values extends Record<string, unknown> {
  name: string;
  rights: readonly TokenRight[];
  doorIds: readonly string[];
  lastDay: string;
}

interface TokenFormProps {
  buildingId: string;
  timeZone: string;
  onMade(secret: string): void;
}

/** What a new token is called, may do, and until when. */
export function TokenForm({ buildingId, timeZone, onMade }: TokenFormProps) {
  const [rightsId, doorsId] = [useId(), useId()];
  const doors = useDoorSettings(buildingId);
  const { form, text, values, errors, set, submit } = useForm<Values>(
    { name: "", rights: [], doorIds: [], lastDay: "" },
    ({ name, rights, doorIds }) => ({
      name: required(name, fieldSentences.required),
      rights: rights.length === 0 ? "* Elige al menos un permiso" : undefined,
      doorIds:
        rights.includes("doors:open") && doorIds.length === 0 ? "* Elige al menos una puerta" : undefined,
    }),
  );
  const making = useMutation({
    mutationFn: ({ name, rights, doorIds, lastDay }: Values) =>
      makeTokenAt(buildingId, {
        name: name.trim(),
        rights: [...rights],
        doorIds: rights.includes("doors:open") ? [...doorIds] : [],
        expiresAt: lastDay === "" ? null : endOfDay(lastDay, timeZone),
      }),
    onSuccess: ({ secret }) => onMade(secret),
    onError: (error) => void sayFailed(error),
  });
  return (
    <Form
      ref={form}
      onSubmit={submit((given) => making.mutate(given))}
      foot={
        <Button type="submit" wide loading={making.isPending}>
          Crear token
        </Button>
      }
    >
      <TextField
        {...text("name")}
        label="Nombre"
        hint="El programa que lo va a usar: 'Domótica de la torre'. Así aparece en la auditoría."
        autoComplete="off"
        maxLength={60}
      />
      <FieldGroup legend="Puede">
        {TokenRight.options.map((right) => (
          <CheckField
            key={right}
            checked={values.rights.includes(right)}
            wrongBy={errors.rights === undefined ? undefined : rightsId}
            onChange={(isChosen) => set("rights", toggled(values.rights, right, isChosen))}
          >
            {rightWords[right]}
          </CheckField>
        ))}
        <FieldError id={rightsId} error={errors.rights} />
      </FieldGroup>
      {values.rights.includes("doors:open") ? (
        <FieldGroup legend="Puertas que puede abrir">
          <ListStates
            query={doors}
            isEmpty={(all) => all.length === 0}
            empty={{ title: "Este edificio todavía no tiene puertas.", isShort: true }}
            skeleton={<Skeleton height="3rem" />}
          >
            {(all) => (
              <Pair>
                {all.map(({ id, name }) => (
                  <CheckField
                    key={id}
                    checked={values.doorIds.includes(id)}
                    wrongBy={errors.doorIds === undefined ? undefined : doorsId}
                    onChange={(isChosen) => set("doorIds", toggled(values.doorIds, id, isChosen))}
                  >
                    {name}
                  </CheckField>
                ))}
              </Pair>
            )}
          </ListStates>
          <FieldError id={doorsId} error={errors.doorIds} />
        </FieldGroup>
      ) : null}
      <TextField {...text("lastDay")} type="date" label="Último día (opcional)" />
    </Form>
  );
}
