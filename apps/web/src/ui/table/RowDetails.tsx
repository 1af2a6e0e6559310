import { IconX } from "@tabler/icons-react";
import type { RowData } from "@tanstack/react-table";
import { useEffect, useRef, useState } from "react";
import { IconButton } from "../Button.tsx";
import { Modal } from "../Modal.tsx";
import type { Column } from "./columns.ts";
import css from "./RowDetails.module.css";

interface RowDetailsProps<Row extends RowData> {
  /** Null while nobody looks. */
  row: Row | null;
  nameOf(row: Row): string;
  columns: readonly Column<Row>[];
  /** There is no room beside the table. */
  isOver: boolean;
  onClose(): void;
}

/** All that a table knows of one row, beside it: what had no room there, and its actions. On a phone over it. */
export function RowDetails<Row extends RowData>(props: RowDetailsProps<Row>) {
  const { row, nameOf, columns, isOver, onClose } = props;
  // Still drawn while it goes.
  const [last, setLast] = useState(row);
  if (row !== null && row !== last) {
    setLast(row);
  }
  if (isOver) {
    const drawn = row ?? last;
    return (
      <Modal isOpen={row !== null} title={drawn === null ? "" : nameOf(drawn)} onClose={onClose}>
        {drawn === null ? null : <Facts row={drawn} columns={columns} />}
      </Modal>
    );
  }
  return row === null ? null : <Beside {...props} row={row} />;
}

function Beside<Row extends RowData>({ row, nameOf, columns, onClose }: RowDetailsProps<Row> & { row: Row }) {
  const side = useRef<HTMLElement>(null);
  const name = nameOf(row);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each row that is opened is begun at its top.
  useEffect(() => side.current?.focus(), [name]);
  return (
    <aside
      ref={side}
      className={css["side"]}
      aria-label={`Detalles de ${name}`}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key === "Escape") {
          onClose();
        }
      }}
    >
      <header className={css["head"]}>
        <h2>{name}</h2>
        <IconButton label="Cerrar los detalles" onClick={onClose}>
          <IconX aria-hidden="true" size={22} />
        </IconButton>
      </header>
      <Facts row={row} columns={columns} />
    </aside>
  );
}

function Facts<Row extends RowData>({ row, columns }: { row: Row; columns: readonly Column<Row>[] }) {
  return (
    <div className={css["details"]}>
      <dl className={css["facts"]}>
        {columns
          .filter(({ isWhole }) => !isWhole)
          .map((column) => (
            <div key={column.id} className={css["fact"]}>
              <dt>{column.header}</dt>
              <dd>{column.cell(row)}</dd>
            </div>
          ))}
      </dl>
      {columns
        .filter(({ isWhole }) => isWhole)
        .map((column) => (
          <div key={column.id} className={css["whole"]}>
            {column.cell(row)}
          </div>
        ))}
    </div>
  );
}
