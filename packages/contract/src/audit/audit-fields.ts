import { clipCauseWords } from "../clips/clip-words.ts";
import { inputKindWords } from "../inputs/input-devices.ts";
import { documentLabels } from "../registration/document-words.ts";
import { roleNames } from "../users/role-words.ts";

const fields = new Map<string, string>(
  Object.entries({
    name: "Nombre",
    cedula: "Cédula",
    phone: "Celular",
    email: "Correo",
    alias: "Alias",
    role: "Rol",
    endsAt: "Hasta",
    active: "Activo",
    tag: "Tarjeta",
    type: "Tipo",
    documentType: "Tipo de documento",
    address1: "Dirección",
    city: "Ciudad",
    state: "Departamento",
    timeZone: "Zona horaria",
    opensByPhone: "Abre por teléfono",
    intrusionRetentionDays: "Días que se guardan las intrusiones",
    keepsClips: "Guarda clips de video",
    clipsKeptDays: "Días que se guardan los clips",
    clipsFetched: "Clips que se traen solos",
    identityRetentionDays: "Días que se guardan las fotos de los documentos",
    deskPicture: "Foto de quien entra, en portería",
    deskDocument: "Foto del documento, en portería",
    siren: "Sirena",
    tower: "Torre",
    floor: "Piso",
    plan: "Plano",
    apartment: "Apartamento",
    levels: "Niveles de acceso",
    apartments: "Apartamentos",
    apartmentType: "Tipo",
    address: "Dirección",
    people: "Personas",
    pairing: "Emparejamiento",
    key: "Huella de la llave",
    localId: "Relé",
    relay: "Equipo del relé",
    reader: "Lector",
    contact: "Sensor de puerta",
    kind: "Clase",
    door: "Puerta",
    driver: "Equipo de la entrada",
    rest: "En reposo",
    debounceMs: "Milisegundos que debe durar",
    cameras: "Cámaras",
    scope: "Alcance",
    lockType: "Cerradura",
    pulseMs: "Pulso en milisegundos",
    heldOpenAfterSeconds: "Segundos que puede estar abierta",
    left: "Lugar en el plano, desde la izquierda",
    top: "Lugar en el plano, desde arriba",
    source: "Origen del video",
    framesPerSecond: "Imágenes por segundo",
    width: "Ancho en píxeles",
    level: "Nivel de acceso",
    levelDoors: "Puertas",
    schedule: "Horario",
    passesLocked: "Entra aunque la puerta esté bloqueada",
    outlastsServer: "Entra siempre, también sin conexión",
    hours: "Horas",
    onHolidays: "En festivos",
    day: "Día",
    lockedUntil: "Bloqueada hasta",
    freeUntil: "Libre hasta",
    freeScheduleId: "Horario en que queda libre",
    freesInEmergency: "Libre en una emergencia",
    offlineDays: "Días que abre sin conexión",
    from: "Desde",
    until: "Hasta",
    reason: "Motivo",
  }),
);
/** Is this a field that the audit shows before and after? */
export const isAuditField = (field: string): boolean => fields.has(field);

/** What a changed field is called. */
export const wordsOfField = (field: string): string => fields.get(field) ?? "Otro dato";

/** Whether the desk takes a picture. */
const asks = { no: "no se pide", may: "opcional", must: "obligatoria" };

/** The product's own words, by the field where they stand. Names that people gave are shown as they are. */
const values: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  role: roleNames,
  type: {
    CAR: "Carro",
    PERSON: "Persona",
    RESIDENTIAL: "Residencial",
    MIXED: "Mixto",
    OFFICE: "Oficinas",
  },
  apartmentType: { APARTMENT: "Apartamento", HOUSE: "Casa", OFFICE: "Oficina", SHOP: "Local" },
  documentType: documentLabels,
  clipsFetched: clipCauseWords,
  deskPicture: asks,
  deskDocument: asks,
  scope: { building: "todo el edificio", tower: "su torre", floor: "su piso" },
  lockType: { "fail-safe": "abre sin corriente", "fail-secure": "cierra sin corriente" },
  kind: inputKindWords,
  rest: { open: "abierto", closed: "cerrado" },
  pairing: { waiting: "espera el código", paired: "emparejado" },
};
/** A device without an address: what it is takes the place of where it is. */
const kinds: Readonly<Record<string, string>> = {
  simulated: "simulado",
  "keyboard-wedge": "lector de teclado",
  osdp: "lector OSDP",
  "wiegand-serial": "lector Wiegand",
  uhppote: "placa UHPPOTE",
  gpio: "pin GPIO",
};
const devices: readonly string[] = ["siren", "relay", "reader", "contact", "source", "driver"];

/** What a field was or is, as a person reads it. */
export function wordsOfValue(field: string, value: string | number | boolean | null | undefined): string {
  if (value === null || value === undefined || value === "") {
    return "nada";
  }
  if (typeof value === "boolean") {
    return value ? "sí" : "no";
  }
  const known = devices.includes(field) ? kinds : values[field];
  return known === undefined
    ? String(value)
    : String(value)
        .split(", ")
        .map((word) => known[word] ?? word)
        .join(", ");
}
