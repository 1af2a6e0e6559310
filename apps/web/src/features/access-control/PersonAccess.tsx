import type { UserDetail } from "@umbral/contract/users/user-details.contract";
import { useState } from "react";
import { SelectField } from "../../ui/fields.tsx";
import { ListStates } from "../../ui/ListStates.tsx";
import { optionsByName } from "../../ui/options.ts";
import { CardSkeletons } from "../../ui/Skeletons.tsx";
import { useAllBuildings } from "../buildings/index.ts";
import { MovingOut } from "../users/index.ts";
import css from "./Access.module.css";
import { useAccess } from "./access.api.ts";
import { PersonLevels } from "./PersonLevels.tsx";
import { PersonPin } from "./PersonPin.tsx";

type PersonOfPlaces = Pick<UserDetail, "id" | "name" | "places">;

/** 'Niveles de acceso' where one person is shown. Nothing is asked before it is opened. */
export function PersonAccess({ person }: { person: PersonOfPlaces }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={css["person"]} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <h2>Niveles de acceso</h2>
      </summary>
      {isOpen ? <InBuildings person={person} /> : null}
    </details>
  );
}

function InBuildings({ person }: { person: PersonOfPlaces }) {
  const query = useAllBuildings();
  const [chosen, setChosen] = useState<string | null>(null);
  const names = person.places.map(({ buildingName }) => buildingName);
  const own = query.data?.filter(({ name }) => names.includes(name));
  return (
    <ListStates
      query={{ ...query, data: own }}
      isEmpty={(buildings) => buildings.length === 0}
      skeleton={<CardSkeletons count={1} />}
      empty={{
        title: `${person.name} no es de ningún edificio.`,
        hint: "Un nivel por nombre se da en la configuración del edificio, en Niveles de acceso.",
      }}
    >
      {(buildings) => {
        const shown = buildings.find(({ id }) => id === chosen) ?? buildings[0];
        return shown === undefined ? null : (
          <div className={css["inBuilding"]}>
            {buildings.length === 1 ? (
              <p className={css["soft"]}>{shown.name}</p>
            ) : (
              <SelectField
                label="Edificio"
                value={shown.id}
                options={optionsByName(buildings)}
                onChange={setChosen}
              />
            )}
            <InBuilding key={shown.id} buildingId={shown.id} person={person} />
            <div>
              <MovingOut
                key={shown.id}
                mover={{ buildingId: shown.id, userId: person.id }}
                label="Retirar del edificio"
                title={`Retirar del edificio a ${person.name}`}
              />
            </div>
          </div>
        );
      }}
    </ListStates>
  );
}

function InBuilding({ buildingId, person }: { buildingId: string; person: PersonOfPlaces }) {
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
