import { IconBuilding, IconChevronRight } from "@tabler/icons-react";
import { useState } from "react";
import { Link } from "react-router";
import { buildingApartmentsPath } from "../../app/admin-paths.ts";
import { TextField } from "../../ui/fields.tsx";
import { ListStates } from "../../ui/ListStates.tsx";
import { CardSkeletons } from "../../ui/Skeletons.tsx";
import { useAllBuildings } from "./building-list.api.ts";
import css from "./ChooseBuildingScreen.module.css";

const plain = (text: string) =>
  text
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase();

/** '/admin-dashboard/admin-building-apartment': the building whose apartments are administered. */
export function ChooseBuildingScreen() {
  const query = useAllBuildings();
  const [typed, setTyped] = useState("");
  const wanted = plain(typed.trim());
  return (
    <div className={css["screen"]}>
      <h1>Administrar Apartamento</h1>
      <div className={css["search"]}>
        <TextField
          type="search"
          label="Buscar edificio"
          value={typed}
          onChange={setTyped}
          autoComplete="off"
        />
      </div>
      <ListStates
        query={{
          ...query,
          data: query.data?.filter(({ name }) => plain(name).includes(wanted)),
        }}
        isEmpty={(buildings) => buildings.length === 0}
        skeleton={<CardSkeletons />}
        empty={{
          title: wanted === "" ? "Todavía no hay edificios." : "Ningún edificio coincide con tu búsqueda.",
          icon: <IconBuilding size={32} stroke={1.6} />,
        }}
      >
        {(buildings) => (
          <ul className={css["list"]} aria-label="Edificios">
            {buildings.map(({ id, name, city }) => (
              <li key={id}>
                <Link
                  className={css["way"]}
                  to={buildingApartmentsPath(id)}
                  state={{ building: { id, name } }}
                >
                  <span>
                    <strong>{name}</strong>
                    <span className={css["city"]}>{city}</span>
                  </span>
                  <IconChevronRight aria-hidden="true" size={20} />
                </Link>
              </li>
            ))}
          </ul>
        )}
      </ListStates>
    </div>
  );
}
