import type { PersonPage } from "@umbral/contract/users/person.contract";
import { useState } from "react";
import { PersonLevels, PersonPin, useAccess } from "../../../features/access-control/index.ts";
import { SelectField } from "../../../ui/fields.tsx";
import { ListStates } from "../../../ui/ListStates.tsx";
import { optionsByName } from "../../../ui/options.ts";
import { Panel } from "../../../ui/Panel.tsx";
import { CardSkeletons } from "../../../ui/Skeletons.tsx";
import { buildingsOf } from "./person-buildings.ts";

/** 'Por dónde entra': levels and PIN in one building. */
export function PersonEntry({ person }: { person: PersonPage }) {
  const buildings = buildingsOf(person);
  const [chosen, setChosen] = useState<string | null>(null);
  const shown = buildings.find(({ id }) => id === chosen) ?? buildings[0];
  return shown === undefined ? null : (
    <Panel title="Por dónde entra">
      {buildings.length === 1 ? null : (
        <SelectField
          label="Edificio"
          value={shown.id}
          options={optionsByName(buildings)}
          onChange={setChosen}
        />
      )}
      <InBuilding key={shown.id} buildingId={shown.id} person={person} />
    </Panel>
  );
}

function InBuilding({ buildingId, person }: { buildingId: string; person: PersonPage }) {
  const query = useAccess(buildingId);
  return (
    <ListStates
      query={query}
      isEmpty={() => false}
      empty={{ title: "" }}
      skeleton={<CardSkeletons count={1} />}
    >
      {(access) => (
        <>
          <PersonLevels buildingId={buildingId} access={access} person={person} />
          <PersonPin buildingId={buildingId} timeZone={access.timeZone} person={person} />
        </>
      )}
    </ListStates>
  );
}
