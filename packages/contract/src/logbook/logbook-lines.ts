import { z } from "zod";

/*
 * What stands in a lobby's logbook ('Minuta'): what somebody wrote down, and what was noticed. Words for people stand here
 * once, for the screen, for paper and for files.
 */

/** What somebody writes down is about one of these. */
export const noteCategories = {
  NOVEDAD: "Novedad",
  DANO: "Daño",
  RUIDO: "Ruido",
  MASCOTA: "Mascota",
  PROVEEDOR: "Proveedor",
  VEHICULO: "Vehículo",
  OBJETO_PERDIDO: "Objeto perdido",
  EMERGENCIA: "Emergencia",
  OTRA: "Otra",
} as const;
export const NoteCategory = z.enum([
  "NOVEDAD",
  "DANO",
  "RUIDO",
  "MASCOTA",
  "PROVEEDOR",
  "VEHICULO",
  "OBJETO_PERDIDO",
  "EMERGENCIA",
  "OTRA",
]);
export type NoteCategory = z.infer<typeof NoteCategory>;

/** Lines of one kind of matter, by which the list is narrowed too. */
export const lineGroups = {
  SHIFTS: "Turnos",
  GUESTS: "Visitas e invitaciones",
  CALLS: "Llamadas sin contestar",
  DOORS: "Puertas",
  ALARMS: "Alertas",
  PARCELS: "Correspondencia",
} as const;
export const LineGroup = z.enum(["SHIFTS", "GUESTS", "CALLS", "DOORS", "ALARMS", "PARCELS"]);
export type LineGroup = z.infer<typeof LineGroup>;

/** The kinds of lines, each with its words and its group; null for what somebody wrote, which has a category. */
export const lineKinds = {
  NOTE: { words: "Anotación", group: null },
  CORRECTION: { words: "Corrección", group: null },
  SHIFT_BEGUN: { words: "Comenzó turno", group: "SHIFTS" },
  SHIFT_ENDED: { words: "Terminó turno", group: "SHIFTS" },
  SHIFT_HANDED_OVER: { words: "Entrega de turno", group: "SHIFTS" },
  VISIT_AUTHORISED: { words: "Ingreso con código de visita", group: "GUESTS" },
  PASS_ENTERED: { words: "Ingreso con invitación", group: "GUESTS" },
  PASS_LEFT: { words: "Salida con invitación", group: "GUESTS" },
  PASS_REFUSED: { words: "Invitación que no permitió entrar", group: "GUESTS" },
  CALL_UNANSWERED_BY_HOME: { words: "El apartamento no contestó", group: "CALLS" },
  CALL_UNANSWERED_BY_LOBBY: { words: "La portería no contestó", group: "CALLS" },
  DOOR_OPENED: { words: "Puerta abierta por portería", group: "DOORS" },
  DOOR_FORCED: { words: "Puerta forzada", group: "DOORS" },
  DOOR_HELD: { words: "Puerta abierta demasiado tiempo", group: "DOORS" },
  FIRE_PANEL: { words: "Panel de incendio", group: "ALARMS" },
  ALARM_RAISED: { words: "Alerta", group: "ALARMS" },
  ALARM_CONFIRMED: { words: "Emergencia confirmada", group: "ALARMS" },
  ALARM_SILENCED: { words: "Alerta silenciada", group: "ALARMS" },
  ALARM_CLOSED: { words: "Alerta cerrada", group: "ALARMS" },
  PARCEL_RECEIVED: { words: "Correspondencia recibida", group: "PARCELS" },
  PARCEL_HANDED_OVER: { words: "Correspondencia entregada", group: "PARCELS" },
  PARCEL_RETURNED: { words: "Correspondencia devuelta", group: "PARCELS" },
  PARCEL_MOVED: { words: "Correspondencia cambiada de apartamento", group: "PARCELS" },
  BILLS_RECEIVED: { words: "Recibos recibidos", group: "PARCELS" },
  BILLS_HANDED_OUT: { words: "Recibos repartidos", group: "PARCELS" },
} as const satisfies Record<string, { words: string; group: LineGroup | null }>;
export type LineKind = keyof typeof lineKinds;
const kinds = Object.keys(lineKinds).filter((kind): kind is LineKind => kind in lineKinds);
export const LineKind = z.enum(kinds);

/** The kinds of one group. */
export const kindsIn = (group: LineGroup): LineKind[] =>
  kinds.filter((kind) => lineKinds[kind].group === group);

/** Plain words and figures of a line, and nobody's name. What does not belong to its kind is absent. */
export const LineDetail = z.object({
  /** The home that it is about, as it was called. */
  home: z.string().optional(),
  door: z.string().optional(),
  /** The device of the lobby, or the input. */
  place: z.string().optional(),
  /** How many people came or went together. */
  people: z.number().int().optional(),
  /** How many things: bills, parcels. */
  count: z.number().int().optional(),
  /** What it was: 'Caja', 'Energía'. */
  thing: z.string().optional(),
  /** Why nobody came in by a pass. */
  reason: z.enum(["taken-back", "expired", "used-up", "not-yet", "not-now"]).optional(),
  /** False where a door may have opened. */
  certain: z.boolean().optional(),
  event: z.enum(["INTRUSION", "EMERGENCY"]).optional(),
  drill: z.boolean().optional(),
  /** How many things were open when a shift was handed over. */
  open: z.number().int().optional(),
});
export type LineDetail = z.infer<typeof LineDetail>;
