import { IconPencil, IconPlug, IconPlus, IconTrash } from "@tabler/icons-react";
import { inputKindWords } from "@umbral/contract/inputs/input-devices";
import type { InputSettings } from "@umbral/contract/inputs/inputs.contract";
import { useState } from "react";
import { refreshEverything } from "../../lib/queries.ts";
import { Button, IconButton } from "../../ui/Button.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { dialogs } from "../../ui/dialogs.ts";
import { sayFailed } from "../../ui/failed.ts";
import { Modal } from "../../ui/Modal.tsx";
import { Actions, Panel } from "../../ui/Panel.tsx";
import { deletion } from "../buildings/index.ts";
import { DeviceNow, DeviceTrial } from "../controllers/index.ts";
import { useDoorSettings } from "../doors/index.ts";
import { InputForm } from "./InputForm.tsx";
import { dropInput, useInputs } from "./inputs.api.ts";

/** The inputs of a building: exit buttons, the fire panel, tamper and battery contacts. */
export function InputsTab({ buildingId }: { buildingId: string }) {
  const query = useInputs(buildingId);
  const doors = useDoorSettings(buildingId);
  const [draft, setDraft] = useState<{ input: InputSettings | null } | null>(null);
  const close = () => setDraft(null);
  const newInput = (
    <Button icon={<IconPlus aria-hidden="true" size={20} />} onClick={() => setDraft({ input: null })}>
      Crear entrada
    </Button>
  );
  return (
    <Panel title="Entradas" action={query.data?.length ? newInput : null}>
      <DataTable
        caption="Entradas"
        columns={columnsOf((input) => setDraft({ input }))}
        query={query}
        rowKey={({ id }) => id}
        usualRows={3}
        name="inputs"
        rowName={({ name }) => name}
        hasDetails
        isCovered={draft !== null}
        empty={{
          title: "Este edificio todavía no tiene entradas.",
          hint: "Botones de salida, panel de incendio, tapas y baterías que el controlador lee.",
          icon: <IconPlug size={32} stroke={1.6} />,
          action: newInput,
        }}
      />
      <Modal isOpen={draft !== null} title={draft?.input?.name ?? "Crear entrada"} onClose={close}>
        {draft === null ? null : (
          <InputForm buildingId={buildingId} doors={doors.data ?? []} input={draft.input} onDone={close} />
        )}
      </Modal>
    </Panel>
  );
}

const driverNames: Readonly<Record<InputSettings["driver"]["kind"], string>> = {
  http: "De red (HTTP)",
  gpio: "Pin (GPIO)",
  simulated: "Simulada",
};

const columnsOf = (change: (input: InputSettings) => void): readonly Column<InputSettings>[] => [
  { id: "name", header: "Entrada", isTitle: true, cell: ({ name }) => name },
  { id: "kind", header: "Qué es", line: 2, cell: ({ kind }) => inputKindWords[kind] },
  { id: "door", header: "Puerta", line: 3, cell: ({ door }) => door?.name ?? "Todo el edificio" },
  { id: "driver", header: "Tipo", from: "wide", cell: ({ driver }) => driverNames[driver.kind] },
  {
    id: "rest",
    header: "En reposo",
    from: "wide",
    cell: ({ rest }) => (rest === "closed" ? "Cerrado (NC)" : "Abierto (NA)"),
  },
  {
    id: "state",
    header: "Estado",
    line: 1,
    isWide: true,
    brief: ({ id }) => <DeviceNow device="input" id={id} />,
    cell: ({ id, name }) => <DeviceTrial device="input" id={id} name={name} />,
  },
  {
    id: "actions",
    header: "Acciones",
    isWhole: true,
    align: "end",
    cell: (input) => (
      <Actions>
        <IconButton label={`Cambiar: ${input.name}`} onClick={() => change(input)}>
          <IconPencil aria-hidden="true" size={22} />
        </IconButton>
        <IconButton isDestructive label={`Eliminar: ${input.name}`} onClick={() => void remove(input)}>
          <IconTrash aria-hidden="true" size={22} />
        </IconButton>
      </Actions>
    ),
  },
];

async function remove({ id, name }: InputSettings): Promise<void> {
  if (!(await dialogs.confirm(deletion(`la entrada ${name}`)))) {
    return;
  }
  try {
    await dropInput(id);
    await refreshEverything();
  } catch (error) {
    await sayFailed(error);
  }
}
