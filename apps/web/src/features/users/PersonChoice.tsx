import { IconUser } from "@tabler/icons-react";
import type { UserDetail } from "@umbral/contract/users/user-details.contract";
import { useState } from "react";
import { useDebounced } from "../../lib/useDebounced.ts";
import { Button } from "../../ui/Button.tsx";
import { TextField } from "../../ui/fields.tsx";
import { ListStates } from "../../ui/ListStates.tsx";
import { Skeleton } from "../../ui/Skeletons.tsx";
import { Face } from "../../ui/StorageImage.tsx";
import css from "./PersonChoice.module.css";
import { useFoundPeople } from "./user-details.api.ts";
import { roleNames } from "./users.strings.ts";

/** A pause in the typing of this long asks. */
const PAUSE_MS = 250;

export interface Person {
  id: string;
  name: string;
}

interface PersonChoiceProps {
  /** Where they are looked for first. */
  buildingName: string;
  chosen: Person | null;
  onChoose(person: Person | null): void;
  /** What is wrong with the choice, beginning with '* '. */
  error?: string | undefined;
}

/** One person, found while one types: first those of the building, then of wherever. */
export function PersonChoice({ buildingName, chosen, onChoose, error }: PersonChoiceProps) {
  // The focus follows: it would be lost with the button that was pressed.
  const [wasChosen, setWasChosen] = useState(false);
  if (chosen !== null) {
    return (
      <div className={css["chosen"]}>
        <p>
          <IconUser aria-hidden="true" size={22} />
          <strong>{chosen.name}</strong>
        </p>
        <Button look="quiet" autoFocus={wasChosen} onClick={() => onChoose(null)}>
          Elegir otra persona
        </Button>
      </div>
    );
  }
  const choose = (person: Person) => {
    setWasChosen(true);
    onChoose(person);
  };
  return <Search buildingName={buildingName} hasFocus={wasChosen} error={error} onChoose={choose} />;
}

interface SearchProps extends Pick<PersonChoiceProps, "buildingName" | "error"> {
  hasFocus: boolean;
  onChoose(person: Person): void;
}

function Search({ buildingName, hasFocus, error, onChoose }: SearchProps) {
  const [typed, setTyped] = useState("");
  const [isWide, setWide] = useState(false);
  const search = useDebounced(typed.trim(), PAUSE_MS);
  const query = useFoundPeople(search, isWide ? null : buildingName);
  return (
    <search className={css["search"]}>
      <TextField
        type="search"
        label="Persona"
        hint="Nombre, documento o apartamento."
        value={typed}
        error={error}
        autoComplete="off"
        autoFocus={hasFocus}
        maxLength={100}
        onChange={(text) => {
          setTyped(text);
          setWide(false);
        }}
      />
      {search === "" ? null : (
        <ListStates
          query={query}
          isEmpty={({ users }) => users.length === 0}
          skeleton={<Skeleton height="4rem" />}
          empty={
            isWide
              ? { title: "Ninguna persona coincide con tu búsqueda." }
              : {
                  title: "Nadie de este edificio coincide con tu búsqueda.",
                  action: (
                    <Button look="quiet" onClick={() => setWide(true)}>
                      Buscar fuera del edificio
                    </Button>
                  ),
                }
          }
        >
          {({ users, isMore, totalPages = 1 }) => (
            <>
              <p className="um-hidden" role="status">
                {users.length === 1 ? "1 persona" : `${users.length} personas`}
              </p>
              <ul className={css["people"]} aria-label="Personas encontradas">
                {users.map((user) => (
                  <li key={user.id}>
                    <button type="button" onClick={() => onChoose({ id: user.id, name: user.name })}>
                      <Face src={user.photo} alt="" size={40} />
                      <span>
                        <strong>{user.name}</strong>
                        <span>{placeOf(user, buildingName)}</span>
                      </span>
                    </button>
                  </li>
                ))}
              </ul>
              {isMore || totalPages > 1 ? (
                <p className={css["more"]}>
                  Hay más personas que coinciden: escribe algo más para encontrarlas.
                </p>
              ) : null}
            </>
          )}
        </ListStates>
      )}
    </search>
  );
}

/** What tells people of one name apart: their document, and what they are here or elsewhere. */
function placeOf({ cedula, places }: UserDetail, buildingName: string): string {
  const place = places.find((one) => one.buildingName === buildingName) ?? places[0];
  return [
    cedula,
    place && roleNames[place.roleName],
    place?.apartmentName,
    place && place.buildingName !== buildingName ? place.buildingName : undefined,
  ]
    .filter(Boolean)
    .join(" · ");
}
