import type { ComponentProps } from "react";
import { useMessageWays } from "../../lib/useMessageWays.ts";
import { TextField } from "../../ui/fields.tsx";
import { addressWords } from "./home-address.ts";

/** Where an invitation goes: one field for a mail or a telephone (`addressOf` reads it), as far as messages leave for them. */
export function AddressField(rest: Omit<ComponentProps<typeof TextField>, "label">) {
  const { label, hint } = addressWords(useMessageWays());
  return (
    <TextField label={label} hint={hint} autoComplete="off" autoCapitalize="none" maxLength={254} {...rest} />
  );
}
