import type { KeyStore } from "../../lib/storage.ts";
import {
  asDocumentType,
  asOwnerRole,
  asResidentRole,
  emptyForm,
  type FormKind,
  type FormValues,
} from "./form-values.ts";

/** What a reload may bring back: all that was typed, but no password, no picture and no consent. */
type Kept = Omit<FormValues, "photo" | "password" | "passwordConfirmation" | "acceptTerms">;

/** What nobody touched for this long is forgotten: the next one at a shared tablet is somebody else. */
export const DRAFT_MS = 10 * 60_000;

const kinds: readonly FormKind[] = ["resident", "owner", "visitor", "express"];
const keyOf = (kind: FormKind): string => `umbral-registro-${kind}`;

/** What was typed in each form, for as long as the tab is open and somebody is at it. */
export function createDrafts(store: KeyStore, nowMs: () => number = Date.now) {
  return {
    /** The form as it was left, or an empty one. What cannot be read is as if it were not there. */
    read: (kind: FormKind): FormValues => ({
      ...emptyForm,
      ...kept(store.getItem(keyOf(kind)), nowMs()),
    }),
    write(
      kind: FormKind,
      { photo: _, password: __, passwordConfirmation: ___, acceptTerms: ____, ...values }: FormValues,
    ): void {
      try {
        store.setItem(keyOf(kind), JSON.stringify({ keptAt: nowMs(), values: values satisfies Kept }));
      } catch {
        // A full or forbidden storage costs the draft, not the registration.
      }
    },
    forget: (kind: FormKind): void => store.removeItem(keyOf(kind)),
    forgetAll(): void {
      for (const kind of kinds) {
        store.removeItem(keyOf(kind));
      }
    },
  };
}

function kept(text: string | null, nowMs: number): Partial<Kept> {
  const { keptAt, values } = parsed(text);
  const age = typeof keptAt === "number" ? nowMs - keptAt : Number.POSITIVE_INFINITY;
  if (age < 0 || age >= DRAFT_MS || !isRecord(values)) {
    return {};
  }
  const string = (name: keyof Kept): string => {
    const value = values[name];
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
    livesHere: values["livesHere"] === true,
  };
}

function parsed(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = text === null ? null : JSON.parse(text);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;
