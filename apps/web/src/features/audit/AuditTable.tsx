import type { AuditEntry } from "@umbral/contract/audit/audit.contract";
import { wordsOfAction } from "@umbral/contract/audit/audit-actions";
import { wordsOfField, wordsOfValue } from "@umbral/contract/audit/audit-fields";
import { formatDate, formatTime } from "../../lib/dates.ts";
import type { FileForm } from "../../lib/download.ts";
import type { ListOrder } from "../../lib/useListOrder.ts";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import type { EmptyWords, ListQuery } from "../../ui/ListStates.tsx";
import { ExportChosen } from "../../ui/table/ExportChosen.tsx";
import css from "./AuditScreen.module.css";

interface AuditTableProps {
  query: ListQuery<readonly AuditEntry[]>;
  empty: EmptyWords;
  order: ListOrder<"when">;
  /** Fetches these as a file. */
  download(ids: string, form: FileForm): Promise<void>;
}

export function AuditTable({ query, empty, order, download }: AuditTableProps) {
  return (
    <DataTable
      caption="Auditoría"
      columns={columns}
      query={query}
      rowKey={({ id }) => id}
      empty={empty}
      usualRows={8}
      name="audit"
      order={order}
      rowName={(entry) => `${wordsOfAction(entry.action)}, ${whoOf(entry.actor)}, ${whenOf(entry)}`}
      hasDetails
      acts={(rows) => <ExportChosen rows={rows} fetch={download} />}
    />
  );
}

const columns: readonly Column<AuditEntry>[] = [
  {
    id: "what",
    header: "Qué hizo",
    isTitle: true,
    wraps: true,
    least: 14,
    cell: ({ action }) => wordsOfAction(action),
  },
  {
    id: "about",
    header: "Sobre",
    from: "desk",
    line: 3,
    least: 12,
    cell: ({ about }) => about.join(", ") || "–",
  },
  { id: "who", header: "Quién", line: 1, least: 9, cell: ({ actor }) => whoOf(actor) },
  {
    id: "when",
    header: "Cuándo",
    isFirm: true,
    isSortable: true,
    isLatestFirst: true,
    day: ({ at, building }) => ({ at, timeZone: building?.timeZone ?? undefined }),
    line: 2,
    underDay: ({ at, building }) => (
      <time dateTime={at}>{formatTime(at, building?.timeZone ?? undefined)}</time>
    ),
    cell: (entry) => <time dateTime={entry.at}>{whenOf(entry)}</time>,
  },
  {
    id: "where",
    header: "Edificio",
    from: "wide",
    cell: ({ building }) => (building === null ? "–" : (building.name ?? "Edificio eliminado")),
  },
  {
    id: "origin",
    header: "Desde dónde",
    // Beside it what was done, to whom and by whom could not be read.
    from: "wide",
    least: 11,
    cell: ({ origin, isErased }) =>
      origin === null ? (
        <span className={css["soft"]}>{isErased ? "Borrado" : "–"}</span>
      ) : (
        <>
          <span className={css["address"]}>{origin.address}</span>{" "}
          <span className={css["soft"]}>{origin.device}</span>
        </>
      ),
  },
  {
    id: "change",
    header: "Antes y después",
    from: "wide",
    isWide: true,
    brief: ({ change, building }) => (change === null ? "–" : changesIn(change, building).join(" · ")),
    cell: ({ change, building }) =>
      change === null ? (
        "–"
      ) : (
        <ul className={css["lines"]}>
          {changesIn(change, building).map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      ),
  },
];

const whenOf = ({ at, building }: AuditEntry): string => formatDate(at, building?.timeZone ?? undefined);

const whoOf = (actor: AuditEntry["actor"]): string =>
  actor === null ? "Umbral" : (actor.name ?? "Cuenta eliminada");

type Change = NonNullable<AuditEntry["change"]>;

/** A moment as it is kept: a card's, a person's or a door's end is of the building's clock, as what is beside it. */
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** Each field that is another now, with what was before and after. */
function changesIn({ before, after }: Change, building: AuditEntry["building"]): string[] {
  const wordsIn = (values: Change["before"], field: string): string => {
    const value = values[field];
    return typeof value === "string" && MOMENT.test(value)
      ? formatDate(value, building?.timeZone ?? undefined)
      : wordsOfValue(field, value);
  };
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return fields.map(
    (field) => `${wordsOfField(field)}: ${wordsIn(before, field)} → ${wordsIn(after, field)}`,
  );
}
