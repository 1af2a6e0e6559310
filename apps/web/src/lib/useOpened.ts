import { useLocation, useNavigate, useSearchParams } from "react-router";

interface Opened {
  id: string | null;
  open(id: string): void;
  /** Shows another one in the same place. */
  change(id: string): void;
  close(): void;
}

/**
 * What is open over the screen, kept in the address: going back closes it, and reloading brings it back.
 * @param name of the search parameter
 */
export function useOpened(name: string): Opened {
  const [search, setSearch] = useSearchParams();
  const navigate = useNavigate();
  const { state } = useLocation();

  const go = (id: string | null, options: { replace: boolean; isOverOwn: boolean }) => {
    setSearch(
      (current) => {
        const next = new URLSearchParams(current);
        if (id === null) {
          next.delete(name);
        } else {
          next.set(name, id);
        }
        return next;
      },
      {
        replace: options.replace,
        preventScrollReset: true,
        state: { ...asObject(state), openedHere: options.isOverOwn },
      },
    );
  };

  const wasOpenedHere = "openedHere" in asObject(state) && asObject(state)["openedHere"] === true;
  return {
    id: search.get(name),
    open: (id) => go(id, { replace: false, isOverOwn: true }),
    change: (id) => go(id, { replace: true, isOverOwn: wasOpenedHere }),
    close: () => {
      if (wasOpenedHere) {
        void navigate(-1);
      } else {
        go(null, { replace: true, isOverOwn: false });
      }
    },
  };
}

const asObject = (state: unknown): Record<string, unknown> =>
  typeof state === "object" && state !== null ? { ...state } : {};
