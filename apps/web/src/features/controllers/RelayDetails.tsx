import { relayTemplates } from "@umbral/contract/doors/relay-templates";
import { useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { SelectField, TextField } from "../../ui/fields.tsx";
import { Pair } from "../../ui/Panel.tsx";
import { type RelayValues, relayValuesOf } from "./relay-values.ts";

interface RelayDetailsProps {
  values: RelayValues;
  /** Those of doors: a siren is told to begin and to end. */
  hasTemplates?: boolean;
  /** Puts these values in the place of those that the form holds. */
  change(values: Partial<RelayValues>): void;
}

/** How a device on the network may be asked, and how it is told who asks. */
export const methodOptions = ["GET", "POST", "PUT"].map((value) => ({ value, label: value }));
export const authOptions = [
  { value: "login", label: "Usuario y contraseña (básica o digest, la que pida)" },
  { value: "bearer", label: "Token (Bearer): va en el lugar de la contraseña" },
];
const templates = [
  { value: "", label: "Elige para llenar los campos" },
  ...relayTemplates.map(({ id, label }) => ({ value: id, label })),
];

/** How a relay on the network is asked, beyond its addresses: by a template of its maker, or field by field. */
export function RelayDetails({ values, hasTemplates, change }: RelayDetailsProps) {
  const [chosen, choose] = useState("");
  if (values.relayKind !== "http") {
    return null;
  }
  const template = relayTemplates.find(({ id }) => id === chosen);
  const plain = { autoComplete: "off", spellCheck: false } as const;
  return (
    <>
      {hasTemplates ? (
        <SelectField
          label="Plantilla del fabricante"
          value={chosen}
          options={templates}
          hint={
            template?.hint ??
            "Llena las direcciones con las de un equipo conocido; luego cambia la máquina y la contraseña."
          }
          onChange={(id) => {
            choose(id);
            const wanted = relayTemplates.find((one) => one.id === id);
            if (wanted) {
              change(relayValuesOf(wanted.relay));
            }
          }}
        />
      ) : null}
      <Pair>
        <SelectField
          label="Método"
          value={values.relayMethod}
          options={methodOptions}
          onChange={(relayMethod) => change({ relayMethod })}
        />
        <SelectField
          label="Autenticación"
          value={values.relayAuth}
          options={authOptions}
          onChange={(relayAuth) => change({ relayAuth })}
        />
        {values.relayMethod === "GET" ? null : (
          <TextField
            {...plain}
            label="Cuerpo que se envía (opcional)"
            value={values.relayBody}
            maxLength={1000}
            onChange={(relayBody) => change({ relayBody })}
          />
        )}
        <TextField
          {...plain}
          label="Texto de una respuesta buena (opcional)"
          hint="Debe estar en la respuesta de cada dirección: una que no lo tiene es un rechazo."
          value={values.relayOkText}
          maxLength={120}
          onChange={(relayOkText) => change({ relayOkText })}
        />
      </Pair>
      {values.relayCertificate === "" ? null : (
        <p>
          Certificado de confianza: <code>{shortened(values.relayCertificate)}</code>{" "}
          <Button look="plain" onClick={() => change({ relayCertificate: "" })}>
            Dejar de confiar
          </Button>
        </p>
      )}
    </>
  );
}

/** The beginning of a fingerprint in pairs, as devices show it. */
export const shortened = (certificate: string): string =>
  `${certificate
    .slice(0, 16)
    .toUpperCase()
    .replace(/..(?=.)/g, "$&:")}…`;
