import type {
  CardHolder,
  CardHolderFields,
  CardHolderOrder,
  CardHolderState,
} from "@umbral/contract/users/card-holders.contract";
import { localTimeOf, momentOf } from "../../../lib/dates.ts";
import { fieldSentences } from "../../../lib/sentences.ts";
import { type Errors, required } from "../../../ui/useForm.ts";

/** What the address calls those that are shown. */
export const statesInAddress: Readonly<Record<string, CardHolderState | undefined>> = {
  vigentes: "now",
  despues: "later",
  terminados: "over",
};

/** By what they can stand, as the address calls it. */
export const holdersInAddress: Readonly<Record<CardHolderOrder, string>> = {
  name: "nombre",
  apartment: "hogar",
  until: "hasta",
};

/** So many of them, in words. */
export const holdersWords = (count: number): string => (count === 1 ? "1 persona" : `${count} personas`);

/** What the choice of a home says for the building's own people. */
export const OF_BUILDING = "building";

/** Somebody without an account as their form holds them: times on the building's clock, or nothing. */
export interface CardHolderValues extends Record<string, unknown> {
  name: string;
  home: string;
  from: string;
  until: string;
  levelIds: readonly string[];
}

/** A new one is of nobody until that is chosen: what a child may open is not what a cleaner may. */
export function cardHolderValuesOf(holder: CardHolder | null, timeZone: string): CardHolderValues {
  const written = (at: string | null | undefined) => (at ? localTimeOf(at, timeZone) : "");
  return {
    name: holder?.name ?? "",
    home: holder === null ? "" : (holder.apartment?.id ?? OF_BUILDING),
    from: written(holder?.from),
    until: written(holder?.until),
    levelIds: holder?.levels.map(({ id }) => id) ?? [],
  };
}

export const cardHolderErrors = ({
  name,
  home,
  from,
  until,
}: CardHolderValues): Errors<CardHolderValues> => ({
  name: required(name, fieldSentences.required),
  home: required(home, "* Elige de qué hogar es, o que es del edificio"),
  until: from !== "" && until !== "" && until <= from ? "* Debe ser después del comienzo" : undefined,
});

export const cardHolderFieldsOf = (
  { name, home, from, until, levelIds }: CardHolderValues,
  timeZone: string,
): CardHolderFields => ({
  name: name.trim(),
  apartmentId: home === OF_BUILDING ? null : home,
  from: momentOf(from, timeZone),
  until: momentOf(until, timeZone),
  levelIds: [...levelIds],
});

export const removalQuestion = ({ name, cards }: CardHolder) => ({
  title: `¿Retirar a ${name}?`,
  text: `${
    cards.length === 0
      ? "Pierde sus niveles"
      : cards.length === 1
        ? "Pierde sus niveles y su tarjeta, que queda libre para otra persona"
        : `Pierde sus niveles y sus ${cards.length} tarjetas, que quedan libres para otras personas`
  }. Deja de entrar de inmediato.`,
  irrevocable: true,
});

export const removalOfManyQuestion = (holders: readonly CardHolder[]) => ({
  title: `¿Retirar a ${holdersWords(holders.length)}?`,
  text: "Pierden sus niveles y sus tarjetas, que quedan libres para otras personas. Dejan de entrar de inmediato.",
  irrevocable: true,
});
