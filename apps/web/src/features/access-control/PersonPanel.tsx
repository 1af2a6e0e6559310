import type { BuildingAccess } from "@umbral/contract/access-control/access-levels.contract";
import { Panel } from "../../ui/Panel.tsx";
import { MovingOut, type Person, PersonChoice } from "../users/index.ts";
import css from "./Access.module.css";
import { PersonLevels } from "./PersonLevels.tsx";
import { PersonPin } from "./PersonPin.tsx";

interface PersonPanelProps {
  building: { id: string; name: string };
  access: BuildingAccess;
  person: Person | null;
  onPerson(person: Person | null): void;
}

/** What one person has in the building, to be given and taken. */
export function PersonPanel({ building, access, person, onPerson }: PersonPanelProps) {
  return (
    <Panel title="Niveles de una persona">
      {person === null ? (
        <p className={css["soft"]}>Busca a alguien para ver por dónde entra, y darle o quitarle niveles.</p>
      ) : null}
      <PersonChoice buildingName={building.name} chosen={person} onChoose={onPerson} />
      {person === null ? null : (
        <>
          <PersonLevels key={person.id} buildingId={building.id} access={access} person={person} />
          <PersonPin
            key={`pin of ${person.id}`}
            buildingId={building.id}
            timeZone={access.timeZone}
            person={person}
          />
          <div>
            <MovingOut
              key={person.id}
              mover={{ buildingId: building.id, userId: person.id }}
              label="Retirar del edificio"
              title={`Retirar del edificio a ${person.name}`}
              onDone={() => onPerson(null)}
            />
          </div>
        </>
      )}
    </Panel>
  );
}
