import { originWords } from "@umbral/contract/doors/opening-words";
import type { ListAddress } from "../../lib/useListAddress.ts";
import { DaysOfAddress, Filters } from "../../ui/Filters.tsx";
import { SelectField } from "../../ui/fields.tsx";
import { optionsOfWords } from "../../ui/options.ts";
import { SearchField } from "../../ui/SearchField.tsx";
import { DoorField } from "./DoorField.tsx";

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
        options={[{ value: "", label: "De cualquier forma" }, ...optionsOfWords(originWords)]}
      />
      <DaysOfAddress address={address} />
    </Filters>
  );
}
