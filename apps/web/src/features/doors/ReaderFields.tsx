import { osdpSpeeds } from "@umbral/contract/doors/osdp-line";
import { CheckField, SelectField, TextField } from "../../ui/fields.tsx";
import { Pair } from "../../ui/Panel.tsx";
import type { useForm } from "../../ui/useForm.ts";
import css from "./DoorForm.module.css";
import type { DoorValues } from "./door-values.ts";
import { SerialLineFields } from "./SerialLineFields.tsx";
import { WiegandFields } from "./WiegandFields.tsx";

type Form = Pick<ReturnType<typeof useForm<DoorValues>>, "text" | "values" | "set">;

const readers = [
  { value: "none", label: "No tiene" },
  { value: "osdp", label: "OSDP (RS-485)" },
  { value: "wiegand-serial", label: "Wiegand por una placa serial" },
  { value: "uhppote", label: "Placa UHPPOTE" },
  { value: "keyboard-wedge", label: "USB tipo teclado" },
  { value: "simulated", label: "Simulado, para probar" },
];
/** A board says itself whether it has one; what is typed at a USB reader cannot be told from a card's number. */
const withoutKeypad = new Set(["none", "uhppote", "keyboard-wedge"]);
const plain = { autoComplete: "off", spellCheck: false } as const;

/** How cards are read at a door. */
export function ReaderFields({ text, values, set }: Form) {
  return (
    <>
      <Pair>
        <SelectField {...text("readerKind")} label="Tipo de lector" options={readers} />
        {values.readerKind === "keyboard-wedge" ? (
          <TextField
            {...text("readerDevice")}
            {...plain}
            label="Equipo del lector"
            hint="Por ejemplo /dev/input/by-id/usb-lector-event-kbd"
            maxLength={200}
          />
        ) : null}
      </Pair>
      {withoutKeypad.has(values.readerKind) ? null : (
        <CheckField
          checked={values.readerHasKeypad}
          onChange={(hasKeypad) => set("readerHasKeypad", hasKeypad)}
        >
          Tiene teclado o lee códigos QR
        </CheckField>
      )}
      {values.readerKind === "osdp" ? <OsdpFields text={text} values={values} set={set} /> : null}
      {values.readerKind === "wiegand-serial" ? (
        <WiegandFields text={text} values={values} set={set} />
      ) : null}
    </>
  );
}

function OsdpFields({ text, values, set }: Form) {
  const { readerIsSecure, readerPairing, readerPairsAnew } = values;
  return (
    <>
      <Pair>
        <SerialLineFields text={text} speeds={osdpSpeeds} />
        <TextField
          {...text("readerAddress")}
          label="Dirección en la línea"
          hint="De 0 a 126. Cada lector de la misma línea tiene la suya."
          inputMode="numeric"
          autoComplete="off"
          maxLength={3}
        />
      </Pair>
      <CheckField checked={readerIsSecure} onChange={(isSecure) => set("readerIsSecure", isSecure)}>
        Canal seguro (recomendado)
      </CheckField>
      {readerIsSecure && readerPairing !== "" ? (
        <CheckField checked={readerPairsAnew} onChange={(pairsAnew) => set("readerPairsAnew", pairsAnew)}>
          Emparejar de nuevo: cambié el lector o lo restablecí
        </CheckField>
      ) : null}
      <p className={css[readerIsSecure ? "hint" : "warning"]} role="status">
        {wordsOf(values)}
      </p>
    </>
  );
}

/** What whoever stands beside the reader does next. */
function wordsOf({ readerIsSecure, readerPairing, readerPairsAnew }: DoorValues): string {
  if (!readerIsSecure) {
    return "Sin canal seguro, quien toque los hilos lee las tarjetas y puede hacerse pasar por el lector.";
  }
  return readerPairing === "" || readerPairsAnew
    ? "Pon el lector en modo de instalación y guarda: el controlador hace una llave nueva y se la da. Mientras tanto, " +
        "que nadie más esté en la línea. La llave se queda en el controlador."
    : "La llave de este lector la guarda solo su controlador.";
}
