import { IconBuilding, IconChevronRight } from "@tabler/icons-react";
import { useState } from "react";
import { Link, type To } from "react-router";
import { TextField } from "../../ui/fields.tsx";
import { ListStates } from "../../ui/ListStates.tsx";
import { CardSkeletons } from "../../ui/Skeletons.tsx";
import css from "./BuildingsToChoose.module.css";
import { useAllBuildings } from "./building-list.api.ts";

interface BuildingsToChooseProps {
  /** What the choice is for, as the heading of the screen. */
  title: string;
  /** Where a building leads; the screen there also finds it in the state of the location. */
  wayTo(buildingId: string): To;
}

const plain = (text: string) =>
  text
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase();

/** All buildings with a search, each a way to the same screen: for who belongs to none and administers all. */
export function BuildingsToChoose({ title, wayTo }: BuildingsToChooseProps) {
  const query = useAllBuildings();
  const [typed, setTyped] = useState("");
  const wanted = plain(typed.trim());
  return (
    <div className={css["screen"]}>
      <h1>{title}</h1>
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
                <Link className={css["way"]} to={wayTo(id)} state={{ building: { id, name } }}>
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
