import { IconClock, IconDoor, IconKey, IconPencil, IconPlus, IconTrash, IconUser } from "@tabler/icons-react";
import type { BuildingAccess, PersonLevel } from "@umbral/contract/access-control/access-levels.contract";
import {
  doorWords,
  holidayWords,
  scheduleWords,
  spanWords,
} from "@umbral/contract/access-control/access-words";
import { useState } from "react";
import { capital } from "../../lib/capital.ts";
import { Button, IconButton } from "../../ui/Button.tsx";
import { ListStates } from "../../ui/ListStates.tsx";
import { Modal } from "../../ui/Modal.tsx";
import { CardSkeletons } from "../../ui/Skeletons.tsx";
import type { Person } from "../users/index.ts";
import css from "./Access.module.css";
import { takeLevel, usePersonLevels } from "./access.api.ts";
import { rolesWords, takingLevel } from "./access.strings.ts";
import { Fact } from "./Fact.tsx";
import { GrantForm } from "./GrantForm.tsx";
import { removeAfter } from "./removing.ts";

interface PersonLevelsProps {
  buildingId: string;
  access: BuildingAccess;
  person: Person;
}

/** 'Niveles': what somebody has by what they are, and what was given to them by name. */
export function PersonLevels({ buildingId, access, person }: PersonLevelsProps) {
  const query = usePersonLevels(buildingId, person.id);
  const [draft, setDraft] = useState<{ given: PersonLevel | null } | null>(null);
  const close = () => setDraft(null);
  const give = (
    <Button
      look="quiet"
      icon={<IconPlus aria-hidden="true" size={20} />}
      onClick={() => setDraft({ given: null })}
    >
      Dar un nivel
    </Button>
  );
  return (
    <>
      <ListStates
        query={query}
        isEmpty={(levels) => levels.length === 0}
        skeleton={<CardSkeletons count={1} />}
        empty={{
          title: `${person.name} no tiene niveles en este edificio.`,
          hint: "No entra por ninguna puerta hasta que le des uno.",
          icon: <IconKey size={32} stroke={1.6} />,
          action: give,
        }}
      >
        {(levels) => (
          <>
            <ul className={css["cards"]} aria-label={`Niveles de ${person.name}`}>
              {levels.map((level) => (
                <li key={`${level.levelId} ${level.roles.join()}`} className={css["card"]}>
                  <Had
                    level={level}
                    timeZone={access.timeZone}
                    onChange={() => setDraft({ given: level })}
                    onTake={() =>
                      void removeAfter(takingLevel(level, person), buildingId, () =>
                        takeLevel(buildingId, person.id, level.levelId),
                      )
                    }
                  />
                </li>
              ))}
            </ul>
            <div>{give}</div>
          </>
        )}
      </ListStates>
      <Modal
        isOpen={draft !== null}
        title={draft?.given ? `${draft.given.name} de ${person.name}` : `Dar un nivel a ${person.name}`}
        onClose={close}
      >
        {draft === null ? null : (
          <GrantForm
            buildingId={buildingId}
            access={access}
            person={person}
            given={draft.given}
            onDone={close}
          />
        )}
      </Modal>
    </>
  );
}

interface HadProps {
  level: PersonLevel;
  timeZone: string;
  onChange(): void;
  onTake(): void;
}

function Had({ level, timeZone, onChange, onTake }: HadProps) {
  const span = spanWords(level, timeZone);
  const isByName = level.roles.length === 0;
  return (
    <>
      <div className={css["head"]}>
        <h3>{level.name}</h3>
        {/* What a role gives ends with the role, and not here. */}
        {isByName ? (
          <span className={css["buttons"]}>
            <IconButton label={`Cambiar desde cuándo y hasta cuándo: ${level.name}`} onClick={onChange}>
              <IconPencil aria-hidden="true" size={22} />
            </IconButton>
            <IconButton isDestructive label={`Quitar el nivel ${level.name}`} onClick={onTake}>
              <IconTrash aria-hidden="true" size={22} />
            </IconButton>
          </span>
        ) : null}
      </div>
      <ul className={css["facts"]}>
        <Fact icon={<IconDoor size={20} />}>{capital(doorWords(level.doors.map(({ name }) => name)))}</Fact>
        <Fact icon={<IconClock size={20} />}>
          {capital(scheduleWords(level.schedule))}
          {level.schedule === null ? null : (
            <span className={css["soft"]}>{holidayWords(level.schedule)}</span>
          )}
          {span === "" ? null : <span className={css["soft"]}>{capital(span)}</span>}
        </Fact>
        <Fact icon={<IconUser size={20} />}>
          {isByName
            ? level.givenBy === null
              ? "Dado por nombre"
              : `Lo dio ${level.givenBy.name}`
            : `Por su rol: ${rolesWords(level.roles)}`}
        </Fact>
      </ul>
    </>
  );
}
