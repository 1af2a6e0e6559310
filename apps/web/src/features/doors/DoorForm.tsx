import { useMutation } from "@tanstack/react-query";
import type { TowerSettings } from "@umbral/contract/buildings/administering-buildings.contract";
import type { CameraSettings } from "@umbral/contract/cameras/administering-cameras.contract";
import type { DoorSettings } from "@umbral/contract/doors/administering-doors.contract";
import { useState } from "react";
import { sendChanged } from "../../lib/changed-values.ts";
import { refreshEverything } from "../../lib/queries.ts";
import { useWhileHere } from "../../lib/useWhileHere.ts";
import { Button } from "../../ui/Button.tsx";
import { CheckField, SelectField, TextField } from "../../ui/fields.tsx";
import { type ListQuery, ListStates } from "../../ui/ListStates.tsx";
import { FieldGroup, Form, Pair } from "../../ui/Panel.tsx";
import { Skeleton } from "../../ui/Skeletons.tsx";
import { useForm } from "../../ui/useForm.ts";
import {
  ControllerChoice,
  DeviceTrial,
  RelayDetails,
  RelayFields,
  RelayTrial,
  type RelayValues,
  sayAtWire,
} from "../controllers/index.ts";
import { makeDoor, saveDoor } from "./administering-doors.api.ts";
import { BoardFields } from "./BoardFields.tsx";
import { boardErrors, boardPlaceOf } from "./board-values.ts";
import { ContactFields } from "./ContactFields.tsx";
import css from "./DoorForm.module.css";
import { type DoorValues, doorErrors, doorFieldsOf, doorValuesOf } from "./door-values.ts";
import { pulseWordsOf, wiringOf } from "./door-wiring.ts";
import { FreeFields } from "./FreeFields.tsx";
import { ReaderFields } from "./ReaderFields.tsx";

interface DoorFormProps {
  buildingId: string;
  towers: readonly TowerSettings[];
  cameras: ListQuery<readonly CameraSettings[]>;
  door: DoorSettings | null;
  onDone(): void;
}

const scopes = [
  { value: "building", label: "Todo el edificio" },
  { value: "tower", label: "Solo su torre" },
  { value: "floor", label: "Solo su piso" },
];
const locks = [
  { value: "fail-secure", label: "Sin energía queda cerrada" },
  { value: "fail-safe", label: "Sin energía queda abierta" },
];
const wireFields = {
  "relay.line": "relayLine",
  "contact.line": "gpioLine",
  "reader.line": "readerLine",
  "reader.address": "readerAddress",
  "reader.baud": "readerBaud",
  "reader.device": "readerDevice",
} as const;

