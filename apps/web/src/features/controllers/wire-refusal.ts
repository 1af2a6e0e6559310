import { CallRefused } from "../../lib/failures.ts";
import { sayFailed } from "../../ui/failed.ts";
import type { Errors } from "../../ui/useForm.ts";

/**
 * A pin or a port that another device has is said at the field where it stands; every other refusal opens the dialog.
 * @param fields the server's properties and the form's fields
 */
export function sayAtWire<V extends Record<string, unknown>>(
  error: unknown,
  fields: Readonly<Record<string, keyof V>>,
  refuse: (errors: Errors<V>) => void,
): void {
  const [taken] = error instanceof CallRefused && error.code === "WIRE_TAKEN" ? error.errors : [];
  const field = taken && fields[taken.property];
  if (!taken || field === undefined) {
    void sayFailed(error);
    return;
  }
  const errors: Errors<V> = {};
  errors[field] = `* ${taken.message.charAt(0).toUpperCase()}${taken.message.slice(1)}`;
  refuse(errors);
}
