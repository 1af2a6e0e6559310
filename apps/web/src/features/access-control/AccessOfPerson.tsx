import { type ReactNode, useState } from "react";
import { SelectField } from "../../ui/fields.tsx";
import { ListStates } from "../../ui/ListStates.tsx";
import { optionsByName } from "../../ui/options.ts";
import { CardSkeletons } from "../../ui/Skeletons.tsx";
import type { Person } from "../users/index.ts";
import { useAccess } from "./access.api.ts";
import { PersonLevels } from "./PersonLevels.tsx";
import { PersonPin } from "./PersonPin.tsx";

interface Building {
  id: string;
  name: string;
}

interface AccessOfPersonProps {
  buildings: readonly Building[];
  person: Person;
  /** What stands where nothing is to be chosen: there is one building alone. */
  only?(building: Building): ReactNode;
  /** What else can be done there. */
  after?(building: Building): ReactNode;
}

/** Somebody's levels and PIN in one of their buildings, which is chosen where there are several. */
export function AccessOfPerson({ buildings, person, only, after }: AccessOfPersonProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const shown = buildings.find(({ id }) => id === chosen) ?? buildings[0];
  return shown === undefined ? null : (
    <>
      {buildings.length === 1 ? (
        only?.(shown)
      ) : (
        <SelectField
          label="Edificio"
          value={shown.id}
          options={optionsByName(buildings)}
          onChange={setChosen}
        />
      )}
      <InBuilding key={shown.id} buildingId={shown.id} person={person} />
      {after?.(shown)}
    </>
  );
}

function InBuilding({ buildingId, person }: { buildingId: string } & Pick<AccessOfPersonProps, "person">) {
  const query = useAccess(buildingId);
  return (
    <ListStates query={query} skeleton={<CardSkeletons count={1} />}>
      {(access) => (
        <>
          <PersonLevels buildingId={buildingId} access={access} person={person} />
          <PersonPin buildingId={buildingId} timeZone={access.timeZone} person={person} />
        </>
      )}
    </ListStates>
  );
}