/** Everything that a door is. */
export function DoorForm({ buildingId, towers, cameras, door, onDone }: DoorFormProps) {
  const leave = useWhileHere(onDone);
  const floors = towers.flatMap((tower) =>
    tower.floors.map((floor) => ({
      value: floor.id,
      label: `Torre ${tower.name} · Piso ${floor.name}`,
    })),
  );
  const [began] = useState(() => doorValuesOf(door, floors[0]?.value ?? ""));
  const { form, text, values, set, reset, refuse, submit } = useForm<DoorValues>(began, doorErrors);
  const changeRelay = (given: Partial<RelayValues>) => reset({ ...values, ...given });
  const saving = useMutation({
    mutationFn: async (given: DoorValues) => {
      const fields = doorFieldsOf(given);
      await (door === null
        ? makeDoor(buildingId, {
            ...fields,
            left: 50,
            top: 50,
            ...(given.controllerId === "" ? {} : { controllerId: given.controllerId }),
          })
        : sendChanged(doorFieldsOf(began), fields, (changed) => saveDoor(door.id, changed)));
    },
    onSuccess: async () => {
      await refreshEverything();
      leave();
    },
    onError: (error) => sayAtWire(error, wireFields, refuse),
  });
  const plain = { autoComplete: "off", spellCheck: false } as const;
  return (
    <Form
      ref={form}
      onSubmit={submit((given) => saving.mutate(given))}
      foot={
        <Button type="submit" loading={saving.isPending}>
          {door === null ? "Crear puerta" : "Guardar cambios"}
        </Button>
      }
    >
      <Pair>
        <TextField {...text("name")} {...plain} label="Nombre de la puerta" maxLength={80} />
        <TextField
          {...text("localId")}
          {...plain}
          label="Relé"
          hint="Su número en el controlador. Con $ al final también se puede cerrar."
          maxLength={31}
        />
        {door === null ? (
          <ControllerChoice
            buildingId={buildingId}
            value={values.controllerId}
            onChange={(id) => set("controllerId", id)}
          />
        ) : null}
        <SelectField {...text("floorId")} label="Piso en cuyo plano está" options={floors} />
        <SelectField {...text("scope")} label="La abren los residentes de" options={scopes} />
        <SelectField
          {...text("lockType")}
          label="Cerradura"
          options={locks}
          hint={wiringOf(values.lockType)}
        />
        <TextField
          {...text("seconds")}
          label="Segundos que abre"
          inputMode="decimal"
          autoComplete="off"
          maxLength={5}
        />
      </Pair>
      <FieldGroup legend="Cómo se mueve">
        <RelayFields
          label="Tipo de relé"
          hasBoards
          kind={{ value: values.relayKind, onChange: (kind) => set("relayKind", kind) }}
          openAddress={text("openAddress")}
          closeAddress={text("closeAddress")}
          chip={text("relayChip")}
          line={text("relayLine")}
          level={text("relayLevel")}
        />
        <RelayDetails hasTemplates values={values} change={changeRelay} />
        <PulseWords values={values} />
        <RelayTrial
          buildingId={buildingId}
          values={values}
          keptOf={door?.id}
          board={boardTrialOf(values)}
          onTrust={(relayCertificate) => changeRelay({ relayCertificate })}
          controllerId={values.controllerId}
        />
      </FieldGroup>
      <BoardFields text={text} values={values} />
      <FieldGroup legend="Cámaras">
        <ListStates query={cameras} skeleton={<Skeleton />}>
          {(known) =>
            known.length === 0 ? (
              <p>Este edificio todavía no tiene cámaras.</p>
            ) : (
              known.map(({ id, name }) => (
                <CheckField
                  key={id}
                  checked={values.cameraIds.includes(id)}
                  onChange={(isChosen) =>
                    set(
                      "cameraIds",
                      isChosen ? [...values.cameraIds, id] : values.cameraIds.filter((other) => other !== id),
                    )
                  }
                >
                  {name}
                </CheckField>
              ))
            )
          }
        </ListStates>
      </FieldGroup>
      <FieldGroup legend="Lector de tarjetas">
        <ReaderFields text={text} values={values} set={set} />
        {door?.reader ? <DeviceTrial device="reader" id={door.id} isOnBoard={isAlone(door)} /> : null}
      </FieldGroup>
      <ContactFields text={text} values={values} door={door} />
      <FreeFields buildingId={buildingId} values={values} set={set} />
    </Form>
  );
}

/** What is tried of a relay on a board: its board. */
const boardTrialOf = (values: DoorValues) =>
  values.relayKind === "uhppote"
    ? {
        relay: boardPlaceOf(values),
        mistake: Object.values(boardErrors(values)).find((error) => error !== undefined),
      }
    : undefined;

/** Does the door's own board let people in while its controller is away? */
const isAlone = ({ relay, reader }: DoorSettings): boolean =>
  relay.kind === "uhppote" && reader?.kind === "uhppote";

/** Said while it is typed, because it decides what a crash leaves behind. */
function PulseWords({ values }: { values: DoorValues }) {
  const words = pulseWordsOf(values);
  return words === null ? null : (
    <p className={css[words.isWarning ? "warning" : "hint"]} role="status">
      {words.text}
    </p>
  );
}
