import { IconCornerDownLeft, IconStar, IconStarFilled } from "@tabler/icons-react";
import type { DirectoryApartment } from "@umbral/contract/buildings/buildings.contract";
import { type KeyboardEvent, type RefObject, useId } from "react";
import css from "./ApartmentSearch.module.css";

/** Homes that stand together, under a title where there are several such groups. */
export interface TileGroup {
  title: string | null;
  apartments: readonly DirectoryApartment[];
}

interface ApartmentTilesProps {
  groups: readonly TileGroup[];
  /** The one that Enter takes. */
  first: DirectoryApartment | undefined;
  /** While favourites are being chosen: which are; null while a press chooses a home. */
  favourites: readonly string[] | null;
  /** A press rings the home; else it chooses it for something else. */
  rings: boolean;
  tiles: RefObject<HTMLDivElement | null>;
  onChoose(apartment: DirectoryApartment): void;
  /** Escape, or an arrow beyond the first. */
  onLeave(how: "cancel" | "up"): void;
}

/** Homes to be pressed, walked through with the arrows whatever group they stand in. */
export function ApartmentTiles({ groups, tiles, onLeave, ...rest }: ApartmentTilesProps) {
  const id = useId();
  const handleKey = (event: KeyboardEvent<HTMLButtonElement>) => {
    if (event.key === "Escape") {
      onLeave("cancel");
      return;
    }
    const buttons = [...(tiles.current?.querySelectorAll("button") ?? [])];
    const to = stepFrom(buttons.indexOf(event.currentTarget), event.key, buttons);
    if (to !== null) {
      event.preventDefault();
      const next = buttons[to];
      if (next === undefined) {
        onLeave("up");
      } else {
        next.focus();
      }
    }
  };
  return (
    <div ref={tiles} className={css["groups"]}>
      {groups.map(({ title, apartments }, at) => (
        <div key={title} className={css["group"]}>
          {title === null ? null : (
            <h2 id={`${id}-${at}`} className={css["title"]}>
              {title}
            </h2>
          )}
          <ul
            className={css["tiles"]}
            {...(title === null ? { "aria-label": "Apartamentos" } : { "aria-labelledby": `${id}-${at}` })}
          >
            {apartments.map((apartment) => (
              <li key={apartment.id} className={css["cell"]}>
                <Tile apartment={apartment} onKeyDown={handleKey} {...rest} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}

interface TileProps extends Pick<ApartmentTilesProps, "first" | "favourites" | "rings" | "onChoose"> {
  apartment: DirectoryApartment;
  onKeyDown(event: KeyboardEvent<HTMLButtonElement>): void;
}

function Tile({ apartment, first, favourites, rings, onChoose, onKeyDown }: TileProps) {
  const { name, tower, residents = [] } = apartment;
  const isFirst = apartment === first;
  const isFavourite = favourites?.includes(apartment.id);
  const who = residents.length === 0 ? "" : `: ${residents.join(", ")}`;
  return (
    <button
      type="button"
      className={css["tile"]}
      aria-label={
        favourites === null
          ? `${rings ? "Llamar a " : ""}${name}, torre ${tower.name}${who}`
          : `${name}, torre ${tower.name}, favorito`
      }
      aria-pressed={isFavourite}
      data-first={isFirst || undefined}
      onClick={() => onChoose(apartment)}
      onKeyDown={onKeyDown}
    >
      <strong>{name}</strong>
      <span>{residents.length === 0 ? `Torre ${tower.name}` : residents.join(", ")}</span>
      {favourites === null ? null : isFavourite ? (
        <IconStarFilled className={css["mark"]} aria-hidden="true" size={20} />
      ) : (
        <IconStar className={css["mark"]} aria-hidden="true" size={20} />
      )}
      {isFirst ? <IconCornerDownLeft className={css["enter"]} aria-hidden="true" size={20} /> : null}
    </button>
  );
}

/** Where an arrow leads; -1 is back to the field, null nowhere. */
function stepFrom(from: number, key: string, buttons: readonly HTMLElement[]): number | null {
  const last = buttons.length - 1;
  switch (key) {
    case "ArrowRight":
      return Math.min(from + 1, last);
    case "ArrowLeft":
      return Math.max(from - 1, -1);
    case "ArrowDown":
      return nearestBelow(from, buttons);
    case "ArrowUp":
      return nearestAbove(from, buttons);
    case "Home":
      return 0;
    case "End":
      return last;
    default:
      return null;
  }
}

/** The next row's tile under this one, or its last; null from the last row. */
function nearestBelow(from: number, buttons: readonly HTMLElement[]): number | null {
  const here = placeOf(buttons[from]);
  const next = buttons.findIndex((button) => placeOf(button).top > here.top);
  const inRow = buttons.flatMap((button, at) =>
    next !== -1 && placeOf(button).top === placeOf(buttons[next]).top ? [at] : [],
  );
  return inRow.findLast((at) => placeOf(buttons[at]).left <= here.left) ?? (next === -1 ? null : next);
}

/** The row before's tile over this one, or its last; -1 from the first row. */
function nearestAbove(from: number, buttons: readonly HTMLElement[]): number {
  const here = placeOf(buttons[from]);
  const before = buttons.findLastIndex((button) => placeOf(button).top < here.top);
  const inRow = buttons.flatMap((button, at) =>
    before !== -1 && placeOf(button).top === placeOf(buttons[before]).top ? [at] : [],
  );
  return inRow.findLast((at) => placeOf(buttons[at]).left <= here.left) ?? before;
}

function placeOf(button: HTMLElement | undefined): { top: number; left: number } {
  const box = button?.getBoundingClientRect();
  return { top: Math.round(box?.top ?? 0), left: Math.round(box?.left ?? 0) };
}
