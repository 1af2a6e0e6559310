import { SelectField } from "../../ui/fields.tsx";
import { useAllBuildings } from "./building-list.api.ts";

interface BuildingChoiceProps {
  /** Undefined: all of them. */
  value: string | undefined;
  onChange(buildingId: string | undefined): void;
}

/** One building of the platform, or all. */
export function BuildingChoice({ value, onChange }: BuildingChoiceProps) {
  const buildings = useAllBuildings().data ?? [];
  return (
    <SelectField
      label="Edificio"
      value={value ?? ""}
      onChange={(id) => onChange(id === "" ? undefined : id)}
      options={[
        { value: "", label: "Todos los edificios" },
        ...buildings.map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
  );
}
