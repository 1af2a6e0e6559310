import { originWords } from "@umbral/contract/doors/opening-words";
import type { ListAddress } from "../../lib/useListAddress.ts";
import { Days, Filters } from "../../ui/Filters.tsx";
import { SelectField } from "../../ui/fields.tsx";
import { SearchField } from "../../ui/SearchField.tsx";
import { useDoors } from "./doors.api.ts";

/** Names of the filters in the address. */
export const openingFilters = ["puerta", "persona", "origen", "desde", "hasta"] as const;
type Address = ListAddress<(typeof openingFilters)[number]>;

interface OpeningFiltersProps {
  address: Address;
  buildingId: string | undefined;
}

/** Which openings are shown: of a door, by somebody, in some way, on some days. */
export function OpeningFilters({ address, buildingId }: OpeningFiltersProps) {
  return (
    <Filters inUse={address.inUse} onClear={address.clear}>
      <SearchField
        label="Persona"
        hint="Nombre o cédula"
        value={address.value("persona")}
        onChange={(persona) => address.change({ persona })}
      />
      {buildingId === undefined ? null : (
        <DoorField
          buildingId={buildingId}
          value={address.value("puerta")}
          onChange={(puerta) => address.change({ puerta })}
        />
      )}
      <SelectField
        label="Cómo se abrió"
        value={address.value("origen")}
        onChange={(origen) => address.change({ origen })}
        options={[
          { value: "", label: "De cualquier forma" },
          ...Object.entries(originWords).map(([value, label]) => ({ value, label })),
        ]}
      />
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
    </Filters>
  );
}

interface DoorFieldProps {
  buildingId: string;
  value: string;
  onChange(doorId: string): void;
}

/** One door of the building, or all. */
function DoorField({ buildingId, value, onChange }: DoorFieldProps) {
  const doors = useDoors(buildingId).data ?? [];
  return (
    <SelectField
      label="Puerta"
      value={value}
      onChange={onChange}
      options={[
        { value: "", label: "Todas las puertas" },
        ...doors.map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
  );
}
