import { accessOutcomeWords } from "@umbral/contract/access-control/access-outcome-words";
import { DoorField, PersonAndDoorFields, useDoorName } from "../../../features/doors/index.ts";
import { keyIn } from "../../../lib/key-in.ts";
import type { ListAddress } from "../../../lib/useListAddress.ts";
import { type Chip, chipOf, Filters } from "../../../ui/Filters.tsx";
import { SelectField } from "../../../ui/fields.tsx";
import { optionsOfWords } from "../../../ui/options.ts";

/** Names of the filters in the address. */
export const readingFilters = ["puerta", "resultado", "desde", "hasta"] as const;
/** What is typed, which no address tells. */
export const typedOfReadings = ["persona"] as const;
type Address = ListAddress<(typeof readingFilters)[number] | (typeof typedOfReadings)[number]>;

interface ReadingFiltersProps {
  address: Address;
  buildingId: string | undefined;
}

/** Which readings are shown: at a door, of somebody, with one outcome, on some days. */
export function ReadingFilters({ address, buildingId }: ReadingFiltersProps) {
  const chips = [
    ...chipOf(address.value("persona"), () => address.change({ persona: "" })),
    ...usePlaceChips(address, buildingId),
  ];
  return (
    <Filters chips={chips} days={address} onClear={address.clear}>
      <PersonAndDoorFields address={address} buildingId={buildingId} />
      <OutcomeField
        value={address.value("resultado")}
        onChange={(resultado) => address.change({ resultado })}
      />
    </Filters>
  );
}

/** What is set of a door and an outcome. */
function usePlaceChips(
  address: Pick<ListAddress<"puerta" | "resultado">, "value" | "change">,
  buildingId: string | undefined,
): readonly Chip[] {
  const outcome = keyIn(accessOutcomeWords, address.value("resultado"));
  return [
    ...chipOf(useDoorName(buildingId, address.value("puerta")), () => address.change({ puerta: "" })),
    ...chipOf(outcome === undefined ? "" : accessOutcomeWords[outcome], () =>
      address.change({ resultado: "" }),
    ),
  ];
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
    <Filters chips={usePlaceChips(address, buildingId)} onClear={address.clear}>
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
