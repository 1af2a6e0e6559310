import type { ComponentProps } from "react";
import { TextField } from "../../ui/fields.tsx";

/** Where an invitation goes: one field for a mail or a telephone (`addressOf` reads it). */
export const AddressField = (rest: Omit<ComponentProps<typeof TextField>, "label">) => (
  <TextField
    label="Celular o correo"
    hint="Allí llega la invitación, y el código con el que confirma que es esa persona."
    autoComplete="off"
    autoCapitalize="none"
    maxLength={254}
    {...rest}
  />
);
