import {
  IconClockEdit,
  IconDoor,
  IconPencil,
  IconPlus,
  IconTestPipe,
  IconTransfer,
  IconTrash,
} from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import type { ControllerState } from "@umbral/contract/controllers/registering.contract";
import type { DoorSettings } from "@umbral/contract/doors/administering-doors.contract";
import type { Door } from "@umbral/contract/doors/doors.contract";
import { useState } from "react";
import { refreshEverything } from "../../lib/queries.ts";
import { useListOrder } from "../../lib/useListOrder.ts";
import { Button, IconButton } from "../../ui/Button.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { DownloadButton } from "../../ui/DownloadButton.tsx";
import { dialogs } from "../../ui/dialogs.ts";
import { sayFailed } from "../../ui/failed.ts";
import { Modal } from "../../ui/Modal.tsx";
import { notify } from "../../ui/notices.ts";
import { Actions, Panel } from "../../ui/Panel.tsx";
import { deletion, useStructure } from "../buildings/index.ts";
import { useCameraSettings } from "../cameras/index.ts";
import { controllerName, testRelay, useControllers, useMayTestRelays } from "../controllers/index.ts";
import { downloadDoors, dropDoor, useDoorSettings } from "./administering-doors.api.ts";
import { modeSentences } from "./changing-modes.strings.ts";
import { DoorActs } from "./DoorActs.tsx";
import { DoorForm } from "./DoorForm.tsx";
import { DoorModeModal } from "./DoorModeModal.tsx";
import { modeWords } from "./door-modes.strings.ts";
import { useDoors } from "./doors.api.ts";
import { MoveDoor } from "./MoveDoor.tsx";
import { PlanEditor } from "./PlanEditor.tsx";

/** The doors of a building: what each is, where it stands on its plan, and a test of its relay. */
export function DoorsTab({ buildingId, timeZone }: { buildingId: string; timeZone: string }) {
  const doors = useDoorSettings(buildingId);
  const { data: shown } = useDoors(buildingId);
  const structure = useStructure(buildingId);
  const cameras = useCameraSettings(buildingId);
  const { data: controllers = [] } = useControllers(buildingId);
  const [moved, setMoved] = useState<DoorSettings | null>(null);
  const [timed, setTimed] = useState<Door | null>(null);
  const [draft, setDraft] = useState<{ door: DoorSettings | null } | null>(null);
  const towers = structure.data ?? [];
  // That there is no door is said with what it takes to make one: whether there is a floor is read as well.
  const listed =
    doors.data?.length === 0 && structure.data === undefined ? { ...structure, data: undefined } : doors;
  const hasFloors = towers.some(({ floors }) => floors.length > 0);
  const order = useListOrder(doorsInAddress, null);
  const close = () => setDraft(null);
  const newDoor = hasFloors ? (
    <Button icon={<IconPlus aria-hidden="true" size={20} />} onClick={() => setDraft({ door: null })}>
      Crear puerta
    </Button>
  ) : null;
  return (
    <Panel
      title="Puertas"
      action={
        doors.data?.length ? (
          <Actions>
            <DownloadButton fetch={() => downloadDoors(buildingId)}>Descargar CSV</DownloadButton>
            {newDoor}
          </Actions>
        ) : null
      }
    >
      <DataTable
        caption="Puertas"
        columns={columnsOf(
          { buildingId, timeZone },
          { controllers, shown },
          { change: (door) => setDraft({ door }), move: setMoved, setMode: setTimed },
        )}
        query={listed}
        rowKey={({ id }) => id}
        usualRows={3}
        name="doors"
        order={order}
        rowName={({ name }) => name}
        hasDetails
        acts={(rows, leave) => (
          <DoorActs
            buildingId={buildingId}
            timeZone={timeZone}
            rows={rows}
            shown={shown ?? []}
            leave={leave}
          />
        )}
        isCovered={draft !== null || moved !== null || timed !== null}
        empty={{
          title: "Este edificio todavía no tiene puertas.",
          hint: hasFloors
            ? "Cada puerta es un relé del controlador."
            : "Primero crea una torre con un piso: cada puerta está en un plano.",
          icon: <IconDoor size={32} stroke={1.6} />,
          action: newDoor,
        }}
      />
      {doors.data?.length ? <PlanEditor towers={towers} doors={doors.data} /> : null}
      <Modal isOpen={draft !== null} title={draft?.door?.name ?? "Crear puerta"} onClose={close}>
        {draft === null ? null : (
          <DoorForm
            buildingId={buildingId}
            towers={towers}
            cameras={cameras}
            door={draft.door}
            onDone={close}
          />
        )}
      </Modal>
      <DoorModeModal door={timed} timeZone={timeZone} onClose={() => setTimed(null)} />
      <Modal
        isOpen={moved !== null}
        title={moved ? `Pasar ${moved.name} a otro controlador` : ""}
        onClose={() => setMoved(null)}
      >
        {moved === null ? null : (
          <MoveDoor
            buildingId={buildingId}
            door={moved}
            controllers={controllers}
            onDone={() => setMoved(null)}
          />
        )}
      </Modal>
    </Panel>
  );
}

const placeOf = ({ tower, floor }: DoorSettings): string => `${tower.name} · ${floor.name}`;

