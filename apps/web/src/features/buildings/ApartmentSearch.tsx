import { IconBuildingOff, IconCornerDownLeft, IconSearch, IconX } from "@tabler/icons-react";
import type { DirectoryApartment } from "@umbral/contract/buildings/buildings.contract";
import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from "react";
import { IconButton } from "../../ui/Button.tsx";
import { Empty, ListStates } from "../../ui/ListStates.tsx";
import { keys, Skeleton } from "../../ui/Skeletons.tsx";
import css from "./ApartmentSearch.module.css";
import { filterApartments } from "./apartment-filter.ts";
import { useApartmentDirectory } from "./buildings.api.ts";

const NO_MATCH = "Ningún apartamento coincide con tu búsqueda.";

interface ApartmentSearchProps {
  buildingId: string;
  onChoose(apartment: DirectoryApartment): void;
  /** This one will probably be chosen: the only one left, or the one under the pointer. */
  onConsider?(apartment: DirectoryApartment): void;
}

/**
 * Finds an apartment by a few characters and chooses it, by thumb or by keyboard: typing anywhere goes to
 * the field, Enter there takes the first one, arrows walk among the tiles, Escape begins anew.
 */
export function ApartmentSearch({ buildingId, onChoose, onConsider }: ApartmentSearchProps) {
  const id = useId();
  const [typed, setTyped] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const tiles = useRef<HTMLUListElement>(null);
  const query = useApartmentDirectory(buildingId);
  const found = filterApartments(query.data ?? [], typed);
  const isTyped = typed !== "";
  const [first] = found;

  useTypingAnywhere(field);
  const only = isTyped && found.length === 1 ? first : undefined;
  const consider = useEffectEvent((apartment: DirectoryApartment) => onConsider?.(apartment));
  useEffect(() => {
    if (only !== undefined) {
      consider(only);
    }
  }, [only]);

  const begin = () => {
    setTyped("");
    field.current?.focus();
  };

  const handleFieldKey = (event: KeyboardEvent) => {
    if (event.key === "Enter" && isTyped && first !== undefined) {
      event.preventDefault();
      onChoose(first);
    } else if (event.key === "ArrowDown") {
      event.preventDefault();
      tiles.current?.querySelector("button")?.focus();
    } else if (event.key === "Escape") {
      begin();
    }
  };

  const handleTileKey = (event: KeyboardEvent<HTMLButtonElement>) => {
    if (event.key === "Escape") {
      begin();
      return;
    }
    const buttons = [...(tiles.current?.querySelectorAll("button") ?? [])];
    const to = stepFrom(buttons.indexOf(event.currentTarget), event.key, buttons);
    if (to !== null) {
      event.preventDefault();
      (buttons[to] ?? field.current)?.focus();
    }
  };

  return (
    <search className={css["search"]}>
      <div className={css["field"]}>
        <IconSearch aria-hidden="true" size={26} />
        <input
          ref={field}
          id={id}
          type="text"
          className={css["input"]}
          aria-label="Buscar apartamento o torre"
          aria-describedby={`${id}-count`}
          placeholder="Buscar apartamento o torre"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="search"
          value={typed}
          onChange={(event) => setTyped(event.target.value.trimStart())}
          // After a call the next thing typed is the next visitor's.
          onFocus={(event) => event.target.select()}
          onKeyDown={handleFieldKey}
        />
        {isTyped ? (
          <IconButton label="Borrar búsqueda" onClick={begin}>
            <IconX aria-hidden="true" size={22} />
          </IconButton>
        ) : null}
      </div>
      <p id={`${id}-count`} className="um-hidden" role="status">
        {query.data === undefined ? "" : countOf(found.length)}
      </p>
      <ListStates
        query={query}
        isEmpty={(apartments) => apartments.length === 0}
        skeleton={<TileSkeletons />}
        empty={{
          title: "Este edificio aún no tiene apartamentos.",
          icon: <IconBuildingOff size={32} stroke={1.6} />,
        }}
      >
        {() =>
          found.length === 0 ? (
            <Empty
              title={NO_MATCH}
              hint="Revisa el número o la torre, o borra la búsqueda para verlos todos."
              icon={<IconSearch size={32} stroke={1.6} />}
            />
          ) : (
            <ul ref={tiles} className={css["tiles"]} aria-label="Apartamentos">
              {found.map((apartment) => (
                <li key={apartment.id} className={css["cell"]}>
                  <button
                    type="button"
                    className={css["tile"]}
                    aria-label={`Llamar a ${apartment.name}, torre ${apartment.tower.name}`}
                    data-first={(isTyped && apartment === first) || undefined}
                    onPointerEnter={() => onConsider?.(apartment)}
                    onFocus={() => onConsider?.(apartment)}
                    onClick={() => onChoose(apartment)}
                    onKeyDown={handleTileKey}
                  >
                    <strong>{apartment.name}</strong>
                    <span>Torre {apartment.tower.name}</span>
                    {isTyped && apartment === first ? (
                      <IconCornerDownLeft className={css["enter"]} aria-hidden="true" size={20} />
                    ) : null}
                  </button>
                </li>
              ))}
            </ul>
          )
        }
      </ListStates>
    </search>
  );
}

const countOf = (count: number): string => (count === 1 ? "1 apartamento" : `${count} apartamentos`);

/** Where an arrow leads; -1 is back to the field, null nowhere. */
function stepFrom(from: number, key: string, buttons: readonly HTMLElement[]): number | null {
  const top = buttons[0]?.offsetTop;
  const columns = buttons.filter((button) => button.offsetTop === top).length;
  const last = buttons.length - 1;
  switch (key) {
    case "ArrowRight":
      return Math.min(from + 1, last);
    case "ArrowLeft":
      return Math.max(from - 1, -1);
    case "ArrowDown":
      return from + columns <= last ? from + columns : null;
    case "ArrowUp":
      return from - columns >= 0 ? from - columns : -1;
    case "Home":
      return 0;
    case "End":
      return last;
    default:
      return null;
  }
}

/** A letter or digit typed anywhere on the screen goes into the field, unless a dialog is open. */
function useTypingAnywhere(field: RefObject<HTMLInputElement | null>) {
  const handleKey = useEffectEvent((event: globalThis.KeyboardEvent) => {
    const isCharacter = event.key.length === 1 && event.key !== " ";
    const isCommand = event.ctrlKey || event.metaKey || event.altKey;
    const isElsewhere =
      document.querySelector("dialog[open]") !== null ||
      (event.target instanceof HTMLElement && event.target.closest("input, select, textarea") !== null);
    if ((isCharacter || event.key === "Backspace") && !isCommand && !isElsewhere) {
      // The character itself follows the focus.
      field.current?.focus();
    }
  });
  useEffect(() => {
    const listener = (event: globalThis.KeyboardEvent) => handleKey(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);
}

function TileSkeletons() {
  return (
    <div className={css["tiles"]}>
      {keys(10).map((key) => (
        <div key={key} className={css["tile"]}>
          <Skeleton width="70%" height="1.625rem" />
          <Skeleton width="45%" />
        </div>
      ))}
    </div>
  );
}
