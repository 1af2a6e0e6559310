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