/** By what the doors can stand, as the address calls it. */
const doorsInAddress = { name: "nombre", mode: "modo", card: "tarjeta", floor: "piso" } as const;

const scopeNames: Readonly<Record<DoorSettings["scope"], string>> = {
  building: "Todo el edificio",
  tower: "Su torre",
  floor: "Su piso",
};

/** Who decides on a card at this door. A board that has its relay and its reader does while the controller is away. */
function cardWords({ reader, relay }: DoorSettings, line: Door["line"] | undefined): string {
  if (reader === null) {
    return "No abre con tarjeta";
  }
  if (reader.kind !== "uhppote" || relay.kind !== "uhppote") {
    return "Decide el controlador";
  }
  return line === "away" ? "Ahora decide la placa" : "Si el controlador no está, decide la placa";
}

/** What a row leads to. */
interface RowActs {
  change(door: DoorSettings): void;
  move(door: DoorSettings): void;
  setMode(door: Door): void;
}

const columnsOf = (
  { buildingId, timeZone }: { buildingId: string; timeZone: string },
  { controllers, shown }: { controllers: readonly ControllerState[]; shown: readonly Door[] | undefined },
  { change, move, setMode }: RowActs,
): readonly Column<DoorSettings>[] => {
  const asShown = ({ id }: DoorSettings) => shown?.find((door) => door.id === id);
  const modeOf = (door: DoorSettings): string => {
    const known = asShown(door);
    if (known === undefined) {
      // Nobody takes for normal what may be locked.
      return "Sin información";
    }
    return known.mode === undefined ? "Normal" : modeWords(known.mode, { now: new Date(), timeZone });
  };
  const cardOf = (door: DoorSettings) => cardWords(door, asShown(door)?.line);
  return [
    { id: "name", header: "Puerta", isTitle: true, sortBy: ({ name }) => name, cell: ({ name }) => name },
    { id: "localId", header: "Relé", isDetail: true, cell: ({ localId }) => localId },
    { id: "floor", header: "Piso", line: 4, sortBy: placeOf, cell: placeOf },
    {
      id: "mode",
      header: "Modo",
      line: 1,
      sortBy: modeOf,
      cell: modeOf,
    },
    {
      id: "card",
      header: "Con tarjeta",
      line: 2,
      sortBy: cardOf,
      cell: cardOf,
    },
    { id: "scope", header: "Alcance", from: "wide", cell: ({ scope }) => scopeNames[scope] },
    {
      id: "cameras",
      header: "Cámaras",
      from: "desk",
      cell: ({ cameras }) => cameras.map(({ name }) => name).join(", ") || "Ninguna",
    },
    ...(controllers.length < 2
      ? []
      : [
          {
            id: "controller",
            header: "Controlador",
            line: 3,
            cell: ({ controllerId }: DoorSettings) => controllerName(controllers, controllerId),
          },
        ]),
    {
      id: "actions",
      header: "Acciones",
      isWhole: true,
      align: "end",
      cell: (door) => (
        <DoorActions
          buildingId={buildingId}
          door={door}
          shown={asShown(door)}
          onChange={() => change(door)}
          onMode={setMode}
          {...(controllers.some(({ id }) => id !== door.controllerId) ? { onMove: () => move(door) } : {})}
        />
      ),
    },
  ];
};

interface DoorActionsProps {
  buildingId: string;
  door: DoorSettings;
  /** As people find it; undefined while that is on its way. */
  shown: Door | undefined;
  onChange(): void;
  onMode(door: Door): void;
  /** Absent where there is no other controller. */
  onMove?(): void;
}

function DoorActions({ buildingId, door, shown, onChange, onMode, onMove }: DoorActionsProps) {
  const mayTest = useMayTestRelays(buildingId);
  const test = useMutation({
    mutationFn: () => testRelay(buildingId, door.id),
    onSuccess: () => notify(`El relé de ${door.name} se movió.`, "good"),
    onError: (error) => void sayFailed(error),
  });
  const remove = async () => {
    if (!(await dialogs.confirm(deletion(`la puerta ${door.name}`)))) {
      return;
    }
    try {
      await dropDoor(door.id);
      await refreshEverything();
    } catch (error) {
      await sayFailed(error);
    }
  };
  return (
    <Actions>
      {mayTest ? (
        <IconButton
          label={`Probar el relé: ${door.name}`}
          aria-busy={test.isPending || undefined}
          onClick={() => (test.isPending ? undefined : test.mutate())}
        >
          <IconTestPipe aria-hidden="true" size={22} />
        </IconButton>
      ) : null}
      <IconButton label={`Cambiar: ${door.name}`} onClick={onChange}>
        <IconPencil aria-hidden="true" size={22} />
      </IconButton>
      {shown?.may.setMode ? (
        <IconButton label={`${modeSentences.title}: ${door.name}`} onClick={() => onMode(shown)}>
          <IconClockEdit aria-hidden="true" size={22} />
        </IconButton>
      ) : null}
      {onMove ? (
        <IconButton label={`Pasar a otro controlador: ${door.name}`} onClick={onMove}>
          <IconTransfer aria-hidden="true" size={22} />
        </IconButton>
      ) : null}
      <IconButton isDestructive label={`Eliminar: ${door.name}`} onClick={() => void remove()}>
        <IconTrash aria-hidden="true" size={22} />
      </IconButton>
    </Actions>
  );
}
