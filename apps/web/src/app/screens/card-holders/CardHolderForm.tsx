import { useMutation } from "@tanstack/react-query";
import type { BuildingAccess } from "@umbral/contract/access-control/access-levels.contract";
import type { CardHolder } from "@umbral/contract/users/card-holders.contract";
import { useState } from "react";
import { useFieldRefusal } from "../../../features/access-control/index.ts";
import { useApartmentDirectory } from "../../../features/buildings/index.ts";
import { sendChanged } from "../../../lib/changed-values.ts";
import { useWhileHere } from "../../../lib/useWhileHere.ts";
import { Button } from "../../../ui/Button.tsx";
import { CheckField, SelectField, TextField } from "../../../ui/fields.tsx";
import { FieldGroup, Form, Pair } from "../../../ui/Panel.tsx";
import { useForm } from "../../../ui/useForm.ts";
import {
  type CardHolderValues,
  cardHolderErrors,
  cardHolderFieldsOf,
  cardHolderValuesOf,
  OF_BUILDING,
} from "./card-holder-words.ts";
import { makeCardHolder, refreshCardHolders, saveCardHolder } from "./card-holders.api.ts";

interface CardHolderFormProps {
  buildingId: string;
  access: BuildingAccess;
  /** Null for somebody new. */
  holder: CardHolder | null;
  onDone(): void;
}

/** Name, home, time and levels of somebody who has no account. */
export function CardHolderForm({ buildingId, access, holder, onDone }: CardHolderFormProps) {
  const leave = useWhileHere(onDone);
  const { timeZone, levels } = access;
  const homes = useApartmentDirectory(buildingId);
  const refusal = useFieldRefusal<CardHolderValues>({
    APARTMENT_NOT_FOUND: "home",
    STAY_IN_THE_PAST: "until",
  });
  const [began] = useState(() => cardHolderValuesOf(holder, timeZone));
  const { form, text, values, errors, set, submit, focusWrong } = useForm(began, cardHolderErrors);
  const wrong = (field: keyof CardHolderValues & string) => errors[field] ?? refusal.at(field, values[field]);
  const saving = useMutation({
    mutationFn: async (given: CardHolderValues) => {
      const fields = cardHolderFieldsOf(given, timeZone);
      await (holder === null
        ? makeCardHolder(buildingId, fields)
        : sendChanged(cardHolderFieldsOf(began, timeZone), fields, (changed) =>
            saveCardHolder(buildingId, holder.id, changed),
          ));
    },
    onSuccess: async () => {
      await refreshCardHolders(buildingId);
      leave();
    },
    onError: (error) => {
      refusal.say(error, values, focusWrong);
      void refreshCardHolders(buildingId);
    },
  });
  return (
    <Form ref={form} onSubmit={submit((given) => saving.mutate(given))}>
      <TextField {...text("name")} error={wrong("name")} label="Nombre" autoComplete="off" maxLength={120} />
      <SelectField
        {...text("home")}
        error={wrong("home")}
        label="De quién es"
        placeholder={homes.data === undefined ? "Cargando…" : "Elige el apartamento"}
        hint="Cuando su apartamento se elimina, deja de entrar."
        options={[
          { value: OF_BUILDING, label: "Del edificio, de ningún apartamento" },
          ...homesOf(homes.data ?? [], holder),
        ]}
      />
      <FieldGroup legend="Niveles de acceso">
        {levels.map(({ id, name }) => (
          <CheckField
            key={id}
            checked={values.levelIds.includes(id)}
            onChange={(isChosen) =>
              set(
                "levelIds",
                isChosen ? [...values.levelIds, id] : values.levelIds.filter((other) => other !== id),
              )
            }
          >
            {name}
          </CheckField>
        ))}
        <p>Sin ningún nivel, su tarjeta no abre puertas.</p>
      </FieldGroup>
      <Pair>
        <TextField {...text("from")} type="datetime-local" label="Desde (opcional)" />
        <TextField
          {...text("until")}
          error={wrong("until")}
          type="datetime-local"
          label="Hasta (opcional)"
          hint="Sin fecha, hasta que la retires."
        />
      </Pair>
      <Button type="submit" loading={saving.isPending}>
        {holder === null ? "Agregar persona" : "Guardar cambios"}
      </Button>
    </Form>
  );
}

/** Theirs among them, also before the others were read: towers may share a name. */
function homesOf(
  homes: readonly { id: string; name: string; tower: { name: string } }[],
  holder: CardHolder | null,
) {
  const own = holder?.apartment ?? null;
  return [
    ...(own === null || homes.some(({ id }) => id === own.id) ? [] : [{ value: own.id, label: own.name }]),
    ...homes.map(({ id, name, tower }) => ({ value: id, label: `${name} · Torre ${tower.name}` })),
  ];
}
