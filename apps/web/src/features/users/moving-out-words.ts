import type { Leaving } from "@umbral/contract/users/moving-out.contract";
import { roleNames } from "./users.strings.ts";

const list = new Intl.ListFormat("es", { type: "conjunction" });

const wordsOf = (roles: Leaving["people"][number]["roles"]): string =>
  list.format(roles.map((role) => roleNames[role].toLocaleLowerCase("es")));

/** What somebody loses by moving out, and what they keep, a sentence each. */
export function leavingSentences(person: Leaving["people"][number]): string[] {
  const { roles, asked = [], leavesBuilding, levels, cards, losesCards } = person;
  const cardWords = cards === 1 ? "su tarjeta" : `sus ${cards} tarjetas`;
  return [
    ...(roles.length > 0 ? [`Deja de ser ${wordsOf(roles)}.`] : []),
    ...(asked.length > 0 ? [`Se rechaza su solicitud de ser ${wordsOf(asked)}.`] : []),
    ...(leavesBuilding ? [] : ["Sigue en el edificio por otro rol, y conserva sus niveles."]),
    ...(leavesBuilding && levels.length > 0
      ? [`Pierde ${levels.length === 1 ? "el nivel" : "los niveles"} ${list.format(levels)}.`]
      : []),
    ...(leavesBuilding ? ["Si tiene un PIN de puerta, deja de servir."] : []),
    ...(losesCards ? ["Sale de la app en todos sus dispositivos."] : []),
    ...(cards === 0
      ? []
      : losesCards
        ? [
            `Pierde ${cardWords}, que ${cards === 1 ? "queda libre para otra persona" : "quedan libres para otras personas"}.`,
          ]
        : leavesBuilding
          ? [`Conserva ${cardWords}, que aquí ya no ${cards === 1 ? "abre" : "abren"} nada.`]
          : [`Conserva ${cardWords}.`]),
  ];
}

export const invitedSentence = ({ role }: NonNullable<Leaving["invitations"]>[number]): string =>
  `Su invitación como ${wordsOf([role])} deja de servir.`;

export const holderSentence = ({ cards }: Leaving["cardHolders"][number]): string =>
  cards === 0
    ? "Deja de estar en la lista."
    : cards === 1
      ? "Pierde su tarjeta, que queda libre para otra persona."
      : `Pierde sus ${cards} tarjetas, que quedan libres para otras personas.`;
