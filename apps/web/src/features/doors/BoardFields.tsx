import { BOARD_DOORS } from "@umbral/contract/boards/uhppote-place";
import { SelectField, TextField } from "../../ui/fields.tsx";
import { FieldGroup, Pair } from "../../ui/Panel.tsx";
import type { useForm } from "../../ui/useForm.ts";
import { usesBoard } from "./board-values.ts";
import css from "./DoorForm.module.css";
import type { DoorValues } from "./door-values.ts";

type Form = Pick<ReturnType<typeof useForm<DoorValues>>, "text" | "values">;

const doors = BOARD_DOORS.map((door) => ({ value: String(door), label: `Puerta ${door}` }));
const plain = { autoComplete: "off", spellCheck: false } as const;

/** Which board a door hangs on, and what that means while its controller is away. */
export function BoardFields({ text, values }: Form) {
  if (!usesBoard(values)) {
    return null;
  }
  const isWhole = values.relayKind === "uhppote" && values.readerKind === "uhppote";
  return (
    <FieldGroup legend="Placa UHPPOTE">
      <Pair>
        <TextField
          {...text("boardHost")}
          {...plain}
          label="Dirección IP de la placa"
          hint="Por ejemplo 10.0.0.40, en una red donde solo estén la placa y el controlador: quien llegue a ella puede abrir."
          maxLength={21}
        />
        <TextField
          {...text("boardSerial")}
          {...plain}
          label="Número de serie"
          hint="Está impreso en la placa."
          inputMode="numeric"
          maxLength={10}
        />
        <SelectField {...text("boardDoor")} label="Puerta en la placa" options={doors} />
      </Pair>
      <p className={css["hint"]}>
        {isWhole
          ? "Mientras el controlador no está, decide la placa: entra quien siempre puede entrar por esta puerta. " +
            "El botón de salida conectado a la placa abre por sí mismo."
          : "El botón de salida conectado a la placa abre por sí mismo. Para que la placa decida mientras el " +
            "controlador no está, el relé y el lector deben estar los dos en ella."}
      </p>
    </FieldGroup>
  );
}
