import { useMutation } from "@tanstack/react-query";
import type { DoorSettings } from "@umbral/contract/doors/administering-doors.contract";
import { InputKind, inputKindWords } from "@umbral/contract/inputs/input-devices";
import type { InputFields, InputSettings } from "@umbral/contract/inputs/inputs.contract";
import { refreshEverything } from "../../lib/queries.ts";
import { useWhileHere } from "../../lib/useWhileHere.ts";
import { Button } from "../../ui/Button.tsx";
import { DeviceAddressField } from "../../ui/DeviceAddressField.tsx";
import { SelectField, TextField } from "../../ui/fields.tsx";
import { FieldGroup, Form, Pair } from "../../ui/Panel.tsx";
import { useForm } from "../../ui/useForm.ts";
import { GpioInputFields, MeansFields, sayAtWire } from "../controllers/index.ts";
import { type InputValues, inputErrors, inputFieldsOf, inputValuesOf } from "./input-values.ts";
import { whatItDoes, wiringOfRest } from "./input-words.ts";
import { makeInput, saveInput } from "./inputs.api.ts";

interface InputFormProps {
  buildingId: string;
  doors: readonly DoorSettings[];
  input: InputSettings | null;
  onDone(): void;
}

const kinds = InputKind.options.map((value) => ({ value, label: inputKindWords[value] }));
const drivers = [
  { value: "http", label: "Entrada de red (HTTP)" },
  { value: "gpio", label: "Pin del controlador (GPIO)" },
  { value: "simulated", label: "Simulada, para probar" },
];
const rests = [
  { value: "open", label: "Abierto en reposo (NA)" },
  { value: "closed", label: "Cerrado en reposo (NC)" },
];

/** Everything that an input is. */
export function InputForm({ buildingId, doors, input, onDone }: InputFormProps) {
  const leave = useWhileHere(onDone);
  const { form, text, values, refuse, submit } = useForm<InputValues>(inputValuesOf(input), inputErrors);
  const saving = useMutation({
    mutationFn: async (fields: InputFields) => {
      await (input === null ? makeInput(buildingId, fields) : saveInput(input.id, fields));
    },
    onSuccess: async () => {
      await refreshEverything();
      leave();
    },
    onError: (error) => sayAtWire(error, { "driver.line": "gpioLine" }, refuse),
  });
  const kind = InputKind.catch("exit-button").parse(values.kind);
  const plain = { autoComplete: "off", spellCheck: false } as const;
  const none = kind === "exit-button" ? "Elige la puerta" : "De todo el edificio";
  return (
    <Form
      ref={form}
      onSubmit={submit((given) => saving.mutate(inputFieldsOf(given)))}
      foot={
        <Button type="submit" loading={saving.isPending}>
          {input === null ? "Crear entrada" : "Guardar cambios"}
        </Button>
      }
    >
      <Pair>
        <SelectField {...text("kind")} label="Qué es" options={kinds} hint={whatItDoes[kind]} />
        <TextField {...text("name")} {...plain} label="Nombre de la entrada" maxLength={80} />
        <SelectField
          {...text("doorId")}
          label="Puerta"
          options={[{ value: "", label: none }, ...doors.map(({ id, name }) => ({ value: id, label: name }))]}
        />
      </Pair>
      <FieldGroup legend="Cómo se lee">
        <Pair>
          <SelectField {...text("driverKind")} label="Tipo de entrada" options={drivers} />
          <SelectField {...text("rest")} label="Circuito" options={rests} hint={wiringOfRest(values.rest)} />
          <TextField
            {...text("debounce")}
            label="Milisegundos que debe durar"
            hint="Lo que dura menos es un rebote del contacto y no cuenta."
            inputMode="numeric"
            autoComplete="off"
            maxLength={4}
          />
        </Pair>
        {values.driverKind === "gpio" ? (
          <GpioInputFields chip={text("gpioChip")} line={text("gpioLine")} wiring={text("gpioWiring")} />
        ) : null}
        {values.driverKind === "http" ? (
          <>
            <DeviceAddressField
              {...text("address")}
              label="Dirección de la entrada"
              hint="Por ejemplo http://usuario:contraseña@10.0.0.20/rpc/Input.GetStatus?id=0. La contraseña guardada se muestra como ***."
            />
            <Pair>
              <TextField
                {...text("closedText")}
                {...plain}
                label="Texto con el circuito cerrado"
                hint='Por ejemplo "state":true'
                maxLength={120}
              />
              <TextField
                {...text("openText")}
                {...plain}
                label="Texto con el circuito abierto"
                hint='Por ejemplo "state":false'
                maxLength={120}
              />
              <TextField
                {...text("path")}
                {...plain}
                label="Ruta en el JSON (opcional)"
                hint="Por ejemplo state o inputs.0.input: el texto es lo que está ahí, completo."
                maxLength={120}
              />
              <MeansFields
                method={text("askMethod")}
                body={text("askBody")}
                auth={text("askAuth")}
                certificate={text("askCertificate")}
              />
              <TextField
                {...text("everySeconds")}
                label="Se pregunta cada (segundos)"
                inputMode="decimal"
                autoComplete="off"
                maxLength={5}
              />
            </Pair>
          </>
        ) : null}
      </FieldGroup>
    </Form>
  );
}
