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
  /** As somebody leafs; `replaces` where a page has gone from under them. */
  goTo(page: number, replaces?: boolean): void;
}

/** Where an address says which page of a list. */
export const PAGE = "pagina";

/** What somebody typed, as an entry of the browser's history keeps it beside its address. */
const typedIn = (state: unknown): Readonly<Record<string, unknown>> =>
  typeof state === "object" && state !== null && "typed" in state && isRecord(state.typed) ? state.typed : {};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

/**
 * Page and filters of a list, kept in the address: going back, reloading and sending it on bring them along. What is
 * typed is somebody's name or document: it comes back with the entry of the history, and is never in an address.
 */
export function useListAddress<Name extends string, Typed extends string = never>(
  names: readonly Name[],
  typedNames: readonly Typed[] = [],
): ListAddress<Name | Typed> {
  const [search, setSearch] = useSearchParams();
  const { state }: { state: unknown } = useLocation();
  const typed = typedIn(state);
  const textOf = (name: string): string => {
    const text = typed[name];
    return typeof text === "string" ? text : "";
  };
  const isTyped = (name: Name | Typed): name is Typed => typedNames.some((other) => other === name);
  const chosenFor = (name: Name | Typed) => (isTyped(name) ? textOf(name) : (search.get(name) ?? ""));
  const stateWith = (texts: Record<string, string>) => ({ ...(isRecord(state) ? state : {}), typed: texts });
  const inUse = [...names, ...typedNames].filter((name) => chosenFor(name) !== "").length;
  const page = Number.parseInt(search.get(PAGE) ?? "", 10);
  return {
    page: page > 0 ? page : 1,
    value: chosenFor,
    isFiltered: inUse > 0,
    inUse,
    change(values) {
      const texts = Object.fromEntries(typedNames.map((name) => [name, values[name] ?? textOf(name)]));
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
        // At once: whoever presses right after typing means what was typed.
        { replace: true, preventScrollReset: true, flushSync: true, state: stateWith(texts) },
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
        { replace: true, preventScrollReset: true, state: stateWith({}) },
      );
    },
    goTo(to, replaces = false) {
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
        { state, replace: replaces },
      );
    },
  };
}
