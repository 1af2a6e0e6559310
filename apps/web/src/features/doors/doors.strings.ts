import { DOOR_CLOSE, DOOR_OPEN, type Door, type DoorAction } from "@umbral/contract/doors/doors.contract";
import { formatSince } from "../../lib/dates.ts";

/** What a door's buttons say. */
export const doorSentences = {
  pending: { [DOOR_OPEN]: "Abriendo…", [DOOR_CLOSE]: "Cerrando…" },
  done: { [DOOR_OPEN]: "Puerta abierta", [DOOR_CLOSE]: "Puerta cerrada" },
  noController: "Sin controlador: no abre desde aquí. Avisa a la administración.",
  lost: "Se perdió la conexión antes de saber si la puerta se movió. Mírala en la cámara o intenta de nuevo.",
} as const;

/** 'Abrir Puerta principal', 'Cerrar Garaje'. */
export const actionLabel = (action: DoorAction, name: string): string =>
  `${action === DOOR_OPEN ? "Abrir" : "Cerrar"} ${name}`;

/** What its button says while its controller is away: it promises nothing, and may be tried. */
export const awayLabel = (name: string): string => `Sin conexión: ${name}`;

/** Why a door that one may open does not open now, where its own button does not stand; null for one that does. */
export function whyShut({ name, line }: Pick<Door, "name" | "line">): string | null {
  switch (line) {
    case "online":
      return null;
    case "away":
      return `${name} está sin conexión: no abre desde aquí.`;
    case "none":
      return `${name}. ${doorSentences.noController}`;
  }
}

/** 'El edificio está sin conexión desde las 10:42 AM', once for all its doors and cameras. */
export function awaySentence(
  { since, isWhole }: { since: string | null; isWhole: boolean },
  now: Date,
  timeZone: string | undefined,
): string {
  const what = isWhole ? "El edificio está sin conexión" : "Una parte del edificio está sin conexión";
  return `${what}${since === null ? "" : ` desde ${formatSince(since, now, timeZone)}`}.`;
}

/**
 * Why somebody may not open this door.
 * @param mayOperateDoors may they open any door of this building?
 */
export function whyNot(
  door: Pick<Door, "scope" | "tower" | "floor" | "may">,
  mayOperateDoors: boolean,
): string {
  if (door.may.atOtherHours) {
    return "No puedes abrir esta puerta a esta hora.";
  }
  if (door.may.whenUnlocked) {
    return "La puerta está bloqueada por ahora.";
  }
  if (!mayOperateDoors || door.scope === "building") {
    return "Puedes ver esta puerta, pero no abrirla.";
  }
  const floor = door.scope === "floor" ? `el piso ${door.floor.name} de ` : "";
  return `La abren quienes viven en ${floor}la torre ${door.tower.name}.`;
}

/** Where there is no building to be shown (specification §8). */
export const NO_BUILDING = "No se encontró un edificio asociado al usuario.";
