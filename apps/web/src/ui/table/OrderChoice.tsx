import type { RowData } from "@tanstack/react-table";
import type { Order } from "../../lib/useListOrder.ts";
import { SelectField } from "../fields.tsx";
import { type Column, isSortable } from "./columns.ts";
import css from "./OrderChoice.module.css";

interface OrderChoiceProps<Row extends RowData> {
  columns: readonly Column<Row>[];
  order: Order | null;
  onChange(by: string, isDescending: boolean): void;
}

const NONE = "";
const wordOf = ({ by, isDescending }: Order): string => `${isDescending ? "-" : ""}${by}`;

/** By what a table stands, where it has no heads to press: on a phone. */
export function OrderChoice<Row extends RowData>({ columns, order, onChange }: OrderChoiceProps<Row>) {
  const choices = columns.filter(isSortable).flatMap(({ id, header }) => [
    { value: id, label: `${header}: ascendente` },
    { value: `-${id}`, label: `${header}: descendente` },
  ]);
  return (
    <div className={css["choice"]}>
      <SelectField
        label="Ordenar por"
        value={order === null ? NONE : wordOf(order)}
        options={order === null ? [{ value: NONE, label: "Como está" }, ...choices] : choices}
        onChange={(value) => {
          if (value !== NONE) {
            onChange(value.replace(/^-/, ""), value.startsWith("-"));
          }
        }}
      />
    </div>
  );
}
