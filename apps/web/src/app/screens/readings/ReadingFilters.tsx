import { accessOutcomeWords } from "@umbral/contract/access-control/access-outcome-words";
import { DoorField } from "../../../features/doors/index.ts";
import type { ListAddress } from "../../../lib/useListAddress.ts";
import { DaysOfAddress, Filters } from "../../../ui/Filters.tsx";
import { SelectField } from "../../../ui/fields.tsx";
import { optionsOfWords } from "../../../ui/options.ts";
import { SearchField } from "../../../ui/SearchField.tsx";

/** Names of the filters in the address. */
export const readingFilters = ["puerta", "persona", "resultado", "desde", "hasta"] as const;
type Address = ListAddress<(typeof readingFilters)[number]>;

interface ReadingFiltersProps {
  address: Address;
  buildingId: string | undefined;
}

/** Which readings are shown: at a door, of somebody, with one outcome, on some days. */
export function ReadingFilters({ address, buildingId }: ReadingFiltersProps) {
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
      <OutcomeField
        value={address.value("resultado")}
        onChange={(resultado) => address.change({ resultado })}
      />
      <DaysOfAddress address={address} />
    </Filters>
  );
}

/** What the desk's list of today is narrowed by. */
export const filtersOfToday = ["puerta", "resultado"] as const;

/** Which readings of today are shown: at a door, with one outcome. */
export function FiltersOfToday({
  address,
  buildingId,
}: {
  address: ListAddress<(typeof filtersOfToday)[number]>;
  buildingId: string;
}) {
  return (
    <Filters inUse={address.inUse} onClear={address.clear}>
      <DoorField
        buildingId={buildingId}
        value={address.value("puerta")}
        onChange={(puerta) => address.change({ puerta })}
      />
      <OutcomeField
        value={address.value("resultado")}
        onChange={(resultado) => address.change({ resultado })}
      />
    </Filters>
  );
}

function OutcomeField({ value, onChange }: { value: string; onChange(outcome: string): void }) {
  return (
    <SelectField
      label="Resultado"
      value={value}
      onChange={onChange}
      options={[{ value: "", label: "Cualquier resultado" }, ...optionsOfWords(accessOutcomeWords)]}
    />
  );
}
