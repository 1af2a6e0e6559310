/** Asked before a second call is answered: a person stands in one. */
export const endsOtherQuestion = {
  title: "Ya estás en otra llamada",
  text: "Si contestas esta, la otra termina.",
} as const;

/** Shown wherever a visitor calls whom the home has not admitted (decisions §5). */
export const UNVERIFIED = "Visitante sin verificar";

/** Shown wherever the guest of a pass calls from the page of it. */
export const BY_PASS = "Visita con invitación";

/** Shown wherever somebody rings by the sign at the entrance, which may have been photographed. */
export const BY_SIGN = "Letrero de la entrada";

/** Who calls, said in the order in which a person wants to know it. */
export function originOf({
  isFromLobby,
  isToLobby,
  isUnverified,
  isByPass,
  isBySign,
  building,
}: {
  isFromLobby: boolean;
  isToLobby: boolean;
  isUnverified: boolean;
  isByPass?: true | undefined;
  isBySign?: true | undefined;
  building: { name: string };
}): string {
  if (isByPass) {
    return `${BY_PASS} · ${building.name}`;
  }
  if (isBySign) {
    return `${UNVERIFIED} · ${BY_SIGN} · ${building.name}`;
  }
  if (isToLobby) {
    return building.name;
  }
  if (isUnverified) {
    return `${UNVERIFIED} · ${building.name}`;
  }
  return isFromLobby ? `Portería · ${building.name}` : `Visitante · ${building.name}`;
}
