import { useLocation, useSearchParams } from "react-router";

export interface ListAddress<Name extends string> {
  page: number;
  /** What a filter is set to; empty when it is not. */
  value(name: Name): string;
  isFiltered: boolean;
  /** How many filters are set. */
  inUse: number;
  /** Sets filters, and begins at the first page again. */
  change(values: Partial<Record<Name, string>>): void;
  clear(): void;
  goTo(page: number): void;
}

const PAGE = "pagina";

/** Page and filters of a list, kept in the address: going back, reloading and sending it on bring them along. */
export function useListAddress<Name extends string>(names: readonly Name[]): ListAddress<Name> {
  const [search, setSearch] = useSearchParams();
  const { state } = useLocation();
  const inUse = names.filter((name) => search.has(name)).length;
  const page = Number.parseInt(search.get(PAGE) ?? "", 10);
  return {
    page: page > 0 ? page : 1,
    value: (name) => search.get(name) ?? "",
    isFiltered: inUse > 0,
    inUse,
    change(values) {
      setSearch(
        (current) => {
          const next = new URLSearchParams(current);
          next.delete(PAGE);
          for (const name of names) {
            const value = values[name];
            if (value === "") {
              next.delete(name);
            } else if (value !== undefined) {
              next.set(name, value);
            }
          }
          return next;
        },
        { replace: true, preventScrollReset: true, state },
      );
    },
    clear() {
      setSearch(
        (current) => {
          const next = new URLSearchParams(current);
          for (const name of [PAGE, ...names]) {
            next.delete(name);
          }
          return next;
        },
        { replace: true, preventScrollReset: true, state },
      );
    },
    goTo(to) {
      setSearch(
        (current) => {
          const next = new URLSearchParams(current);
          if (to === 1) {
            next.delete(PAGE);
          } else {
            next.set(PAGE, String(to));
          }
          return next;
        },
        { state },
      );
    },
  };
}
