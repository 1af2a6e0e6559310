import { IconColumns3 } from "@tabler/icons-react";
import type { RowData } from "@tanstack/react-table";
import { CheckField } from "../fields.tsx";
import css from "./ColumnChoice.module.css";
import { type Choice, type Column, isShown, type Room } from "./columns.ts";

interface ColumnChoiceProps<Row extends RowData> {
  columns: readonly Column<Row>[];
  room: Room;
  choice: Choice;
  onChange(id: string, shows: boolean): void;
}

/** Which columns a table shows, folded away until somebody wants others. */
export function ColumnChoice<Row extends RowData>({
  columns,
  room,
  choice,
  onChange,
}: ColumnChoiceProps<Row>) {
  return (
    <details className={css["choice"]}>
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
