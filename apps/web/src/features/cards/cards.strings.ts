import { cardTypeNames, timeOfCard } from "@umbral/contract/cards/card-words";
import type { Card, CardType } from "@umbral/contract/cards/cards.contract";
import type { OwnCard } from "@umbral/contract/cards/own-cards.contract";
import type { Option } from "../../ui/options.ts";

export const cardTypeOptions: readonly Option[] = [
  { value: "PERSON", label: cardTypeNames.PERSON },
  { value: "CAR", label: cardTypeNames.CAR },
];

export const asCardType = (chosen: string): CardType => (chosen === "CAR" ? "CAR" : "PERSON");

/** What the specification says of cards and of the people who hold them (§5, §8), letter by letter. */
export const cardSentences = {
  deleted: { title: "Borrado Exitoso", text: "Tarjeta borrada con éxito" },
  updated: { text: "Actualización exitosa" },
  lost: "Listo: esa tarjeta ya no abre ninguna puerta.",
  readerReady: "Lector configurado correctamente",
  readerRests: "El lector ya no espera la tarjeta. Configúralo de nuevo para leerla.",
  noPlace: "Debes ingresar el edificio y el ID de la puerta",
  validated: { text: "Usuario validado correctamente." },
  incomplete: { text: "Por favor ingresar toda la información solicitada." },
  missingPicture: (field: string) => `Por favor cargue la imagen "${field}" para continuar.`,
  tagNotValid: "* La etiqueta tiene de 4 a 64 dígitos: del 0 al 9 y de la A a la F",
} as const;

/** Why a card that is active opens nothing: its own time. */
export const cardTimeNames = { over: "Vencida", "to-come": "Todavía no vigente" } as const;

/** Why a card of one's own opens nothing. */
export const ownCardStates: Readonly<
  Record<Exclude<OwnCard["state"], "active"> | keyof typeof cardTimeNames, string>
> = {
  lost: "Perdida: no abre ninguna puerta. Si la encuentras, avísale a la administración.",
  off: "Desactivada por la administración: no abre ninguna puerta.",
  over: "Vencida: no abre ninguna puerta.",
  "to-come": "Todavía no vigente: no abre ninguna puerta.",
};

/** How a card is: 'Activa', 'Vencida'. */
export function cardStateWords({ active, lostAt, ...time }: Card, now: Date): string {
  const off = lostAt !== null ? "Perdida" : active ? undefined : "Desactivada";
  const when = timeOfCard(time, now);
  return off ?? (when === undefined ? "Activa" : cardTimeNames[when]);
}

/** So many cards, in words. */
export const cardsWords = (count: number): string => (count === 1 ? "1 tarjeta" : `${count} tarjetas`);

export const cardQuestions = {
  suspendMany: (count: number) => ({
    title: `¿Desactivar ${cardsWords(count)}?`,
    text: "Dejan de abrir de inmediato. Aquí mismo se activan otra vez.",
    takesAway: true,
  }),
  markLost: (tag: string) => ({
    title: `¿Marcar como perdida la tarjeta ${tag}?`,
    text: "Deja de abrir de inmediato. Si aparece, la activas otra vez aquí.",
    takesAway: true,
  }),
  lose: (ending: string) => ({
    title: `¿Perdiste la tarjeta terminada en ${ending}?`,
    text: "Dejará de abrir de inmediato. Solo la administración puede activarla de nuevo.",
    takesAway: true,
  }),
  remove: (tag: string) => ({
    title: `¿Eliminar la tarjeta ${tag}?`,
    text: "Deja de abrir de inmediato y queda libre para otra persona. Esta acción no se puede deshacer.",
    irrevocable: true,
  }),
  update: (tag: string) => ({
    title: `¿Cambiar la tarjeta ${tag}?`,
    text: "Los cambios se aplican de inmediato.",
  }),
} as const;
