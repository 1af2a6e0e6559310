import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { IconButton } from "./Button.tsx";
import css from "./PageWindow.module.css";
import { windowOf } from "./page-window.ts";

interface PageWindowProps {
  page: number;
  total: number;
  /** Page numbers in sight at once. */
  size: number;
  onChange(page: number): void;
}

/** Some page numbers around the one that is shown, and the ways to those before and after. One page needs none. */
export function PageWindow({ page, total, size, onChange }: PageWindowProps) {
  if (total <= 1) {
    return null;
  }
  return (
    <nav className={css["pages"]} aria-label="Páginas">
      <IconButton label="Página anterior" disabled={page <= 1} onClick={() => onChange(page - 1)}>
        <IconChevronLeft aria-hidden="true" />
      </IconButton>
      <ol className={css["numbers"]}>
        {windowOf(page, total, size).map((number) => (
          <li key={number}>
            <button
              type="button"
              className={css["number"]}
              aria-label={`Página ${number}`}
              aria-current={number === page ? "page" : undefined}
              onClick={() => onChange(number)}
            >
              {number}
            </button>
          </li>
        ))}
      </ol>
      <IconButton label="Página siguiente" disabled={page >= total} onClick={() => onChange(page + 1)}>
        <IconChevronRight aria-hidden="true" />
      </IconButton>
      <p className="um-hidden" role="status">
        Página {page} de {total}
      </p>
    </nav>
  );
}
