import { IconFilter, IconX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { formatDay } from "../lib/dates.ts";
import { areReversed } from "../lib/day-range.ts";
import { useHasBeen } from "../lib/useHasBeen.ts";
import type { ListAddress } from "../lib/useListAddress.ts";
import { Button } from "./Button.tsx";
import css from "./Filters.module.css";
import { TextField } from "./fields.tsx";

/** One filter that is set. */
export interface Chip {
  /** What it leaves, in a word or two: 'Garaje'. */
  label: string;
  remove(): void;
}

interface FiltersProps {
  /** What is set, each with the way to take it off. */
  chips: readonly Chip[];
  onClear(): void;
  /** Of a list of some days: its address, which keeps them. Their fields and chips stand after the others. */
  days?: DaysAddress;
  children: ReactNode;
}

/**
 * What narrows a list. It stands folded until somebody wants it, or something in it is wrong; what is set stands beside
 * it. Not drawn on paper.
 */
export function Filters({ chips: others, onClear, days, children }: FiltersProps) {
  const isOpen = useHasBeen(days !== undefined && areReversed(daysOf(days)));
  const chips = days === undefined ? others : [...others, ...chipsOfDays(days)];
  return (
    <div className={css["all"]}>
      <details className={css["filters"]} open={isOpen}>
        <summary className={css["summary"]}>
          <IconFilter aria-hidden="true" size={20} />
          Filtros
        </summary>
        <div className={css["fields"]}>
          {children}
          {days === undefined ? null : <Days address={days} />}
        </div>
      </details>
      {chips.length === 0 ? null : (
        <ul className={css["chips"]} aria-label="Filtros activos">
          {chips.map(({ label, remove }) => (
            <li key={label}>
              <button
                type="button"
                className={css["chip"]}
                aria-label={`Quitar filtro: ${label}`}
                onClick={remove}
              >
                {label}
                <IconX aria-hidden="true" size={18} />
              </button>
            </li>
          ))}
          <li>
            <Button look="plain" onClick={onClear}>
              Quitar filtros
            </Button>
          </li>
        </ul>
      )}
    </div>
  );
}

/** The chip of a filter whose choice has a name; none while nothing is chosen, or its name is on its way. */
export const chipOf = (label: string | undefined, remove: () => void): readonly Chip[] =>
  label === undefined || label === "" ? [] : [{ label, remove }];

/** The filters of a list's address that are its days. */
type DaysAddress = Pick<ListAddress<"desde" | "hasta">, "value" | "change">;

const daysOf = ({ value }: DaysAddress) => ({ first: value("desde"), last: value("hasta") });

/** The chips of the first and the last day. One that lies before the first narrows nothing: its field says so. */
function chipsOfDays(address: DaysAddress): readonly Chip[] {
  const days = daysOf(address);
  return [
    ...chipOf(wordsOfDay("Desde", days.first), () => address.change({ desde: "" })),
    ...(areReversed(days) ? [] : chipOf(wordsOfDay("Hasta", days.last), () => address.change({ hasta: "" }))),
  ];
}

/** A day's noon is that day in every zone of the Americas. An address may say what is no day. */
function wordsOfDay(word: string, day: string): string {
  const noon = new Date(`${day}T12:00:00Z`);
  return Number.isNaN(noon.valueOf()) ? "" : `${word} ${formatDay(noon)}`;
}

/** The first and the last day of what is shown. */
function Days({ address }: { address: DaysAddress }) {
  const days = daysOf(address);
  return (
    <>
      <TextField
        type="date"
        label="Desde"
        value={days.first}
        max={days.last === "" ? undefined : days.last}
        onChange={(desde) => address.change({ desde })}
      />
      <TextField
        type="date"
        label="Hasta"
        value={days.last}
        min={days.first === "" ? undefined : days.first}
        error={areReversed(days) ? "* El último día no puede ser anterior al primero" : undefined}
        onChange={(hasta) => address.change({ hasta })}
      />
    </>
  );
}
