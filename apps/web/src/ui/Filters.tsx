import { IconFilter, IconX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { formatDay } from "../lib/dates.ts";
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
  children: ReactNode;
}

/** What narrows a list. It stands folded until somebody wants it; what is set stands beside it. Not drawn on paper. */
export function Filters({ chips, onClear, children }: FiltersProps) {
  return (
    <div className={css["all"]}>
      <details className={css["filters"]}>
        <summary className={css["summary"]}>
          <IconFilter aria-hidden="true" size={20} />
          Filtros
        </summary>
        <div className={css["fields"]}>{children}</div>
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

/** The chips of the first and the last day. */
const chipsOfDays = (
  first: string,
  last: string,
  onChange: (days: { first?: string; last?: string }) => void,
): readonly Chip[] => [
  ...chipOf(wordsOfDay("Desde", first), () => onChange({ first: "" })),
  ...chipOf(wordsOfDay("Hasta", last), () => onChange({ last: "" })),
];

/** A day's noon is that day in every zone of the Americas. An address may say what is no day. */
function wordsOfDay(word: string, day: string): string {
  const noon = new Date(`${day}T12:00:00Z`);
  return Number.isNaN(noon.valueOf()) ? "" : `${word} ${formatDay(noon)}`;
}

/** The same, of a list's address. */
export const dayChipsOf = (address: DaysAddress): readonly Chip[] =>
  chipsOfDays(address.value("desde"), address.value("hasta"), (days) => changeDays(address, days));

/** The filters of a list's address that are its days. */
type DaysAddress = Pick<ListAddress<"desde" | "hasta">, "value" | "change">;

const changeDays = (address: DaysAddress, { first, last }: { first?: string; last?: string }) =>
  address.change({
    ...(first === undefined ? {} : { desde: first }),
    ...(last === undefined ? {} : { hasta: last }),
  });

/** The same, kept in the list's address. */
export const DaysOfAddress = ({ address }: { address: DaysAddress }) => (
  <Days
    first={address.value("desde")}
    last={address.value("hasta")}
    onChange={(days) => changeDays(address, days)}
  />
);

interface DaysProps {
  first: string;
  last: string;
  onChange(days: { first?: string; last?: string }): void;
}

/** The first and the last day of what is shown. */
function Days({ first, last, onChange }: DaysProps) {
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
