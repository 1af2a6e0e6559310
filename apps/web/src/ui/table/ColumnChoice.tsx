import { IconColumns3 } from "@tabler/icons-react";
import type { RowData } from "@tanstack/react-table";
import { useEffect, useRef, useState } from "react";
import { CheckField } from "../fields.tsx";
import css from "./ColumnChoice.module.css";
import { type Choice, type Column, isShown, type Room } from "./columns.ts";

interface ColumnChoiceProps<Row extends RowData> {
  columns: readonly Column<Row>[];
  room: Room;
  choice: Choice;
  onChange(id: string, shows: boolean): void;
}

/** Which columns a table shows, folded away until somebody wants others, and again once they press elsewhere. */
export function ColumnChoice<Row extends RowData>({
  columns,
  room,
  choice,
  onChange,
}: ColumnChoiceProps<Row>) {
  const whole = useRef<HTMLDetailsElement>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (!isOpen) {
      return;
    }
    const leaving = new AbortController();
    const { signal } = leaving;
    document.addEventListener(
      "pointerdown",
      ({ target }) => {
        if (target instanceof Node && !whole.current?.contains(target)) {
          setOpen(false);
        }
      },
      { signal },
    );
    document.addEventListener(
      "keydown",
      ({ key }) => {
        if (key === "Escape") {
          setOpen(false);
          whole.current?.querySelector("summary")?.focus();
        }
      },
      { signal },
    );
    return () => leaving.abort();
  }, [isOpen]);
  return (
    <details
      ref={whole}
      className={css["choice"]}
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className={css["summary"]}>
        <IconColumns3 aria-hidden="true" size={20} />
        Columnas
      </summary>
      <div className={css["columns"]}>
        {columns
          .filter(({ isTitle, isWhole, isDetail }) => !isTitle && !isWhole && !isDetail)
          .map((column) => (
            <CheckField
              key={column.id}
              checked={isShown(column, room, choice, false)}
              onChange={(shows) => onChange(column.id, shows)}
            >
              {column.header}
            </CheckField>
          ))}
      </div>
    </details>
  );
}
