import type { AuditEntry } from "@umbral/contract/audit/audit.contract";
import { wordsOfAction } from "@umbral/contract/audit/audit-actions";
import { wordsOfField, wordsOfValue } from "@umbral/contract/audit/audit-fields";
import { formatDate } from "../../lib/dates.ts";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import type { EmptyWords, ListQuery } from "../../ui/ListStates.tsx";
import css from "./AuditScreen.module.css";

interface AuditTableProps {
  query: ListQuery<readonly AuditEntry[]>;
  empty: EmptyWords;
}

export function AuditTable({ query, empty }: AuditTableProps) {
  return (
    <DataTable
      caption="Auditoría"
      columns={columns}
      query={query}
      rowKey={({ id }) => id}
      empty={empty}
      usualRows={8}
    />
  );
}

const columns: readonly Column<AuditEntry>[] = [
  {
    id: "what",
    header: "Qué hizo",
    isTall: true,
    isTitle: true,
    cell: ({ action, about }) => (
      <div className={css["lines"]}>
        {wordsOfAction(action)}
        {about.length > 0 ? <span className={css["soft"]}>{about.join(" · ")}</span> : null}
      </div>
    ),
  },
  { id: "who", header: "Quién", cell: ({ actor }) => whoOf(actor) },
  {
    id: "when",
    header: "Cuándo",
    isFirm: true,
    cell: ({ at, building }) => <time dateTime={at}>{formatDate(at, building?.timeZone ?? undefined)}</time>,
  },
  {
    id: "where",
    header: "Edificio",
    from: "desk",
    cell: ({ building }) => (building === null ? "–" : (building.name ?? "Edificio eliminado")),
  },
  {
    id: "origin",
    header: "Desde dónde",
    isTall: true,
    cell: ({ origin, isErased }) =>
      origin === null ? (
        <span className={css["soft"]}>{isErased ? "Borrado" : "–"}</span>
      ) : (
        <div className={css["lines"]}>
          {origin.device}
          <span className={`${css["soft"]} ${css["address"]}`}>{origin.address}</span>
        </div>
      ),
  },
  {
    id: "change",
    header: "Antes y después",
    isTall: true,
    cell: ({ change, building }) =>
      change === null ? "–" : <Change {...change} timeZone={building?.timeZone ?? undefined} />,
  },
];

const whoOf = (actor: AuditEntry["actor"]): string =>
  actor === null ? "Umbral" : (actor.name ?? "Cuenta eliminada");

type Values = NonNullable<AuditEntry["change"]>["before"];

interface ChangeProps {
  before: Values;
  after: Values;
  timeZone: string | undefined;
}

function Change({ before, after, timeZone }: ChangeProps) {
  const wordsIn = (values: Values, field: string): string => {
    const value = values[field];
    return field === "endsAt" && typeof value === "string"
      ? formatDate(value, timeZone)
      : wordsOfValue(field, value);
  };
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return (
    <ul className={css["lines"]}>
      {fields.map((field) => (
        <li key={field}>
          <span className={css["soft"]}>{wordsOfField(field)}: </span>
          {wordsIn(before, field)} → {wordsIn(after, field)}
        </li>
      ))}
    </ul>
  );
}
