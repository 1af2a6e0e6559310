import type { CardType } from "@umbral/contract/cards/cards.contract";
import { normalTag } from "@umbral/contract/cards/tags";
import type { Role } from "@umbral/contract/lib/roles";
import {
  type DocumentType,
  documentTypes,
  isCedulaOf,
  isName,
  lengthOf,
  NAME_LENGTH,
  normalCedula,
  normalEmail,
  normalName,
  normalPhone,
} from "@umbral/contract/registration/personal-data";
import { StaffRole } from "@umbral/contract/users/staff.contract";
import type { Sheet } from "../../platform/sheet.ts";
import type { Turns } from "../../platform/turns.ts";

/** What one row asks for, brought into the product's own forms. */
export interface WantedRow {
  /** As the spreadsheet counts. */
  row: number;
  /** Null for who works for the building as a whole. */
  place: WantedPlace | null;
  person: WantedPerson | null;
  card: { tag: string; type: CardType } | null;
  /** What is wrong with it by itself, in Spanish. */
  faults: string[];
}

export interface WantedPlace {
  tower: string;
  floor: string;
  apartment: string;
}

export interface WantedPerson {
  cedula: string;
  documentType: DocumentType;
  /** False where the cell is empty, and the usual kind is meant. */
  isDocumentTypeSaid: boolean;
  name: string;
  phone: string;
  email: string;
  role: Role;
  /** The last day of it, such as '2026-12-31'; null without an end. */
  until: string | null;
}

/** The headers of the template, in its order. Capitals and accents do not matter. */
const headers = {
  tower: "torre",
  floor: "piso",
  apartment: "apartamento",
  name: "nombre",
  cedula: "cedula",
  documentType: "tipo de documento",
  phone: "celular",
  email: "correo",
  role: "rol",
  until: "hasta",
  tag: "tarjeta",
  cardType: "tipo de tarjeta",
} as const;
type Field = keyof typeof headers;
const needed: readonly Field[] = ["tower", "floor", "apartment", "name", "cedula"];

const roles: Readonly<Record<string, Role>> = {
  "": "RESIDENTE",
  residente: "RESIDENTE",
  lider: "RESIDENTE_LIDER",
  "residente lider": "RESIDENTE_LIDER",
  propietario: "PROPIETARIO",
  temporal: "RESIDENTE_TEMPORAL",
  "residente temporal": "RESIDENTE_TEMPORAL",
  administrador: "ADMINISTRADOR",
  porteria: "PORTERIA",
  portero: "PORTERIA",
  conserje: "CONSERJE",
  "empleado administrativo": "EMPLEADO_ADMINISTRATIVO",
  servicios: "SERVICIOS",
  policia: "POLICIA",
  accionista: "ACCIONISTA",
};
const isStaff = (role: Role): boolean => StaffRole.safeParse(role).success;
/** Who may work for one home as well as for the building. */
const worksInHomes: readonly Role[] = ["EMPLEADO_ADMINISTRATIVO", "SERVICIOS"];
const kinds: Readonly<Record<string, DocumentType>> = {
  "": "CEDULA_CIUDADANIA",
  cc: "CEDULA_CIUDADANIA",
  cedula: "CEDULA_CIUDADANIA",
  "cedula de ciudadania": "CEDULA_CIUDADANIA",
  ce: "CEDULA_EXTRANJERIA",
  "cedula de extranjeria": "CEDULA_EXTRANJERIA",
  ti: "TARJETA_IDENTIDAD",
  "tarjeta de identidad": "TARJETA_IDENTIDAD",
  rc: "REGISTRO_CIVIL",
  pep: "PERMISO_ESPECIAL_PERMANENCIA",
  "permiso especial de permanencia": "PERMISO_ESPECIAL_PERMANENCIA",
  ...Object.fromEntries(documentTypes.map((type) => [type.toLowerCase().replaceAll("_", " "), type])),
};
const cardTypes: Readonly<Record<string, CardType>> = {
  "": "PERSON",
  persona: "PERSON",
  person: "PERSON",
  carro: "CAR",
  vehiculo: "CAR",
  car: "CAR",
};

/** Characters of the name of a tower, a floor or an apartment at most. */
const PLACE_LENGTH = 60;
const EMAIL_LENGTH = 254;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Small letters without accents, with single spaces. */
const bare = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[\s_]+/g, " ")
    .trim();

/** Rows at the top of a sheet among which its headers are looked for: a title or a logo may stand above them. */
export const HEADERS_WITHIN = 20;

/** The row that has most of the headers that are needed, the first of several. */
function headersOf(sheet: Sheet): { at: number; titles: string[]; missing: string[] } {
  const rows = [[], ...sheet.slice(0, HEADERS_WITHIN)].map((cells, index) => {
    const titles = cells.map(bare);
    const missing = needed.map((field) => headers[field]).filter((title) => !titles.includes(title));
    return { at: index - 1, titles, missing };
  });
  return rows.reduce((best, row) => (row.missing.length < best.missing.length ? row : best));
}

