import type { Tables } from "../../platform/tables.ts";

/*
 * Every table, and what of it is somebody's: where their rows are, what is handed over of them, and what becomes of them
 * when the person is erased. A new table does not compile until it says so; a test compares the columns that point at a
 * person with the database's own foreign keys.
 */

export type TableName = keyof Tables & string;

/** How rows are told to be somebody's. */
export type Whose =
  /** One of these columns is the person. */
  | { columns: readonly string[] }
  /** This column is a row of another table that is theirs by one column there, where that table's row is such a one. */
  | { through: string; table: TableName; column: string; where?: Readonly<Record<string, boolean>> }
  /** They are named: by their document's number, or where there is none, by an address. Besides, by a column. */
  | { cedula?: string; email?: string; phone?: string; columns?: readonly string[] };

/** What becomes of somebody's rows: they go, or these columns are emptied and the row stays, or all of it stays, and why. */
type Erased = "rows" | { emptied: readonly string[]; goneUnless?: string } | { stays: string };

export interface PersonTable {
  whose: Whose;
  /** The file of the archive, and what it holds in the words of its `LEEME.txt`; or why it is not handed over. */
  file: { name: string; holds: string } | { none: string };
  erased: Erased;
  /** Columns that say who did something about somebody else: they go on pointing at a person without name. */
  mentions?: readonly string[];
}
type OfNobody = { ofNobody: string; mentions?: readonly string[] };

const file = (name: string, holds: string) => ({ name, holds });
const SECRET = { none: "proves that they are they, and is of no use to anybody else" };
const of = (...columns: string[]): Whose => ({ columns });
const PLACE: OfNobody = { ofNobody: "of a place or of what hangs there" };
const WORK: OfNobody = { ofNobody: "of the program's own work" };

