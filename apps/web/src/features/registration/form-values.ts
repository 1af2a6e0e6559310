import {
  type DocumentType,
  documentTypes,
  isCedulaOf,
  normalCedula,
} from "@umbral/contract/registration/personal-data";
import type { OwnerRole, ResidentRole } from "@umbral/contract/registration/registration.contract";

/** Residents and staff, owners and leaders, frequent visitors, and who only passes by. */
export type FormKind = "resident" | "owner" | "visitor" | "express";

/** Everything that one of the four forms asks for; each uses its part. */
export type FormValues = {
  photo: File | null;
  name: string;
  documentType: DocumentType;
  cedula: string;
  email: string;
  phone: string;
  buildingId: string;
  towerId: string;
  floorId: string;
  apartmentId: string;
  residentRole: ResidentRole;
  ownerRole: OwnerRole;
  /** Last day of a temporary resident, `2026-11-30`. */
  endsOn: string;
  livesHere: boolean;
  password: string;
  passwordConfirmation: string;
  acceptTerms: boolean;
};

export const emptyForm: FormValues = {
  photo: null,
  name: "",
  documentType: "CEDULA_CIUDADANIA",
  cedula: "",
  email: "",
  phone: "",
  buildingId: "",
  towerId: "",
  floorId: "",
  apartmentId: "",
  residentRole: "RESIDENTE",
  ownerRole: "PROPIETARIO",
  endsOn: "",
  livesHere: false,
  password: "",
  passwordConfirmation: "",
  acceptTerms: false,
};

/** The one of these that was chosen, or the first. */
function oneOf<Value extends string>(known: readonly [Value, ...Value[]], chosen: string): Value {
  return known.find((value) => value === chosen) ?? known[0];
}

export const asDocumentType = (chosen: string): DocumentType => oneOf(documentTypes, chosen);
export const asResidentRole = (chosen: string): ResidentRole =>
  oneOf(["RESIDENTE", "RESIDENTE_TEMPORAL", "EMPLEADO_ADMINISTRATIVO", "SERVICIOS"], chosen);
export const asOwnerRole = (chosen: string): OwnerRole => oneOf(["PROPIETARIO", "RESIDENTE_LIDER"], chosen);

/** Does a document of this kind have letters in its number? Foreign and diplomatic ones may. */
export const hasLetters = (type: DocumentType): boolean => isCedulaOf(type, "1A2B3C4D");

/** What is left of a document's number while it is typed: digits, and letters where its kind has them. */
export function typedCedula(type: DocumentType, written: string): string {
  const normal = normalCedula(written);
  return normal.replace(hasLetters(type) ? /[^\dA-Z]/g : /\D/g, "");
}

/** What is left of a telephone number while it is typed: digits, spaces, and a + before a foreign one. */
export const typedPhone = (written: string): string =>
  written.replace(/[^\d+\s]/g, "").replace(/(?!^)\+/g, "");
