import type { DoorSettings } from "@umbral/contract/doors/administering-doors.contract";
import { DeviceAddressField } from "../../ui/DeviceAddressField.tsx";
import { SelectField, TextField } from "../../ui/fields.tsx";
import { FieldGroup, Pair } from "../../ui/Panel.tsx";
import type { useForm } from "../../ui/useForm.ts";
import { DeviceTrial, GpioInputFields, MeansFields } from "../controllers/index.ts";
import type { DoorValues } from "./door-values.ts";

const contacts = [
  { value: "none", label: "No tiene" },
  { value: "http", label: "Sensor de red (HTTP)" },
  { value: "uhppote", label: "Placa UHPPOTE" },
  { value: "gpio", label: "Pin del controlador (GPIO)" },
  { value: "simulated", label: "Simulado, para probar" },
];
const openings = [
  { value: "open", label: "Abierto (lo usual con imán)" },
  { value: "closed", label: "Cerrado" },
];
const plain = { autoComplete: "off", spellCheck: false } as const;

type ContactFieldsProps = Pick<ReturnType<typeof useForm<DoorValues>>, "text" | "values"> & {
  door: DoorSettings | null;
};

/** How it is known whether a door's leaf is open. */
export function ContactFields({ text, values, door }: ContactFieldsProps) {
  return (
    <FieldGroup legend="Sensor">
      <Pair>
        <SelectField {...text("contactKind")} label="Sensor de apertura" options={contacts} />
        {values.contactKind === "none" ? null : (
          <TextField
            {...text("heldSeconds")}
            label="Segundos que puede quedar abierta"
            inputMode="numeric"
            autoComplete="off"
            maxLength={4}
          />
        )}
      </Pair>
      {values.contactKind === "gpio" ? (
        <>
          <GpioInputFields chip={text("gpioChip")} line={text("gpioLine")} wiring={text("gpioWiring")} />
          <SelectField
            {...text("gpioOpenIs")}
            label="Con la puerta abierta, el contacto queda"
            options={openings}
          />
        </>
      ) : null}
      {values.contactKind === "http" ? (
        <>
          <DeviceAddressField {...text("contactAddress")} label="Dirección del sensor" />
          <Pair>
            <TextField {...text("openText")} {...plain} label="Texto cuando está abierta" maxLength={120} />
            <TextField {...text("closedText")} {...plain} label="Texto cuando está cerrada" maxLength={120} />
            <MeansFields
              method={text("askMethod")}
              body={text("askBody")}
              auth={text("askAuth")}
              certificate={text("askCertificate")}
            />
          </Pair>
        </>
      ) : null}
      {door?.contact ? <DeviceTrial device="contact" id={door.id} /> : null}
    </FieldGroup>
  );
}
