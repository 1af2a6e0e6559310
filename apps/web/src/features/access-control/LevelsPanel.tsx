import {
  IconClock,
  IconCloudOff,
  IconDoor,
  IconKey,
  IconLockOpen,
  IconPencil,
  IconPlus,
  IconTrash,
  IconUsers,
} from "@tabler/icons-react";
import type { AccessLevel, BuildingAccess } from "@umbral/contract/access-control/access-levels.contract";
import { holidayWords, scheduleWords } from "@umbral/contract/access-control/access-words";
import { useState } from "react";
import { capital } from "../../lib/capital.ts";
import { Button, IconButton } from "../../ui/Button.tsx";
import { Empty } from "../../ui/ListStates.tsx";
import { Modal } from "../../ui/Modal.tsx";
import { Panel } from "../../ui/Panel.tsx";
import css from "./Access.module.css";
import { dropLevel } from "./access.api.ts";
import { doorsOfLevel, levelDeletion, markWords, peopleWords, rolesWords } from "./access.strings.ts";
import { Fact } from "./Fact.tsx";
import { LevelForm } from "./LevelForm.tsx";
import { LevelPeople } from "./LevelPeople.tsx";
import { removeAfter } from "./removing.ts";

interface LevelsPanelProps {
  building: { id: string; name: string };
  access: BuildingAccess;
}

/** The levels of a building, each in the words of whoever has it. */
export function LevelsPanel({ building, access }: LevelsPanelProps) {
  const buildingId = building.id;
  const [shown, setShown] = useState<AccessLevel | null>(null);
  const [draft, setDraft] = useState<{ level: AccessLevel | null } | null>(null);
  const close = () => setDraft(null);
  const create = (
    <Button icon={<IconPlus aria-hidden="true" size={20} />} onClick={() => setDraft({ level: null })}>
      Crear nivel
    </Button>
  );
  return (
    <Panel title="Niveles de acceso" action={access.levels.length > 0 ? create : null}>
      {access.levels.length === 0 ? (
        <Empty
          title="Este edificio todavía no tiene niveles."
          hint="Un nivel dice por qué puertas y a qué horas entra quien lo tiene."
          icon={<IconKey size={32} stroke={1.6} />}
          action={create}
        />
      ) : (
        <ul className={css["cards"]} aria-label="Niveles de acceso">
          {access.levels.map((level) => (
            <li key={level.id} className={css["card"]}>
              <Level
                building={building}
                level={level}
                access={access}
                onEdit={() => setDraft({ level })}
                onPeople={() => setShown(level)}
              />
            </li>
          ))}
        </ul>
      )}
      <Modal
        isOpen={draft !== null}
        title={draft?.level ? `Nivel ${draft.level.name}` : "Crear nivel"}
        onClose={close}
      >
        {draft === null ? null : (
          <LevelForm buildingId={buildingId} access={access} level={draft.level} onDone={close} />
        )}
      </Modal>
      <Modal
        isOpen={shown !== null}
        title={`Personas del nivel ${shown?.name ?? ""}`}
        onClose={() => setShown(null)}
      >
        {shown === null ? null : <LevelPeople building={building} level={shown} timeZone={access.timeZone} />}
      </Modal>
    </Panel>
  );
}

interface LevelProps extends LevelsPanelProps {
  level: AccessLevel;
  onEdit(): void;
  onPeople(): void;
}

function Level({ building, level, access, onEdit, onPeople }: LevelProps) {
  const buildingId = building.id;
  const schedule = access.schedules.find(({ id }) => id === level.scheduleId) ?? null;
  const remove = () => removeAfter(levelDeletion(level), buildingId, () => dropLevel(buildingId, level.id));
  return (
    <>
      <div className={css["head"]}>
        <h3>{level.name}</h3>
        <span className={css["buttons"]}>
          <IconButton label={`Cambiar el nivel ${level.name}`} onClick={onEdit}>
            <IconPencil aria-hidden="true" size={22} />
          </IconButton>
          {/* One that comes with the building stays: what a role is would open nothing. */}
          {level.forRoles.length > 0 ? null : (
            <IconButton isDestructive label={`Eliminar el nivel ${level.name}`} onClick={() => void remove()}>
              <IconTrash aria-hidden="true" size={22} />
            </IconButton>
          )}
        </span>
      </div>
      <ul className={css["facts"]}>
        <Fact icon={<IconDoor size={20} />}>{capital(doorsOfLevel(level.doors, access.doors))}</Fact>
        <Fact icon={<IconClock size={20} />}>
          {capital(scheduleWords(schedule))}
          {schedule === null ? null : <span className={css["soft"]}>{holidayWords(schedule)}</span>}
        </Fact>
        <Fact icon={<IconUsers size={20} />}>
          {level.forRoles.length === 0 ? null : rolesWords(level.forRoles)}
          <span className={level.forRoles.length === 0 ? undefined : css["soft"]}>{peopleWords(level)}</span>
        </Fact>
        {level.passesLocked ? <Fact icon={<IconLockOpen size={20} />}>{markWords.passesLocked}</Fact> : null}
        {level.outlastsServer ? (
          <Fact icon={<IconCloudOff size={20} />}>{markWords.outlastsServer}</Fact>
        ) : null}
      </ul>
      <div>
        <Button look="quiet" aria-label={`Ver personas del nivel ${level.name}`} onClick={onPeople}>
          Ver personas
        </Button>
      </div>
    </>
  );
}
