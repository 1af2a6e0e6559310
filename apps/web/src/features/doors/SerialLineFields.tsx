import { SelectField, TextField } from "../../ui/fields.tsx";
import type { useForm } from "../../ui/useForm.ts";
import type { DoorValues } from "./door-values.ts";

interface SerialLineFieldsProps {
  text: ReturnType<typeof useForm<DoorValues>>["text"];
  /** In bauds. */
  speeds: readonly number[];
}

/** The serial line, or the converter on the network, that a reader hangs on. */
export const SerialLineFields = ({ text, speeds }: SerialLineFieldsProps) => (
  <>
    <TextField
      {...text("readerLine")}
      label="Línea"
      hint="El puerto del controlador (/dev/serial/by-id/…) o el convertidor de red (tcp://10.0.0.30:4001)"
      autoComplete="off"
      spellCheck={false}
      maxLength={200}
    />
    <SelectField
      {...text("readerBaud")}
      label="Velocidad"
      options={speeds.map((speed) => ({ value: String(speed), label: `${speed} baudios` }))}
    />
  </>
);
