import { IconFilter } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { ListAddress } from "../lib/useListAddress.ts";
import { Button } from "./Button.tsx";
import css from "./Filters.module.css";
import { TextField } from "./fields.tsx";

interface FiltersProps {
  /** How many are set: there is something to take off. */
  inUse: number;
  onClear(): void;
  children: ReactNode;
}

/** What narrows a list. It stands folded until somebody wants it, or something is set. Not drawn on paper. */
export function Filters({ inUse, onClear, children }: FiltersProps) {
  return (
    <details className={css["filters"]} open={inUse > 0 || undefined}>
      <summary className={css["summary"]}>
        <IconFilter aria-hidden="true" size={20} />
        Filtros
        {inUse > 0 ? (
          <span className={css["some"]}>{inUse === 1 ? "1 activo" : `${inUse} activos`}</span>
        ) : null}
      </summary>
      <div className={css["fields"]}>{children}</div>
      {inUse > 0 ? (
        <Button look="plain" onClick={onClear}>
          Quitar filtros
        </Button>
      ) : null}
    </details>
  );
}

/** The filters of a list's address that are its days. */
type DaysAddress = Pick<ListAddress<"desde" | "hasta">, "value" | "change">;

/** The same, kept in the list's address. */
export const DaysOfAddress = ({ address }: { address: DaysAddress }) => (
  <Days
    first={address.value("desde")}
    last={address.value("hasta")}
    onChange={({ first, last }) =>
      address.change({
        ...(first === undefined ? {} : { desde: first }),
        ...(last === undefined ? {} : { hasta: last }),
      })
    }
  />
);

interface DaysProps {
  first: string;
  last: string;
  onChange(days: { first?: string; last?: string }): void;
}

/** The first and the last day of what is shown. */
export function Days({ first, last, onChange }: DaysProps) {
  return (
    <>
      <TextField
        type="date"
        label="Desde"
        value={first}
        max={last === "" ? undefined : last}
        onChange={(day) => onChange({ first: day })}
      />
      <TextField
        type="date"
        label="Hasta"
        value={last}
        min={first === "" ? undefined : first}
        onChange={(day) => onChange({ last: day })}
      />
    </>
  );
}
