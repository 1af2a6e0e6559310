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
import type { Sheet } from "../../platform/spreadsheet.ts";

/** What one row asks for, brought into the product's own forms. */
export interface WantedRow {
  /** As the spreadsheet counts. */
  row: number;
  tower: string;
  floor: string;
  apartment: string;
  person: WantedPerson | null;
  card: { tag: string; type: CardType } | null;
  /** What is wrong with it by itself, in Spanish. */
  faults: string[];
}

export interface WantedPerson {
  cedula: string;
  documentType: DocumentType;
  name: string;
  phone: string;
  email: string;
  role: Role;
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
};
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
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Small letters without accents, with single spaces. */
const bare = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[\s_]+/g, " ")
    .trim();

/** The rows of a sheet below its headers; or the names of the headers that are missing. */
export function rowsOf(sheet: Sheet): { rows: WantedRow[] } | { missing: string[] } {
  const titles = (sheet[0] ?? []).map(bare);
  const missing = needed.map((field) => headers[field]).filter((title) => !titles.includes(title));
  if (missing.length > 0) {
    return { missing };
  }
  const rows = sheet.slice(1).flatMap((cells, index) => {
    if (cells.every((cell) => cell === "")) {
      return [];
    }
    const cell = (field: Field): string => cells[titles.indexOf(headers[field])] ?? "";
    return [rowOf(index + 2, cell)];
  });
  return { rows };
}

function rowOf(row: number, cell: (field: Field) => string): WantedRow {
  const faults: string[] = [];
  const [tower, floor, apartment] = [cell("tower"), cell("floor"), cell("apartment")].map(normalName);
  if (!tower || !floor || !apartment) {
    faults.push("Faltan la torre, el piso o el apartamento.");
  } else if ([tower, floor, apartment].some((name) => lengthOf(name) > PLACE_LENGTH || !isName(name))) {
    faults.push("El nombre de la torre, del piso o del apartamento no se puede usar.");
  }
  const person = personOf(cell, faults);
  const card = cardOf(cell, faults);
  if (card && !person) {
    faults.push("La tarjeta no tiene persona: falta la cédula.");
  }
  return { row, tower: tower ?? "", floor: floor ?? "", apartment: apartment ?? "", person, card, faults };
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
  if (email !== "" && (!EMAIL.test(email) || email.length > 254)) {
    faults.push("El correo no es válido.");
  }
  const role = roles[bare(cell("role"))];
  if (role === undefined) {
    faults.push("El rol debe ser Residente, Líder o Propietario.");
  }
  return {
    cedula,
    documentType: documentType ?? "CEDULA_CIUDADANIA",
    name,
    phone: phone ?? "",
    email,
    role: role ?? "RESIDENTE",
  };
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
