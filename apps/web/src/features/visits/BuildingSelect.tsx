import type { ListQuery } from "../../ui/ListStates.tsx";
import { QuerySelect } from "../../ui/QuerySelect.tsx";
import { buildingWords } from "../buildings/index.ts";

interface BuildingSelectProps {
  query: ListQuery<readonly { id: string; name: string }[]>;
  value: string;
  onChange(buildingId: string): void;
  error?: string | undefined;
}

/** One of all buildings. */
export const BuildingSelect = ({ query, value, onChange, error }: BuildingSelectProps) => (
  <QuerySelect
    label="Edificio"
    words={buildingWords}
    query={query}
    value={value}
    onChange={onChange}
    error={error}
  />
);
