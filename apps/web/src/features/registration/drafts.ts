import type { KeyStore } from "../../lib/storage.ts";
import { emptyForm, fields, formFields, isField } from "./form-fields.ts";
import type { FormKind, FormValues } from "./form-values.ts";

/** What nobody touched for this long is forgotten: the next one at a shared tablet is somebody else. */
export const DRAFT_MS = 10 * 60_000;

/** What a reload may bring back: all that was typed, but no password, no picture and no consent. */
const isKept = (name: string): boolean => isField(name) && fields[name].restore !== undefined;

const keyOf = (kind: string): string => `umbral-registro-${kind}`;

/** What was typed in each form, for as long as the tab is open and somebody is at it. */
export function createDrafts(store: KeyStore, nowMs: () => number = Date.now) {
  return {
    /** The form as it was left, or an empty one. What cannot be read is as if it were not there. */
    read: (kind: FormKind): FormValues => ({
      ...emptyForm(kind),
      ...kept(kind, store.getItem(keyOf(kind)), nowMs()),
    }),
    write(kind: FormKind, values: FormValues): void {
      try {
        const kept = Object.fromEntries(Object.entries(values).filter(([name]) => isKept(name)));
        store.setItem(keyOf(kind), JSON.stringify({ keptAt: nowMs(), values: kept }));
      } catch {
        // A full or forbidden storage costs the draft, not the registration.
      }
    },
    forget: (kind: FormKind): void => store.removeItem(keyOf(kind)),
    forgetAll(): void {
      for (const kind of Object.keys(formFields)) {
        store.removeItem(keyOf(kind));
      }
    },
  };
}

function kept(kind: FormKind, text: string | null, nowMs: number): Partial<FormValues> {
  const { keptAt, values } = parsed(text);
  const age = typeof keptAt === "number" ? nowMs - keptAt : Number.POSITIVE_INFINITY;
  if (age < 0 || age >= DRAFT_MS || !isRecord(values)) {
    return {};
  }
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, { restore }]) =>
      restore === undefined ? [] : [[name, restore(values[name], kind)]],
    ),
  );
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
