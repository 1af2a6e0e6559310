import { SelectField } from "../../ui/fields.tsx";
import { optionsByName } from "../../ui/options.ts";
import { useDoors } from "./doors.api.ts";

const UNKNOWN = "Una puerta";

interface DoorFieldProps {
  buildingId: string;
  value: string;
  onChange(doorId: string): void;
}

/** One door of the building, or all. */
export function DoorField({ buildingId, value, onChange }: DoorFieldProps) {
  const doors = useDoors(buildingId).data ?? [];
  const isUnknown = value !== "" && doors.every(({ id }) => id !== value);
  return (
    <SelectField
      label="Puerta"
      value={value}
      onChange={onChange}
      options={[
        { value: "", label: "Todas las puertas" },
        ...optionsByName(doors),
        // One that is gone, or is still to be read: it narrows the list all the same.
        ...(isUnknown ? [{ value, label: UNKNOWN }] : []),
      ]}
    />
  );
}

/** What a door of the building is called, as far as it is known. Empty when none is meant. */
export function useDoorName(buildingId: string | undefined, doorId: string): string {
  const doors = useDoors(buildingId ?? "", buildingId !== undefined).data ?? [];
  return doorId === "" ? "" : (doors.find(({ id }) => id === doorId)?.name ?? UNKNOWN);
}
