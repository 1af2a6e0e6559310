import { useMutation } from "@tanstack/react-query";
import { CallRefused } from "../../lib/failures.ts";
import { refreshEverything } from "../../lib/queries.ts";
import { fieldSentences } from "../../lib/sentences.ts";
import { useWhileHere } from "../../lib/useWhileHere.ts";
import { Button } from "../../ui/Button.tsx";
import { sayFailed } from "../../ui/failed.ts";
import { SelectField, TextField } from "../../ui/fields.tsx";
import { Form } from "../../ui/Panel.tsx";
import { required, useForm } from "../../ui/useForm.ts";
import { makeApartments } from "./administering.api.ts";
import { apartmentTypeOptions, asApartmentType } from "./administering.strings.ts";
import { APARTMENTS_AT_ONCE, apartmentNames } from "./apartment-names.ts";

/** Apartments of one floor, one by one or as a range. */
export function CreateApartments({ floorId, onDone }: { floorId: string; onDone(): void }) {
  const leave = useWhileHere(onDone);
  const { form, text, values, refuse, submit } = useForm(
    { written: "", type: "APARTMENT" },
    ({ written }) => ({
      written:
        required(written, fieldSentences.required) ??
        (apartmentNames(written)?.length ? undefined : NOT_NAMES),
    }),
  );
  const making = useMutation({
    mutationFn: () =>
      makeApartments(floorId, {
        names: apartmentNames(values.written) ?? [],
        apartmentType: asApartmentType(values.type),
      }),
    onSuccess: async () => {
      await refreshEverything();
      leave();
    },
    onError: (error) => {
      if (error instanceof CallRefused && error.code === "NAME_TAKEN") {
        refuse({ written: `* Ya existe: ${summary(error.errors.map(({ property }) => property))}` });
      } else {
        void sayFailed(error);
      }
    },
  });
  const names = apartmentNames(values.written) ?? [];
  return (
    <Form ref={form} onSubmit={submit(() => making.mutate())}>
      <TextField
        {...text("written")}
        label="Nombres"
        hint="Uno, varios con comas, o un rango: A-101 a A-104"
        autoComplete="off"
        maxLength={2000}
      />
      <SelectField {...text("type")} label="Tipo" options={apartmentTypeOptions} />
      <p role="status">{names.length > 1 ? `Se crearán ${names.length}: ${summary(names)}` : ""}</p>
      <Button type="submit" loading={making.isPending}>
        {names.length > 1 ? `Crear ${names.length} apartamentos` : "Crear apartamento"}
      </Button>
    </Form>
  );
}

const NOT_NAMES = `* Revisa el rango: va de menor a mayor, con la misma letra y hasta ${APARTMENTS_AT_ONCE}`;

const summary = (names: readonly string[]): string =>
  names.length <= 6 ? names.join(", ") : `${names.slice(0, 3).join(", ")} … ${names.at(-1)}`;
