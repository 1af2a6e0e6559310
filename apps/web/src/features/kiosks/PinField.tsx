import type { ComponentProps } from "react";
import { CallRefused } from "../../lib/failures.ts";
import { PasswordField } from "../../ui/fields.tsx";
import { required } from "../../ui/useForm.ts";
import { useIsRoomy } from "../../ui/useIsRoomy.ts";

/** A PIN is no password that the browser of a shared device should keep. */
export const PIN_FIELD = { autoComplete: "off", maxLength: 12 } as const;

/** Whether there is a pad of our own, for which no keyboard of the device comes up. */
export function usePad(): { hasPad: boolean; inputMode: "none" | "numeric" } {
  const hasPad = useIsRoomy();
  return { hasPad, inputMode: hasPad ? "none" : "numeric" };
}

/** The sentence of a PIN that was not typed. */
export const pinRequired = (pin: string) => required(pin, "* Debes diligenciar el PIN de turno");

/** Refused for the PIN, which is said at its field and typed anew there. */
export const isWrongPin = (error: unknown): boolean =>
  error instanceof CallRefused && error.code === "SHIFT_NOT_BEGUN";

/** What somebody of the lobby steps in with, and shows again at a door. */
export const PinField = (field: Omit<ComponentProps<typeof PasswordField>, "label">) => (
  <PasswordField {...field} {...PIN_FIELD} label="PIN de turno" />
);
