import {
  type DocumentType,
  documentTypes,
  isCedulaOf,
  normalCedula,
} from "@umbral/contract/registration/personal-data";
import type {
  OwnerRole,
  ResidentRole,
  registerExpress,
  registerOwner,
  registerResident,
  registerVisitor,
} from "@umbral/contract/registration/registration.contract";
import type { z } from "zod";

/** What each form sends: residents and staff, owners and leaders, frequent visitors, and who only passes by. */
export interface Bodies {
  resident: z.input<(typeof registerResident)["body"]>;
  owner: z.input<(typeof registerOwner)["body"]>;
  visitor: z.input<(typeof registerVisitor)["body"]>;
  express: z.input<(typeof registerExpress)["body"]>;
}
export type FormKind = keyof Bodies;

/** The code sent by SMS is asked for by a dialog of its own, once the form was sent. */
export type FieldName = Exclude<{ [Kind in FormKind]: keyof Bodies[Kind] }[FormKind], "claimCode">;

/** What is chosen, ticked or photographed; everything else is a text, or the id of a place. */
interface Chosen {
  photo: File | null;
  documentType: DocumentType;
  role: ResidentRole | OwnerRole;
  livesHere: boolean;
  acceptTerms: boolean;
}
export type TextName = Exclude<FieldName, keyof Chosen | `${string}Id`>;

/** Everything that one of the four forms asks for; each uses its part. */
export type FormValues = { [Name in FieldName]: Name extends keyof Chosen ? Chosen[Name] : string };

/** The one of these that was chosen, or the first. */
function oneOf<Value extends string>(known: readonly [Value, ...Value[]], chosen: unknown): Value {
  return known.find((value) => value === chosen) ?? known[0];
}

export const asDocumentType = (chosen: unknown): DocumentType => oneOf(documentTypes, chosen);
export const asResidentRole = (chosen: unknown): ResidentRole =>
  oneOf(["RESIDENTE", "RESIDENTE_TEMPORAL", "EMPLEADO_ADMINISTRATIVO", "SERVICIOS"], chosen);
export const asOwnerRole = (chosen: unknown): OwnerRole => oneOf(["PROPIETARIO", "RESIDENTE_LIDER"], chosen);

/** One of the roles that this form is for. */
export const asRole = (kind: FormKind, chosen: unknown): FormValues["role"] =>
  kind === "owner" ? asOwnerRole(chosen) : asResidentRole(chosen);

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
