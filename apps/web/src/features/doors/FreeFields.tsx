import { canHold } from "@umbral/contract/doors/door-devices";
import { canClose } from "@umbral/contract/doors/doors.contract";
import { CheckField, SelectField } from "../../ui/fields.tsx";
import { FieldGroup } from "../../ui/Panel.tsx";
import { relayOf } from "../controllers/index.ts";
import { useSchedules } from "./administering-doors.api.ts";
import { modeSentences } from "./changing-modes.strings.ts";
import css from "./DoorForm.module.css";
import type { DoorValues } from "./door-values.ts";

interface FreeFieldsProps {
  buildingId: string;
  values: DoorValues;
  set<Field extends "freeScheduleId" | "freesInEmergency">(field: Field, value: DoorValues[Field]): void;
}

/** When a door is free by itself: in the hours of a schedule, and in an emergency. */
export function FreeFields({ buildingId, values, set }: FreeFieldsProps) {
  const schedules = useSchedules(buildingId);
  const relay = relayOf(values);
  const onlyPulses =
    values.relayKind === "uhppote" ||
    (relay !== null && relay !== undefined && !canHold(relay, canClose(values.localId)));
  const isChosen = values.freeScheduleId !== "" || values.freesInEmergency;
  return (
    <FieldGroup legend="Cuándo queda libre">
      <SelectField
        label="Horario en que cualquiera entra"
        value={values.freeScheduleId}
        onChange={(id) => set("freeScheduleId", id)}
        options={[
          { value: "", label: "Nunca" },
          ...(schedules.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
          // Which one is still to be read: that it has one is known.
          ...(schedules.data === undefined && values.freeScheduleId !== ""
            ? [{ value: values.freeScheduleId, label: "El horario que ya tiene" }]
            : []),
        ]}
        hint="Los horarios se hacen en Niveles de acceso. El controlador lo cumple también sin conexión."
      />
      <CheckField checked={values.freesInEmergency} onChange={(isOn) => set("freesInEmergency", isOn)}>
        Una emergencia la deja libre como salida
      </CheckField>
      <p className={css["hint"]}>
        Cuando la portería confirma una emergencia o el panel de incendio se activa, hasta que alguien la
        silencie, 30 minutos como mucho. Nunca por un simulacro ni por un intruso.
      </p>
      {onlyPulses && isChosen ? (
        <p className={css["warning"]} role="status">
          {modeSentences.onlyPulses}
        </p>
      ) : null}
    </FieldGroup>
  );
}
