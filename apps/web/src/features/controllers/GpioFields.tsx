import type { ComponentProps } from "react";
import { SelectField, TextField } from "../../ui/fields.tsx";
import { Pair } from "../../ui/Panel.tsx";
import { wiringOptions } from "./gpio-values.ts";

type TextProps = Pick<ComponentProps<typeof TextField>, "value" | "onChange" | "error" | "name">;

interface PinProps {
  chip: TextProps;
  line: TextProps;
}

/** Which pin of the controller's own computer. */
function Pin({ chip, line }: PinProps) {
  return (
    <>
      <TextField
        {...line}
        label="Pin GPIO"
        hint="El número del chip (en Raspberry Pi, GPIO17 es 17), no el del conector."
        inputMode="numeric"
        autoComplete="off"
        maxLength={4}
      />
      <TextField {...chip} label="Chip GPIO" autoComplete="off" spellCheck={false} maxLength={20} />
    </>
  );
}

/** A relay that hangs on a pin. */
export function GpioRelayFields({ level, ...pin }: PinProps & { level: TextProps }) {
  return (
    <Pair>
      <Pin {...pin} />
      <SelectField
        {...level}
        label="El relé se activa con"
        options={[
          { value: "high", label: "Nivel alto (3,3 V)" },
          { value: "low", label: "Nivel bajo (tierra)" },
        ]}
      />
    </Pair>
  );
}

/** A contact or a button that hangs on a pin. */
export function GpioInputFields({ wiring, ...pin }: PinProps & { wiring: TextProps }) {
  return (
    <Pair>
      <Pin {...pin} />
      <SelectField
        {...wiring}
        label="Dónde va el contacto"
        options={wiringOptions}
        hint="Las dos primeras usan la resistencia del propio chip."
      />
    </Pair>
  );
}
