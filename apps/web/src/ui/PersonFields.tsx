import type { ComponentProps } from "react";
import { TextField } from "./fields.tsx";

type PersonFieldProps = Omit<ComponentProps<typeof TextField>, "label"> & { label?: string };

/** The number of somebody's document: of others by default, whom the browser does not know. */
export const DocumentField = (rest: PersonFieldProps) => (
  <TextField label="Número de documento" inputMode="numeric" autoComplete="off" maxLength={40} {...rest} />
);

/** Where somebody's mail goes. */
export const EmailField = (rest: PersonFieldProps) => (
  <TextField label="Correo" type="email" inputMode="email" autoComplete="off" maxLength={254} {...rest} />
);

/** Where somebody is called. */
export const PhoneField = (rest: PersonFieldProps) => (
  <TextField label="Celular" type="tel" inputMode="tel" autoComplete="off" maxLength={40} {...rest} />
);
