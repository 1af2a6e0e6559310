import { IconBuildingOff, IconCheck, IconSearch, IconStar, IconX } from "@tabler/icons-react";
import type { DirectoryApartment } from "@umbral/contract/buildings/buildings.contract";
import { type KeyboardEvent, type ReactNode, type RefObject, useId, useRef, useState } from "react";
import { useTypedAnywhere } from "../../lib/useTypedAnywhere.ts";
import { IconButton } from "../../ui/Button.tsx";
import { Empty, ListStates } from "../../ui/ListStates.tsx";
import { keys, Skeleton } from "../../ui/Skeletons.tsx";
import css from "./ApartmentSearch.module.css";
import { ApartmentTiles, type TileGroup } from "./ApartmentTiles.tsx";
import { filterApartments } from "./apartment-filter.ts";
import { useApartmentDirectory } from "./buildings.api.ts";

const NO_MATCH = "Ningún apartamento coincide con tu búsqueda.";

/** Homes that stand before the others while nothing is typed. */
export interface HomesAtHand {
  /** Not before that: a tile that moves under the finger rings another home. */
  isKnown: boolean;
  favourites: readonly string[];
  recent: readonly string[];
  onFavourite(apartment: DirectoryApartment, isFavourite: boolean): void;
}

interface ApartmentSearchProps {
  buildingId: string;
  /** A press rings the home, and its tile says so. */
  rings?: boolean;
  onChoose(apartment: DirectoryApartment): void;
  /** At a desk, where this is one of several things: smaller tiles that scroll in their own place. */
  atHand?: HomesAtHand;
  /** Where else one comes to the field from. */
  field?: RefObject<HTMLInputElement | null>;
  /** What typed anywhere on the screen is for this field. */
  types?: RegExp;
}

/** Everything that is written by one key. */
const ANY_CHARACTER = /^\S$/u;

/**
 * Finds an apartment by a few characters and chooses it, by thumb or by keyboard: typing anywhere goes to
 * the field, Enter there takes the first one, arrows walk among the tiles, Escape begins anew.
 */
export function ApartmentSearch({
  buildingId,
  rings = false,
  onChoose,
  atHand,
  field: given,
  types = ANY_CHARACTER,
}: ApartmentSearchProps) {
  const id = useId();
  const [typed, setTyped] = useState("");
  const [isPicking, setPicking] = useState(false);
  const own = useRef<HTMLInputElement>(null);
  const field = given ?? own;
  const tiles = useRef<HTMLDivElement>(null);
  const query = useApartmentDirectory(buildingId);
  const found = filterApartments(query.data ?? [], typed);
  const isTyped = typed !== "";
  const first = isTyped && !isPicking ? found[0] : undefined;
  const isOrderKnown = isTyped || atHand?.isKnown !== false;

  useTypedAnywhere(field, types);

  const begin = () => {
    setTyped("");
    field.current?.focus();
  };

  const handleFieldKey = (event: KeyboardEvent) => {
    if (event.key === "Enter" && first !== undefined) {
      event.preventDefault();
      onChoose(first);
    } else if (event.key === "ArrowDown") {
      event.preventDefault();
      tiles.current?.querySelector("button")?.focus();
    } else if (event.key === "Escape") {
      begin();
    }
  };

  const pick = (apartment: DirectoryApartment) =>
    atHand?.onFavourite(apartment, !atHand.favourites.includes(apartment.id));

  return (
    <search className={css["search"]} data-dense={atHand === undefined ? undefined : true}>
      <div className={css["field"]}>
        <IconSearch aria-hidden="true" size={26} />
        <input
          ref={field}
          id={id}
          type="text"
          className={css["input"]}
          aria-label="Buscar apartamento o torre"
          aria-describedby={`${id}-count`}
          placeholder="Apartamento o torre"
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
          <IconButton label="Borrar la búsqueda" onClick={begin}>
            <IconX aria-hidden="true" size={22} />
          </IconButton>
        ) : null}
        {atHand === undefined ? null : (
          <IconButton
            label={isPicking ? "Terminar de elegir favoritos" : "Elegir favoritos"}
            aria-pressed={isPicking}
            className={css["picking"]}
            onClick={() => setPicking(!isPicking)}
          >
            {isPicking ? (
              <IconCheck aria-hidden="true" size={22} />
            ) : (
              <IconStar aria-hidden="true" size={22} />
            )}
          </IconButton>
        )}
      </div>
      <p id={`${id}-count`} className="um-hidden" role="status">
        {query.data === undefined ? "" : countOf(found.length)}
      </p>
      {isPicking ? (
        <p className={css["hint"]} role="status">
          Toca los apartamentos que quieres tener a la mano. Quedan para todo el turno.
        </p>
      ) : null}
      <Scroll isOn={atHand !== undefined}>
        <ListStates
          query={isOrderKnown ? query : { ...query, data: undefined }}
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
              <ApartmentTiles
                groups={atHand === undefined || isTyped || isPicking ? alone(found) : groupsOf(found, atHand)}
                first={first}
                favourites={isPicking ? (atHand?.favourites ?? []) : null}
                rings={rings}
                tiles={tiles}
                onChoose={isPicking ? pick : onChoose}
                onLeave={(how) => (how === "cancel" ? begin() : field.current?.focus())}
              />
            )
          }
        </ListStates>
      </Scroll>
    </search>
  );
}

const countOf = (count: number): string => (count === 1 ? "1 apartamento" : `${count} apartamentos`);

const alone = (apartments: readonly DirectoryApartment[]): readonly TileGroup[] => [
  { title: null, apartments },
];

/** Each home once: among the favourites, else among those rung lately, else with the rest. */
function groupsOf(
  apartments: readonly DirectoryApartment[],
  { favourites, recent }: HomesAtHand,
): readonly TileGroup[] {
  const kept = apartments.filter(({ id }) => favourites.includes(id));
  const lately = recent.flatMap((id) => apartments.find((one) => one.id === id && !kept.includes(one)) ?? []);
  const rest = apartments.filter((one) => !kept.includes(one) && !lately.includes(one));
  return [
    { title: "Favoritos", apartments: kept },
    { title: "Recientes", apartments: lately },
    { title: kept.length + lately.length === 0 ? null : "Todos", apartments: rest },
  ].filter((group) => group.apartments.length > 0);
}

const Scroll = ({ isOn, children }: { isOn: boolean; children: ReactNode }) =>
  isOn ? <div className={css["scroll"]}>{children}</div> : children;

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