export const personTables: Readonly<Record<TableName, PersonTable | OfNobody>> = {
  users: {
    whose: of("id"),
    file: file("cuenta", "quién eres para Umbral: nombre, documento, celular, correo"),
    erased: { stays: "an account without name, that what has to be kept points at" },
  },
  user_identities: {
    whose: of("user_id"),
    file: file("identidad", "cuándo se validaron tu rostro y tu documento"),
    erased: "rows",
    mentions: ["verified_by"],
  },
  user_search: {
    whose: of("user_id"),
    file: { none: "words of all the rest, to be found by" },
    erased: "rows",
  },
  people_seen: { whose: of("user_id"), file: file("ultima-vez", "cuándo usaste Umbral"), erased: "rows" },
  invitations: {
    whose: { cedula: "cedula", email: "email", phone: "phone" },
    file: file("invitaciones", "roles a los que te invitaron y no has aceptado"),
    erased: "rows",
    mentions: ["invited_by", "conflicts_with"],
  },
  invitation_cards: { ofNobody: "of an invitation, with which it goes" },
  contact_proposals: {
    whose: of("user_id"),
    file: file("propuestas-de-contacto", "el celular o correo que la administración te propuso"),
    erased: "rows",
    mentions: ["proposed_by"],
  },
  terms_acceptances: {
    whose: of("user_id"),
    file: file("terminos", "los términos que aceptaste, cuándo y desde dónde"),
    erased: "rows",
  },
  registration_claims: { whose: of("user_id"), file: SECRET, erased: "rows" },
  sessions: {
    whose: of("user_id"),
    file: file("sesiones", "dónde has iniciado sesión, hasta 90 días después de que terminó"),
    erased: "rows",
  },
  sign_in_networks: {
    whose: of("user_id"),
    file: { none: "digests, which nobody can read" },
    erased: "rows",
  },
  second_factors: { whose: of("user_id"), file: SECRET, erased: "rows" },
  recovery_codes: { whose: of("user_id"), file: SECRET, erased: "rows" },
  passkeys: {
    whose: of("user_id"),
    file: file("llaves-de-acceso", "tus llaves de acceso"),
    erased: "rows",
  },
  passkey_challenges: { whose: of("user_id"), file: SECRET, erased: "rows" },
  recovery_requests: {
    whose: { cedula: "cedula" },
    file: file("recuperaciones", "veces que se pidió recuperar tu contraseña"),
    erased: "rows",
  },
  link_tokens: {
    whose: of("user_id"),
    file: file("enlaces", "enlaces que se te enviaron y siguen vigentes"),
    erased: "rows",
  },
  kiosks: { ofNobody: "a device of a lobby", mentions: ["user_id"] },
  api_tokens: { ofNobody: "a program's", mentions: ["user_id", "created_by"] },
  api_token_doors: { ofNobody: "of a program's token, with which it goes" },
  outside_events: { ofNobody: "of a building, and gone after 30 days", mentions: ["person_id"] },
  outside_heads: WORK,
  webhooks: { ofNobody: "a program's", mentions: ["created_by"] },
  webhook_deliveries: { ofNobody: "of a webhook" },
  shift_pins: { whose: of("user_id"), file: SECRET, erased: "rows" },
  shift_pin_failures: { ofNobody: "digests of what was typed, whether anybody has that number or not" },
  spaces: {
    whose: of("user_id"),
    file: file("roles", "hogares y roles: dónde, como qué, desde y hasta cuándo"),
    erased: "rows",
    mentions: ["decided_by"],
  },
  card_holders: {
    whose: of("user_id"),
    file: file("sin-cuenta", "dónde entras sin tener cuenta"),
    erased: "rows",
  },
  door_orders: {
    whose: of("requested_by"),
    file: file("ordenes", "puertas que pediste abrir o cerrar"),
    erased: { stays: "which door was moved, and what came of it" },
  },
  favourite_doors: {
    whose: of("user_id"),
    file: file("puertas-favoritas", "tus puertas favoritas"),
    erased: "rows",
  },
  open_door_events: {
    whose: of("user_id"),
    file: file("aperturas", "puertas que se abrieron por ti"),
    erased: { emptied: ["picture_file_id"] },
  },
  calls: {
    whose: of("caller_id", "callee_id"),
    file: file("llamadas", "llamadas que hiciste y que te hicieron"),
    erased: { emptied: ["reject_message"] },
  },
  call_legs: { ofNobody: "how a call was sent, without whom to" },
  blocked_callers: {
    whose: of("caller_id"),
    file: { none: "tells who does not want to be called" },
    erased: "rows",
    mentions: ["blocked_by"],
  },
  lobby_favourites: PLACE,
  visitors: {
    whose: { through: "call_id", table: "calls", column: "caller_id", where: { is_from_lobby: false } },
    file: file("en-la-puerta", "las fotos que te tomaron al visitar un hogar"),
    erased: "rows",
    mentions: ["created_by"],
  },
  ring_pictures: {
    whose: { through: "call_id", table: "calls", column: "caller_id", where: { is_from_lobby: false } },
    file: file("en-la-entrada", "lo que mostraba la cámara de la entrada cuando timbraste en un hogar"),
    erased: "rows",
  },
  visits: {
    whose: of("user_id"),
    file: file("visitas", "tus visitas con código"),
    // What never became a visit has nothing that would have to be kept.
    erased: { emptied: ["photo_file_id", "closed_code", "device_digest"], goneUnless: "authorised_at" },
    mentions: ["authorised_by"],
  },
  parcels: {
    whose: of("code_of"),
    file: file("correspondencia", "correspondencia que se entregó con tu código"),
    erased: { emptied: ["taken_by"] },
    mentions: ["received_by", "closed_by"],
  },
  parcel_codes: { whose: of("user_id"), file: SECRET, erased: "rows" },
  passes: {
    whose: of("made_by"),
    file: file("invitaciones-de-visita", "las visitas que invitaste"),
    erased: {
      emptied: [
        "guest_name",
        "guest_cedula",
        "guest_phone",
        "guest_email",
        "guest_plate",
        "guest_company",
        "code_digest",
        "secret_digest",
        "sealed",
      ],
    },
    mentions: ["taken_back_by", "guest_id"],
  },
  pass_names: {
    whose: { through: "pass_id", table: "passes", column: "made_by" },
    file: file("listas-de-invitados", "las personas que listaste en una invitación de grupo"),
    erased: "rows",
  },
  entrance_signs: PLACE,
  homes_without_sign: PLACE,
  sign_visitors: {
    ofNobody: "of browsers, which no account of anybody stands for: gone 90 days after they were last seen",
    mentions: ["user_id"],
  },
  pass_movements: {
    ofNobody: "of guests, whom no account stands for: kept as long as the building says",
    mentions: ["by_user"],
  },
  push_devices: {
    whose: of("user_id"),
    file: file("dispositivos", "los dispositivos en que te suena Umbral"),
    erased: "rows",
  },
  bell_tests: { whose: of("user_id"), file: file("pruebas", "tus pruebas del timbre"), erased: "rows" },
  bell_test_devices: { ofNobody: "of a test of somebody's bell, with which it goes" },
  notice_rules: {
    whose: of("user_id"),
    file: file("avisos", "de qué de tu hogar quieres que te avisemos"),
    erased: "rows",
  },
  arrival_watches: {
    whose: of("watcher_id", "watched_id"),
    file: file("avisos-de-llegada", "de quién sabes cuándo llega, y quién sabe cuándo llegas"),
    erased: "rows",
    mentions: ["decided_by"],
  },
  quiet_hours: {
    whose: of("user_id"),
    file: file("horas-de-silencio", "cuándo no quieres que te avisemos"),
    erased: "rows",
  },
  held_notices: {
    whose: of("user_id"),
    file: file(
      "avisos-en-espera",
      "avisos que esperan a que terminen tus horas de silencio, sin lo que dicen",
    ),
    erased: "rows",
  },
  outbox: {
    whose: { columns: ["user_id"], email: "recipient", phone: "recipient" },
    file: file("mensajes", "mensajes que se te enviaron: por dónde y cuándo, sin lo que decían"),
    erased: "rows",
  },
  audit_lines: {
    whose: of("actor_id", "subject_id"),
    file: file("auditoria", "lo que hiciste, y lo que otros hicieron con lo tuyo"),
    erased: { stays: "ids and plain words, under the seals of the audit" },
  },
  audit_values: {
    whose: of("person_id"),
    file: file("auditoria-valores", "lo que cambió de lo tuyo, y desde dónde lo hiciste"),
    erased: "rows",
  },
  logbook_lines: {
    whose: of("actor_id", "subject_id"),
    file: file("minuta", "lo que anotaste o hiciste según la minuta de la portería"),
    erased: { stays: "ids and plain words, whose digests stand in the audit" },
  },
  logbook_values: {
    whose: of("person_id"),
    file: file("minuta-nombres", "tu nombre en la minuta de la portería"),
    erased: "rows",
  },
  logbook_pictures: { ofNobody: "of what somebody wrote down, for as long as the logbook is kept" },
  logbook_untold: WORK,
  audit_seals: WORK,
  audit_unsealed: WORK,
  access_entries: {
    ofNobody: "made of cards, PINs and levels: the entry is taken from it, and from controllers, as they go",
    mentions: ["holder_id"],
  },
  access_heads: WORK,
  access_pass_entries: { ofNobody: "of guests, whom no account stands for: gone a day after their pass" },
  access_stale_passes: WORK,
  access_stale: { ofNobody: "whose entries are to be reckoned anew, for a moment", mentions: ["user_id"] },
  access_events: {
    whose: of("user_id"),
    file: file("lecturas", "veces que acercaste una tarjeta o escribiste un PIN"),
    erased: { emptied: ["picture_file_id", "tag"] },
  },
  alarm_people: {
    whose: of("user_id"),
    file: file("alertas", "alertas que diste, viste, silenciaste o cerraste"),
    erased: { stays: "that somebody did so, and when" },
  },
  door_pins: { whose: of("user_id"), file: file("pines", "tus PIN, sin sus dígitos"), erased: "rows" },
  cards: { whose: of("user_id"), file: file("tarjetas", "tus tarjetas y etiquetas"), erased: "rows" },
  access_grants: {
    whose: of("user_id"),
    file: file("niveles", "niveles de acceso que te dieron"),
    erased: "rows",
    mentions: ["given_by"],
  },
  legal_holds: {
    whose: of("user_id"),
    file: file("retencion", "desde cuándo y por qué se retienen por ley tus datos"),
    erased: "rows",
    mentions: ["placed_by"],
  },
  reader_setups: { ofNobody: "a reader that waits for a card, for three minutes" },
  alarms: { ofNobody: "of a building; names in its note are struck out" },
  intrusion_events: { ofNobody: "what a building noticed, of nobody whom it knows" },
  intrusion_pictures: { ofNobody: "of whoever was there: kept as long as the building says" },
  clips: { ofNobody: "what a building's cameras keep, of nobody whom it knows" },
  clip_pieces: { ofNobody: "of whoever was there: kept as long as the building says" },
  attempts: { ofNobody: "digests under a key, for 15 minutes" },
  files: { ofNobody: "pictures, which go with the rows that point at them" },
  files_keys: WORK,
  settings: WORK,
  write_probes: WORK,
  backup_runs: WORK,
  access_levels: PLACE,
  access_level_doors: PLACE,
  access_schedules: PLACE,
  apartments: PLACE,
  building_holidays: PLACE,
  buildings: PLACE,
  cameras: PLACE,
  controller_absences: PLACE,
  controllers: PLACE,
  record_gaps: PLACE,
  door_cameras: PLACE,
  door_free_periods: PLACE,
  door_leaves: PLACE,
  doors: PLACE,
  floors: PLACE,
  former_devices: PLACE,
  component_states: { ofNobody: "of controllers, devices and the server" },
  facts_set_aside: { ofNobody: "as a controller told it, for 90 days; tags and names in it are struck out" },
  inputs: PLACE,
  towers: PLACE,
};

/** The tables that hold something of somebody. */
export const tablesOfPeople: readonly (PersonTable & { table: TableName })[] = Object.entries(
  personTables,
).flatMap(([table, how]) => ("whose" in how && isTableName(table) ? [{ ...how, table }] : []));

function isTableName(name: string): name is TableName {
  return Object.hasOwn(personTables, name);
}
