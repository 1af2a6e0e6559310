import { IconBuildingSkyscraper, IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import type {
  FloorSettings,
  TowerSettings,
} from "@umbral/contract/buildings/administering-buildings.contract";
import { useState } from "react";
import { refreshEverything } from "../../lib/queries.ts";
import { fieldSentences } from "../../lib/sentences.ts";
import { useWhileHere } from "../../lib/useWhileHere.ts";
import { Button, IconButton } from "../../ui/Button.tsx";
import { dialogs } from "../../ui/dialogs.ts";
import { sayFailed } from "../../ui/failed.ts";
import { TextField } from "../../ui/fields.tsx";
import { ListStates } from "../../ui/ListStates.tsx";
import { Modal } from "../../ui/Modal.tsx";
import { Form, Panel } from "../../ui/Panel.tsx";
import { CardSkeletons } from "../../ui/Skeletons.tsx";
import { StorageImage } from "../../ui/StorageImage.tsx";
import { required, useForm } from "../../ui/useForm.ts";
import { dropFloor, dropTower, makeTower, renameTower, useStructure } from "./administering.api.ts";
import { deletion, sayAtName } from "./administering.strings.ts";
import { CreateApartments } from "./CreateApartments.tsx";
import { FloorForm } from "./FloorForm.tsx";
import css from "./TowersTab.module.css";

/** What is being made or changed in a dialog. */
type Draft =
  | { kind: "tower"; tower: { id: string; name: string } | null }
  | { kind: "floor"; towerId: string; floor: FloorSettings | null }
  | { kind: "apartments"; floor: FloorSettings };

/** The towers of a building with their floors, plans and how many homes stand on each. */
export function TowersTab({ buildingId }: { buildingId: string }) {
  const query = useStructure(buildingId);
  const [draft, setDraft] = useState<Draft | null>(null);
  const newTower = (
    <Button
      icon={<IconPlus aria-hidden="true" size={20} />}
      onClick={() => setDraft({ kind: "tower", tower: null })}
    >
      Crear torre
    </Button>
  );
  const close = () => setDraft(null);
  return (
    <Panel title="Torres y pisos" action={query.data?.length ? newTower : null}>
      <ListStates
        query={query}
        isEmpty={(towers) => towers.length === 0}
        skeleton={<CardSkeletons />}
        empty={{
          title: "Este edificio todavía no tiene torres.",
          hint: "Si es uno solo, crea una torre con su nombre.",
          icon: <IconBuildingSkyscraper size={32} stroke={1.6} />,
          action: newTower,
        }}
      >
        {(towers) => (
          <ul className={css["towers"]} aria-label="Torres">
            {towers.map((tower) => (
              <li key={tower.id} className={css["tower"]}>
                <Tower tower={tower} onEdit={setDraft} />
              </li>
            ))}
          </ul>
        )}
      </ListStates>
      <Modal isOpen={draft !== null} title={titleOf(draft)} onClose={close}>
        {draft?.kind === "tower" ? (
          <TowerForm buildingId={buildingId} tower={draft.tower} onDone={close} />
        ) : null}
        {draft?.kind === "floor" ? (
          <FloorForm towerId={draft.towerId} floor={draft.floor} onDone={close} />
        ) : null}
        {draft?.kind === "apartments" ? <CreateApartments floorId={draft.floor.id} onDone={close} /> : null}
      </Modal>
    </Panel>
  );
}

function titleOf(draft: Draft | null): string {
  switch (draft?.kind) {
    case "tower":
      return draft.tower === null ? "Crear torre" : `Torre ${draft.tower.name}`;
    case "floor":
      return draft.floor === null ? "Crear piso" : `Piso ${draft.floor.name}`;
    case "apartments":
      return `Crear apartamentos en el piso ${draft.floor.name}`;
    case undefined:
      return "";
  }
}

function Tower({ tower, onEdit }: { tower: TowerSettings; onEdit(draft: Draft): void }) {
  return (
    <>
      <div className={css["head"]}>
        <h3>Torre {tower.name}</h3>
        <span className={css["actions"]}>
          <IconButton
            label={`Cambiar la torre ${tower.name}`}
            onClick={() => onEdit({ kind: "tower", tower })}
          >
            <IconPencil aria-hidden="true" size={22} />
          </IconButton>
          <IconButton
            isDestructive
            label={`Eliminar la torre ${tower.name}`}
            onClick={() => void remove(`la torre ${tower.name}`, () => dropTower(tower.id))}
          >
            <IconTrash aria-hidden="true" size={22} />
          </IconButton>
        </span>
      </div>
      <ul className={css["floors"]} aria-label={`Pisos de la torre ${tower.name}`}>
        {tower.floors.map((floor) => (
          <li key={floor.id} className={css["floor"]}>
            <Floor tower={tower} floor={floor} onEdit={onEdit} />
          </li>
        ))}
      </ul>
      <Button
        look="quiet"
        icon={<IconPlus aria-hidden="true" size={20} />}
        aria-label={`Crear piso en la torre ${tower.name}`}
        onClick={() => onEdit({ kind: "floor", towerId: tower.id, floor: null })}
      >
        Crear piso
      </Button>
    </>
  );
}

interface FloorProps {
  tower: TowerSettings;
  floor: FloorSettings;
  onEdit(draft: Draft): void;
}

function Floor({ tower, floor, onEdit }: FloorProps) {
  const where = `piso ${floor.name}, torre ${tower.name}`;
  return (
    <>
      <StorageImage
        src={floor.image}
        alt={`Plano del ${where}`}
        className={css["plan"]}
        fallback={<span className={css["noPlan"]}>Sin plano</span>}
      />
      <div className={css["words"]}>
        <h4>Piso {floor.name}</h4>
        <p>
          {counted(floor.apartments, "apartamento", "apartamentos")} ·{" "}
          {counted(floor.doors, "puerta", "puertas")}
        </p>
      </div>
      <span className={css["actions"]}>
        <IconButton
          label={`Crear apartamentos: ${where}`}
          onClick={() => onEdit({ kind: "apartments", floor })}
        >
          <IconPlus aria-hidden="true" size={22} />
        </IconButton>
        <IconButton
          label={`Cambiar ${where}`}
          onClick={() => onEdit({ kind: "floor", towerId: tower.id, floor })}
        >
          <IconPencil aria-hidden="true" size={22} />
        </IconButton>
        <IconButton
          isDestructive
          label={`Eliminar ${where}`}
          onClick={() => void remove(`el ${where}`, () => dropFloor(floor.id))}
        >
          <IconTrash aria-hidden="true" size={22} />
        </IconButton>
      </span>
    </>
  );
}

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

async function remove(what: string, drop: () => Promise<unknown>): Promise<void> {
  if (!(await dialogs.confirm(deletion(what)))) {
    return;
  }
  try {
    await drop();
    await refreshEverything();
  } catch (error) {
    await sayFailed(error);
  }
}

interface TowerFormProps {
  buildingId: string;
  tower: { id: string; name: string } | null;
  onDone(): void;
}

function TowerForm({ buildingId, tower, onDone }: TowerFormProps) {
  const leave = useWhileHere(onDone);
  const { form, text, refuse, submit } = useForm({ name: tower?.name ?? "" }, ({ name }) => ({
    name: required(name, fieldSentences.required),
  }));
  const saving = useMutation({
    mutationFn: (name: string) =>
      tower === null ? makeTower(buildingId, name) : renameTower(tower.id, name),
    onSuccess: async () => {
      await refreshEverything();
      leave();
    },
    onError: (error) => sayAtName(error, refuse),
  });
  return (
    <Form ref={form} onSubmit={submit(({ name }) => saving.mutate(name.trim()))}>
      <TextField
        {...text("name")}
        label="Nombre de la torre"
        hint="Solo el nombre, como A o Norte."
        autoComplete="off"
        maxLength={80}
      />
      <Button type="submit" loading={saving.isPending}>
        {tower === null ? "Crear torre" : "Guardar cambios"}
      </Button>
    </Form>
  );
}
