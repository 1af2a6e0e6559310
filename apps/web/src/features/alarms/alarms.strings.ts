import type { AlarmPerson } from "@umbral/contract/alarms/alarms.contract";

/** The buttons of the events modal, letter by letter (specification §2). */
export const eventSentences = {
  INTRUSION: "Alerta de Seguridad (Intruso)",
  EMERGENCY: "Alerta de Emergencia (terremotos, incendios...)",
  MUTE: "Silenciar alarma",
} as const;

/** When it could not be told to the server (specification §8). */
export const alarmSentences = {
  notRaised: "Ocurrió un error al realizar la notificación",
  notSilenced: "No pudimos silenciar la alarma en este momento...",
  noBuilding: "¡Ups! Tuvimos un problema con la información del edificio...",
  understood: "Entendido",
  deactivate: "Desactivar",
} as const;

interface Somebody {
  name: string;
  apartment: { name: string } | null;
}

/** 'Rosa Líder, apartamento A-101' */
export const whoOf = ({ name, apartment }: Somebody): string =>
  apartment === null ? name : `${beforeHome(name)}${apartment.name}`;

/** 'Rosa Líder, apartamento ': for where the name of the home is drawn apart. */
export const beforeHome = (name: string): string => `${name}, apartamento `;

/** 'Torre A, piso 1 · Edificio Mirador del Parque': where the home of whoever raised it is. */
export function placeOf({ apartment }: Pick<AlarmPerson, "apartment">, building: string): string {
  if (apartment === null) {
    return building;
  }
  const { tower, floor } = apartment;
  return `Torre ${tower.name}, piso ${floor.name} · ${building}`;
}

/** 'Pedro Portero y 2 personas más': who has said 'Entendido', the first of them by name. */
export function seenBy(people: readonly { name: string }[]): string {
  const [first, ...more] = people;
  if (first === undefined) {
    return "Nadie todavía";
  }
  return more.length === 0
    ? first.name
    : `${first.name} y ${more.length === 1 ? "una persona más" : `${more.length} personas más`}`;
}

/** What an emergency that was confirmed did, as the controllers said. */
export function confirmedSentence({ doors, isComplete }: { doors: number; isComplete: boolean }): string {
  const free =
    doors === 0
      ? "Ninguna puerta quedó libre."
      : doors === 1
        ? "1 puerta quedó libre como salida."
        : `${doors} puertas quedaron libres como salida.`;
  return isComplete
    ? `Emergencia confirmada. ${free}`
    : `Emergencia confirmada. ${free} Alguna no respondió: revísala.`;
}

export const confirmSentences = {
  button: "Confirmar emergencia",
  title: "¿Confirmas la emergencia?",
  text: "Las puertas que son salida de emergencia quedan libres para todos hasta que alguien silencie la alerta, 30 minutos como mucho.",
} as const;
