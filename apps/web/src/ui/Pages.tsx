import { useEffect } from "react";
import { Button } from "./Button.tsx";
import css from "./Pages.module.css";

interface PagesProps {
  page: number;
  total: number;
  onChange(page: number): void;
}

/** Anterior, 'Página X de Y', Siguiente. One page needs none of it. */
export function Pages({ page, total, onChange }: PagesProps) {
  if (total <= 1) {
    return null;
  }
  return (
    <nav className={css["pages"]} aria-label="Páginas">
      <Button look="quiet" disabled={page <= 1} onClick={() => onChange(page - 1)}>
        Anterior
      </Button>
      <p role="status">
        Página {page} de {total}
      </p>
      <Button look="quiet" disabled={page >= total} onClick={() => onChange(page + 1)}>
        Siguiente
      </Button>
    </nav>
  );
}

interface Leafed {
  page: number;
  goTo(page: number, replaces: boolean): void;
}

interface Listed {
  data: { totalPages?: number | undefined } | undefined;
  isFetching: boolean;
}

/** Whoever looks at a page that has gone, as its last row did, is led to the last page there is. */
export function useLastPage({ page, goTo }: Leafed, { data, isFetching }: Listed): void {
  const last = Math.max(1, data?.totalPages ?? 1);
  // What was kept of that page says that it has gone, also when it is there again: only a new answer leads away.
  const isPast = data !== undefined && !isFetching && page > last;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page that has gone.
  useEffect(() => {
    if (isPast) {
      goTo(last, true);
    }
  }, [isPast, last]);
}
