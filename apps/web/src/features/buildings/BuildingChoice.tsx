import { SelectField } from "../../ui/fields.tsx";
import { optionsByName } from "../../ui/options.ts";
import { useAllBuildings } from "./building-list.api.ts";
import { useOnlyBuilding } from "./only-building.ts";

interface BuildingChoiceProps {
  /** Undefined: none is chosen. */
  value: string | undefined;
  /** What that means where it stands. */
  none?: string;
  onChange(buildingId: string | undefined): void;
}

/** One building, or none: a list's way to say all of them. Nothing is asked of who administers just one. */
export function BuildingChoice({ value, onChange, none = "Todos los edificios" }: BuildingChoiceProps) {
  const isChosen = useOnlyBuilding() !== null;
  const buildings = useAllBuildings(!isChosen).data ?? [];
  if (isChosen) {
    return null;
  }
  return (
    <SelectField
      label="Edificio"
      value={value ?? ""}
      onChange={(id) => onChange(id === "" ? undefined : id)}
      options={[{ value: "", label: none }, ...optionsByName(buildings)]}
    />
  );
}
