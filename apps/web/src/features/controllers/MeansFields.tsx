import type { ComponentProps } from "react";
import { SelectField, TextField } from "../../ui/fields.tsx";
import { authOptions, methodOptions } from "./RelayDetails.tsx";

type TextProps = Pick<ComponentProps<typeof TextField>, "value" | "onChange" | "error" | "name">;

interface MeansFieldsProps {
  method: TextProps;
  body: TextProps;
  auth: TextProps;
  certificate: TextProps;
}

/** How a device that is asked for its state is spoken to, beyond its address. */
export function MeansFields({ method, body, auth, certificate }: MeansFieldsProps) {
  const plain = { autoComplete: "off", spellCheck: false } as const;
  return (
    <>
      <SelectField {...method} label="Método" options={methodOptions} />
      {method.value === "GET" ? null : (
        <TextField {...body} {...plain} label="Cuerpo que se envía (opcional)" maxLength={1000} />
      )}
      <SelectField {...auth} label="Autenticación" options={authOptions} />
      <TextField
        {...certificate}
        {...plain}
        label="Huella SHA-256 de su certificado (opcional)"
        maxLength={100}
      />
    </>
  );
}
