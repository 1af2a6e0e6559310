import type { UserDetail } from "@umbral/contract/users/user-details.contract";
import { useState } from "react";
import { ListStates } from "../../ui/ListStates.tsx";
import { CardSkeletons } from "../../ui/Skeletons.tsx";
import { useAllBuildings } from "../buildings/index.ts";
import { MovingOut } from "../users/index.ts";
import css from "./Access.module.css";
import { AccessOfPerson } from "./AccessOfPerson.tsx";

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
      {(buildings) => (
        <div className={css["inBuilding"]}>
          <AccessOfPerson
            buildings={buildings}
            person={person}
            only={({ name }) => <p className={css["soft"]}>{name}</p>}
            after={({ id }) => (
              <div>
                <MovingOut
                  key={id}
                  mover={{ buildingId: id, userId: person.id }}
                  label="Retirar del edificio"
                  title={`Retirar del edificio a ${person.name}`}
                />
              </div>
            )}
          />
        </div>
      )}
    </ListStates>
  );
}
