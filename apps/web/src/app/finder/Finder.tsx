import { IconSearch, IconX } from "@tabler/icons-react";
import { FINDER_SHORTEST } from "@umbral/contract/users/person-limits";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { sentenceFor } from "../../lib/sentences.ts";
import { useDebounced } from "../../lib/useDebounced.ts";
import { IconButton } from "../../ui/Button.tsx";
import css from "./Finder.module.css";
import { type FoundGroup, useFound } from "./finder.api.ts";

/** A pause in the typing of this long asks. */
const PAUSE_MS = 200;

/** One field for people, homes, doors, cards and vehicles: arrows walk among what was found, Enter goes there. */
export function Finder() {
  const id = useId();
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  const search = useDebounced(typed.trim(), PAUSE_MS);
  const query = useFound(search);
  const groups = search.length < FINDER_SHORTEST ? [] : (query.data ?? []);
  const places = groups.flatMap((group) => group.places);
  const [chosen, setChosen] = useState<string | null>(null);
  // What was chosen may not be among what is found now.
  const current = places.find((place) => place.id === chosen) ?? places[0];
  const list = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  // The dialog was opened to type here. Its code came after it was open.
  useEffect(() => field.current?.focus(), []);
  const currentId = current?.id;
  useEffect(() => {
    if (currentId !== undefined) {
      list.current?.querySelector("[aria-selected='true']")?.scrollIntoView({ block: "nearest" });
    }
  }, [currentId]);

  const step = (by: number) => {
    const at = places.findIndex((place) => place.id === current?.id);
    setChosen(places[(at + by + places.length) % places.length]?.id ?? null);
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      step(event.key === "ArrowDown" ? 1 : -1);
    } else if (event.key === "Enter" && current !== undefined) {
      event.preventDefault();
      void navigate(current.to);
    }
  };

  return (
    <search className={css["finder"]}>
      <div className={css["field"]}>
        <IconSearch aria-hidden="true" size={22} />
        <input
          type="text"
          role="combobox"
          aria-label="Buscar personas, apartamentos, puertas, tarjetas o vehículos"
          aria-expanded={places.length > 0}
          aria-controls={`${id}-found`}
          aria-autocomplete="list"
          aria-activedescendant={current === undefined ? undefined : `${id}-${current.id}`}
          placeholder="Nombre, documento, apartamento, puerta, tarjeta o placa"
          ref={field}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={100}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setChosen(null);
          }}
          onKeyDown={handleKey}
        />
        {typed === "" ? null : (
          <IconButton
            label="Borrar la búsqueda"
            onClick={() => {
              setTyped("");
              field.current?.focus();
            }}
          >
            <IconX aria-hidden="true" size={20} />
          </IconButton>
        )}
      </div>
      <p role="status" className={css["status"]}>
        {statusOf({ typed: search, isAsking: query.isFetching, error: query.error, count: places.length })}
      </p>
      <div ref={list} id={`${id}-found`} role="listbox" aria-label="Resultados" className={css["list"]}>
        {groups.map((group) => (
          <Group
            key={group.name}
            id={id}
            group={group}
            currentId={currentId}
            onChoose={(to) => void navigate(to)}
          />
        ))}
      </div>
    </search>
  );
}

interface GroupProps {
  id: string;
  group: FoundGroup;
  currentId: string | undefined;
  onChoose(to: string): void;
}

function Group({ id, group, currentId, onChoose }: GroupProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: options of a listbox are grouped by their role.
    <div role="group" aria-labelledby={`${id}-${group.name}`}>
      <p id={`${id}-${group.name}`} className={css["group"]}>
        {group.name}
      </p>
      {group.places.map((place) => (
        // The keyboard stays in the field, which walks among these.
        // biome-ignore lint/a11y/useKeyWithClickEvents: Enter in the field goes there.
        // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the active one.
        <div
          key={place.id}
          id={`${id}-${place.id}`}
          role="option"
          aria-selected={place.id === currentId}
          className={css["option"]}
          onClick={() => onChoose(place.to)}
        >
          <strong>{place.title}</strong>
          <span>{place.detail}</span>
        </div>
      ))}
    </div>
  );
}

interface State {
  typed: string;
  isAsking: boolean;
  error: unknown;
  count: number;
}

function statusOf({ typed, isAsking, error, count }: State): string {
  if (typed.length < FINDER_SHORTEST) {
    return "Escribe dos letras o números, o más.";
  }
  if (error !== null) {
    return sentenceFor(error);
  }
  if (count === 0) {
    return isAsking ? "Buscando…" : "Nada coincide con tu búsqueda.";
  }
  return count === 1 ? "1 resultado" : `${count} resultados`;
}
