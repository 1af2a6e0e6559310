import type { UserDetail } from "@umbral/contract/users/user-details.contract";
import { formatDate } from "../../lib/dates.ts";
import type { Column } from "../../ui/DataTable.tsx";
import css from "./UserTable.module.css";

/** Yes or no, in the colour of what is well. */
export function Yes({ is }: { is: boolean }) {
  return (
    <span className={css["state"]} data-good={is}>
      {is ? "Sí" : "No"}
    </span>
  );
}

/** The first of somebody's places or cards, and how many more there are. */
export function First({
  of: [first, ...others],
  className,
}: {
  of: readonly string[];
  className?: string | undefined;
}) {
  return (
    <span className={className}>
      {first ?? "–"}
      {others.length === 0 ? null : (
        <>
          {" "}
          <span className={css["others"]} aria-hidden="true">
            +{others.length}
          </span>
          <span className="um-hidden">y {others.length} más</span>
        </>
      )}
    </span>
  );
}

/** All places or cards of somebody, in one line. */
export function Lines({ of, className }: { of: readonly string[]; className?: string | undefined }) {
  return (
    <ul className={css["lines"]}>
      {[...of.entries()].map(([place, text]) => (
        <li key={place} className={className}>
          {text}
        </li>
      ))}
      {of.length === 0 ? <li>–</li> : null}
    </ul>
  );
}

/** Since when they have an account. */
export const created: Column<UserDetail> = {
  id: "created",
  header: "Creado",
  isFirm: true,
  isSortable: true,
  isLatestFirst: true,
  from: "vast",
  cell: ({ createdAt }) => (createdAt === undefined ? "–" : formatDate(createdAt)),
};
/** When they last used a session. */
export const seen: Column<UserDetail> = {
  id: "seen",
  header: "Último ingreso",
  isFirm: true,
  isSortable: true,
  isLatestFirst: true,
  from: "vast",
  cell: ({ seenAt }) => (seenAt ? formatDate(seenAt) : "Nunca"),
};
