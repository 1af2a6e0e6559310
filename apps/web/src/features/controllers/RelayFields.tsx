import type { ComponentProps } from "react";
import { DeviceAddressField } from "../../ui/DeviceAddressField.tsx";
import { SelectField, type TextField } from "../../ui/fields.tsx";
import { Pair } from "../../ui/Panel.tsx";
import { GpioRelayFields } from "./GpioFields.tsx";

type TextProps = Pick<ComponentProps<typeof TextField>, "value" | "onChange" | "error" | "name">;

interface RelayFieldsProps {
  label: string;
  /** May it be that there is none? */
  isOptional?: boolean;
  /** May it hang on a board of doors? */
  hasBoards?: boolean;
  /** What is missed without the second address. */
  closeHint?: string;
  kind: TextProps;
  openAddress: TextProps;
  closeAddress: TextProps;
  chip: TextProps;
  line: TextProps;
  level: TextProps;
}

const none = { value: "none", label: "No tiene" };
const http = { value: "http", label: "Relé de red (HTTP)" };
const board = { value: "uhppote", label: "Placa UHPPOTE" };
const pin = { value: "gpio", label: "Pin del controlador (GPIO)" };
const simulated = { value: "simulated", label: "Simulado, para probar" };

/** How a relay is moved by the building's controller. */
export function RelayFields({
  label,
  isOptional,
  hasBoards,
  closeHint,
  kind,
  openAddress,
  closeAddress,
  ...place
}: RelayFieldsProps) {
  return (
    <>
      <SelectField
        label={label}
        value={kind.value}
        onChange={kind.onChange}
        options={[...(isOptional ? [none] : []), http, pin, ...(hasBoards ? [board] : []), simulated]}
      />
      {kind.value === "http" ? (
        <Pair>
          <DeviceAddressField
            {...openAddress}
            label="Dirección que enciende"
            hint="Por ejemplo http://usuario:contraseña@10.0.0.20/relay/0?turn=on. La contraseña guardada se muestra como ***."
          />
          <DeviceAddressField {...closeAddress} label="Dirección que apaga (opcional)" hint={closeHint} />
        </Pair>
      ) : null}
      {kind.value === "gpio" ? <GpioRelayFields {...place} /> : null}
    </>
  );
}
