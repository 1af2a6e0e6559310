/*
 * What people write about themselves, brought into one form and looked at. No schema library here: a
 * screen may use the same functions while somebody types.
 */

export const documentTypes = [
  "CEDULA_CIUDADANIA",
  "CEDULA_EXTRANJERIA",
  "PASAPORTE",
  "TARJETA_IDENTIDAD",
  "REGISTRO_CIVIL",
  "CARNE_DIPLOMATICO",
  "SALVO_CONDUCTO_PERMANENCIA",
  "PERMISO_ESPECIAL_PERMANENCIA",
] as const;
export type DocumentType = (typeof documentTypes)[number];

/**
 * What a number of each kind looks like. Colombian ones as the Registraduría counts them; of foreign ones
 * only what no country breaks, because refusing a true document is worse than taking a mistyped one.
 */
const shapes: Record<DocumentType, RegExp> = {
  CEDULA_CIUDADANIA: /^[1-9]\d{5,9}$/,
  CEDULA_EXTRANJERIA: /^\d{5,10}$/,
  PASAPORTE: /^(?=.*\d)[A-Z0-9]{5,15}$/,
  TARJETA_IDENTIDAD: /^\d{10,11}$/,
  // Between 2000 and 2004 the number began with a letter.
  REGISTRO_CIVIL: /^(?=.*\d)[A-Z0-9]{8,11}$/,
  CARNE_DIPLOMATICO: /^(?=.*\d)[A-Z0-9]{4,12}$/,
  SALVO_CONDUCTO_PERMANENCIA: /^(?=.*\d)[A-Z0-9]{5,16}$/,
  PERMISO_ESPECIAL_PERMANENCIA: /^\d{5,16}$/,
};

/** A document's number as it is compared: without dots, spaces and dashes, in capitals. Never fails. */
export const normalCedula = (written: string): string =>
  written
    .normalize("NFKC")
    .replace(/[\s.,\-‐-―]/gu, "")
    .toUpperCase();

/** Can a document of this kind have this number? Takes the number in its normal form. */
export const isCedulaOf = (type: DocumentType, cedula: string): boolean => shapes[type].test(cedula);

const COLOMBIAN_PHONE = /^(3\d{9}|60[1245678]\d{7})$/;
/** Country code and number, as E.164 allows. */
const FOREIGN_PHONE = /^\+(?!57)[1-9]\d{6,14}$/;

/**
 * A phone's number as it is kept and dialled, `+` and digits: a Colombian mobile or fixed line with or
 * without its 57, or a foreign one that begins with `+` (also behind the +57 that a form puts before
 * everything). Null when it is no number.
 */
export function normalPhone(written: string): string | null {
  const bare = written
    .normalize("NFKC")
    .replace(/[\s().\-‐-―]/gu, "")
    .replace(/^\+57(?=\+)/, "");
  const national = bare.replace(/^\+?57(?=\d{10}$)/, "");
  if (COLOMBIAN_PHONE.test(national)) {
    return `+57${national}`;
  }
  return FOREIGN_PHONE.test(bare) ? bare : null;
}

/** Can this number (in its normal form) receive an SMS? Colombian fixed lines cannot. */
export const takesSms = (phone: string): boolean => !phone.startsWith("+576");

/** Characters of a name at most: names of nine words exist, names of a page do not. */
export const NAME_LENGTH = 120;

/** Controls, line breaks, halves of characters, and what turns the direction of the text around it. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\ufffe\uffff]/u;
/** Signs without any ink. */
const INVISIBLE = /[\p{Cf}\p{Zs}\s\u115f\u1160\u2800\u3164\uffa0]/gu;

/** A name in one form: composed, without spaces around it or doubled inside. Any script, emoji too. */
export const normalName = (written: string): string =>
  written
    .normalize("NFC")
    .trim()
    .replace(/\p{Zs}+/gu, " ");

/** Has a name that is not empty ink, and nothing that would break the line it is shown in? */
export const isName = (name: string): boolean =>
  !UNPRINTABLE.test(name) && (name === "" || name.replace(INVISIBLE, "") !== "");

/** Characters as people count them, not as computers store them. */
export const lengthOf = (text: string): number => [...text].length;

/** E-mail addresses are compared like this: nobody tells people apart by capitals. */
export const normalEmail = (written: string): string => written.trim().toLowerCase();
