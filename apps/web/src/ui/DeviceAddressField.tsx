import type { ComponentProps } from "react";
import { TextField } from "./fields.tsx";

/** The address of a device of the building, with its user and password if it asks for them. */
export const DeviceAddressField = (props: ComponentProps<typeof TextField>) => (
  <TextField
    inputMode="url"
    autoComplete="off"
    autoCapitalize="none"
    spellCheck={false}
    maxLength={500}
    {...props}
  />
);
