import type { KeyStore } from "../../lib/storage.ts";
import {
  asDocumentType,
  asOwnerRole,
  asResidentRole,
  emptyForm,
  type FormKind,
  type FormValues,
} from "./form-values.ts";

/** What a reload may bring back: all that was typed, but no password and no picture. */
type Kept = Omit<FormValues, "photo" | "password" | "passwordConfirmation">;

const keyOf = (kind: FormKind): string => `umbral-registro-${kind}`;

/** What was typed in each form, for as long as the tab is open. */
export function createDrafts(store: KeyStore) {
  return {
    /** The form as it was left, or an empty one. What cannot be read is as if it were not there. */
    read: (kind: FormKind): FormValues => ({ ...emptyForm, ...kept(store.getItem(keyOf(kind))) }),
    write(
      kind: FormKind,
      { photo: _, password: __, passwordConfirmation: ___, ...values }: FormValues,
    ): void {
      try {
        store.setItem(keyOf(kind), JSON.stringify(values satisfies Kept));
      } catch {
        // A full or forbidden storage costs the draft, not the registration.
      }
    },
    forget: (kind: FormKind): void => store.removeItem(keyOf(kind)),
  };
}

function kept(text: string | null): Partial<Kept> {
  const draft = parsed(text);
  const string = (name: keyof Kept): string => {
    const value = draft[name];
    return typeof value === "string" ? value : "";
  };
  return {
    name: string("name"),
    documentType: asDocumentType(string("documentType")),
    cedula: string("cedula"),
    email: string("email"),
    phone: string("phone"),
    buildingId: string("buildingId"),
    towerId: string("towerId"),
    floorId: string("floorId"),
    apartmentId: string("apartmentId"),
    residentRole: asResidentRole(string("residentRole")),
    ownerRole: asOwnerRole(string("ownerRole")),
    endsOn: string("endsOn"),
    livesHere: draft.livesHere === true,
    acceptTerms: draft.acceptTerms === true,
  };
}

function parsed(text: string | null): Partial<Record<keyof Kept, unknown>> {
  try {
    const value: unknown = text === null ? null : JSON.parse(text);
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}
