import { SelectField } from "../../ui/fields.tsx";
import { optionsByName } from "../../ui/options.ts";
import { useDoors } from "./doors.api.ts";

interface DoorFieldProps {
  buildingId: string;
  value: string;
  onChange(doorId: string): void;
}

/** One door of the building, or all. */
export function DoorField({ buildingId, value, onChange }: DoorFieldProps) {
  const doors = useDoors(buildingId).data ?? [];
  return (
    <SelectField
      label="Puerta"
      value={value}
      onChange={onChange}
      options={[{ value: "", label: "Todas las puertas" }, ...optionsByName(doors)]}
    />
  );
}

/** What a door of the building is called, as far as it is known. Empty when none is meant. */
export function useDoorName(buildingId: string | undefined, doorId: string): string {
  const doors = useDoors(buildingId ?? "", buildingId !== undefined).data ?? [];
  return doorId === "" ? "" : (doors.find(({ id }) => id === doorId)?.name ?? "Una puerta");
}
