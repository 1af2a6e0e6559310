import { useLocation, useSearchParams } from "react-router";
import { PAGE } from "./useListAddress.ts";

/** By which column a list stands, and which way round. */
export interface Order<By extends string = string> {
  by: By;
  isDescending: boolean;
}

export interface ListOrder<By extends string = string> {
  /** Null as long as nobody put it in any. */
  current: Order<By> | null;
  change(by: string, isDescending: boolean): void;
}

const ORDER = "orden";

/**
 * The order of a list, kept in the address as its filters are: `?orden=creado`, `?orden=-creado` the other way round. An
 * address that says no order, or none of these, has the first one.
 * @param words what each column is called in the address
 */
export function useListOrder<By extends string>(
  words: Readonly<Record<By, string>>,
  first: Order<By> | null,
): ListOrder<By> {
  const [search, setSearch] = useSearchParams();
  const { state }: { state: unknown } = useLocation();
  const said = search.get(ORDER) ?? "";
  const isDescending = said.startsWith("-");
  const columns = Object.keys(words).filter((id): id is By => id in words);
  const by = columns.find((id) => words[id] === (isDescending ? said.slice(1) : said));
  return {
    current: by === undefined ? first : { by, isDescending },
    change(id, descends) {
      setSearch(
        (current) => {
          const next = new URLSearchParams(current);
          next.delete(PAGE);
          const column = columns.find((other) => other === id);
          if (column === undefined || (column === first?.by && descends === first.isDescending)) {
            next.delete(ORDER);
          } else {
            next.set(ORDER, `${descends ? "-" : ""}${words[column]}`);
          }
          return next;
        },
        // What was typed stands beside the address, and stays.
        { replace: true, preventScrollReset: true, state },
      );
    },
  };
}