/** The rows of a sheet below its headers; or the names of the headers that are missing. */
export async function rowsOf(
  sheet: Sheet,
  turns: Turns,
  onRow: (row: number, of: number) => void,
): Promise<{ rows: WantedRow[] } | { missing: string[] }> {
  const { at, titles, missing } = headersOf(sheet);
  if (missing.length > 0) {
    return { missing };
  }
  const rows: WantedRow[] = [];
  for (const [index, cells] of sheet.entries()) {
    if (index > at && cells.some((cell) => cell !== "")) {
      const cell = (field: Field): string => cells[titles.indexOf(headers[field])] ?? "";
      rows.push(rowOf(index + 1, cell));
    }
    onRow(Math.max(0, index - at), sheet.length - 1 - at);
    if (turns.isOver()) {
      await turns.give();
    }
  }
  return { rows };
}

function rowOf(row: number, cell: (field: Field) => string): WantedRow {
  const faults: string[] = [];
  const ofPlace: string[] = [];
  const person = personOf(cell, faults);
  const place = placeOf(cell, person, ofPlace);
  faults.unshift(...ofPlace);
  const card = cardOf(cell, faults);
  if (card && !person) {
    faults.push("La tarjeta no tiene persona: falta la cédula.");
  }
  return { row, place, person, card, faults };
}

function placeOf(
  cell: (field: Field) => string,
  person: WantedPerson | null,
  faults: string[],
): WantedPlace | null {
  const names = [cell("tower"), cell("floor"), cell("apartment")].map(normalName);
  const [tower, floor, apartment] = names;
  const worksHere = person !== null && isStaff(person.role);
  if (worksHere && names.every((name) => name === "")) {
    return null;
  }
  if (worksHere && !worksInHomes.includes(person.role)) {
    faults.push("El personal del edificio no lleva torre, piso ni apartamento.");
    return null;
  }
  if (!tower || !floor || !apartment) {
    faults.push("Faltan la torre, el piso o el apartamento.");
    return null;
  }
  if (names.some((name) => lengthOf(name) > PLACE_LENGTH || !isName(name))) {
    faults.push("El nombre de la torre, del piso o del apartamento no se puede usar.");
  }
  return { tower, floor, apartment };
}

function personOf(cell: (field: Field) => string, faults: string[]): WantedPerson | null {
  const cedula = normalCedula(cell("cedula"));
  const name = normalName(cell("name"));
  if (cedula === "") {
    if (name !== "") {
      faults.push("Falta la cédula.");
    }
    return null;
  }
  const documentType = kinds[bare(cell("documentType"))];
  if (documentType === undefined) {
    faults.push("El tipo de documento no existe.");
  } else if (!isCedulaOf(documentType, cedula)) {
    faults.push("El número no corresponde a ese tipo de documento.");
  }
  if (lengthOf(name) > NAME_LENGTH || !isName(name)) {
    faults.push("El nombre no se puede usar.");
  }
  const phone = cell("phone") === "" ? "" : normalPhone(cell("phone"));
  if (phone === null) {
    faults.push("El celular no es un número de teléfono válido.");
  }
  const email = normalEmail(cell("email"));
  // The length first: the pattern takes the square of it.
  if (email.length > EMAIL_LENGTH || (email !== "" && !EMAIL.test(email))) {
    faults.push("El correo no es válido.");
  }
  const role = roles[bare(cell("role"))];
  if (role === undefined) {
    faults.push("El rol no existe: mira los de la plantilla.");
  }
  return {
    cedula,
    documentType: documentType ?? "CEDULA_CIUDADANIA",
    isDocumentTypeSaid: cell("documentType") !== "",
    name,
    phone: phone ?? "",
    email,
    role: role ?? "RESIDENTE",
    until: untilOf(role ?? "RESIDENTE", cell("until"), faults),
  };
}

/** The day that a spreadsheet counts from: it keeps a date as the days since. */
const SHEET_DAY_ZERO = Date.UTC(1899, 11, 30);
const DAY_MS = 86_400_000;

function untilOf(role: Role, said: string, faults: string[]): string | null {
  if (said === "") {
    if (role === "RESIDENTE_TEMPORAL") {
      faults.push("Falta hasta qué día se queda.");
    }
    return null;
  }
  if (role !== "RESIDENTE_TEMPORAL" && !isStaff(role)) {
    faults.push("Solo los residentes temporales y el personal tienen un último día.");
    return null;
  }
  const day = dayOf(said);
  if (day === null) {
    faults.push("El último día debe escribirse como 31/12/2026.");
  }
  return day;
}

/** '31/12/2026', '2026-12-31' or the number that a spreadsheet keeps, as '2026-12-31'; null for what is no day. */
function dayOf(said: string): string | null {
  if (/^\d{5}$/.test(said)) {
    return new Date(SHEET_DAY_ZERO + Number(said) * DAY_MS).toISOString().slice(0, 10);
  }
  const [, day = "", month = "", year = ""] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(said) ?? [];
  const iso = year === "" ? said : `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const at = /^\d{4}-\d{2}-\d{2}$/.test(iso) ? new Date(`${iso}T00:00:00Z`) : null;
  // The 31st of February is no day, whatever JavaScript makes of it.
  return at !== null && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(iso) ? iso : null;
}

function cardOf(cell: (field: Field) => string, faults: string[]): WantedRow["card"] {
  if (cell("tag") === "") {
    return null;
  }
  const tag = normalTag(cell("tag"));
  if (tag === null) {
    faults.push("La tarjeta debe ser hexadecimal.");
  }
  const type = cardTypes[bare(cell("cardType"))];
  if (type === undefined) {
    faults.push("El tipo de tarjeta debe ser Persona o Carro.");
  }
  return { tag: tag ?? "", type: type ?? "PERSON" };
}
