import { lineTemplates } from "@umbral/contract/cards/wiegand-templates";
import { serialSpeeds } from "@umbral/contract/doors/serial-line";
import { useState } from "react";
import { CheckField, SelectField, TextField } from "../../ui/fields.tsx";
import { Pair } from "../../ui/Panel.tsx";
import type { useForm } from "../../ui/useForm.ts";
import css from "./DoorForm.module.css";
import type { DoorValues } from "./door-values.ts";
import { SerialLineFields } from "./SerialLineFields.tsx";
import { asksForBits, wiegandValuesOf, wordsOfSample } from "./wiegand-values.ts";

type Form = Pick<ReturnType<typeof useForm<DoorValues>>, "text" | "values" | "set">;

const templates = [
  { value: "", label: "Elige para llenar los campos" },
  ...lineTemplates.map(({ id, label, example }) => ({ value: id, label: `${label}: ${example}` })),
];
const digits = [
  { value: "hexadecimal", label: "Hexadecimal" },
  { value: "decimal", label: "Decimal" },
  { value: "binary", label: "Binario (0 y 1)" },
  { value: "facility-number", label: "Código de sitio y número, en decimal" },
];
const counts = [
  { value: "fixed", label: "Siempre los mismos" },
  { value: "before", label: "Los dice antes del número (26:…)" },
  { value: "after", label: "Los dice después del número (…,26)" },
];
const orders = [
  { value: "number", label: "Un número, con ceros al principio" },
  { value: "bytes", label: "Bytes, con ceros al final" },
  { value: "bytes-reversed", label: "Bytes al revés (el último primero)" },
];
const plain = { autoComplete: "off", spellCheck: false } as const;

/** How a board writes what its Wiegand reader sends. */
export function WiegandFields({ text, values, set }: Form) {
  const [template, choose] = useState("");
  const [sample, setSample] = useState("");
  const fill = (id: string) => {
    choose(id);
    const wanted = lineTemplates.find((one) => one.id === id);
    if (wanted) {
      const filled = wiegandValuesOf(wanted.form);
      set("readerPrefix", filled.readerPrefix);
      set("readerDigits", filled.readerDigits);
      set("readerHasParity", filled.readerHasParity);
      set("readerBitsFrom", filled.readerBitsFrom);
      set("readerBits", filled.readerBits);
      set("readerOrder", filled.readerOrder);
    }
  };
  const isBinary = values.readerDigits === "binary";
  const hasFacility = values.readerDigits === "facility-number";
  return (
    <>
      <Pair>
        <SerialLineFields text={text} speeds={serialSpeeds} />
      </Pair>
      <SelectField
        label="Forma de las líneas"
        value={template}
        options={templates}
        hint="Los ejemplos son la misma tarjeta: código de sitio 57, número 32768."
        onChange={fill}
      />
      <Pair>
        <SelectField {...text("readerDigits")} label="Cómo escribe el número" options={digits} />
        {isBinary ? null : (
          <SelectField {...text("readerBitsFrom")} label="Cuántos bits tiene la trama" options={counts} />
        )}
        {asksForBits(values) ? (
          <TextField
            {...text("readerBits")}
            label="Bits de la trama"
            hint="Con sus bits de paridad, aunque la placa no los escriba."
            inputMode="numeric"
            autoComplete="off"
            maxLength={3}
          />
        ) : null}
        {isBinary || hasFacility ? null : (
          <SelectField {...text("readerOrder")} label="Orden de los bits" options={orders} />
        )}
        <TextField
          {...text("readerPrefix")}
          {...plain}
          label="Texto antes de cada lectura (opcional)"
          maxLength={16}
        />
      </Pair>
      {hasFacility ? null : (
        <CheckField
          checked={values.readerHasParity}
          onChange={(hasParity) => set("readerHasParity", hasParity)}
        >
          La placa escribe también los bits de paridad
        </CheckField>
      )}
      <TextField
        {...plain}
        label="Prueba con una línea de la placa (opcional)"
        value={sample}
        maxLength={300}
        onChange={setSample}
      />
      <p className={css["hint"]} role="status">
        {sample.trim() === ""
          ? "Quien toque los hilos de un lector Wiegand lee las tarjetas y puede hacerse pasar por él."
          : wordsOfSample(sample, values, values.readerHasKeypad)}
      </p>
    </>
  );
}
