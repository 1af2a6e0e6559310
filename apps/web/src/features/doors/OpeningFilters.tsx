import { originWords } from "@umbral/contract/doors/opening-words";
import { keyIn } from "../../lib/key-in.ts";
import type { ListAddress } from "../../lib/useListAddress.ts";
import { chipOf, Filters } from "../../ui/Filters.tsx";
import { SelectField } from "../../ui/fields.tsx";
import { optionsOfWords } from "../../ui/options.ts";
import { useDoorName } from "./DoorField.tsx";
import { PersonAndDoorFields } from "./PersonAndDoorFields.tsx";

/** Names of the filters in the address. */
export const openingFilters = ["puerta", "origen", "desde", "hasta"] as const;
/** What is typed, which no address tells. */
export const typedOfOpenings = ["persona"] as const;
type Address = ListAddress<(typeof openingFilters)[number] | (typeof typedOfOpenings)[number]>;

interface OpeningFiltersProps {
  address: Address;
  buildingId: string | undefined;
}

/** Which openings are shown: of a door, by somebody, in some way, on some days. */
export function OpeningFilters({ address, buildingId }: OpeningFiltersProps) {
  const doorName = useDoorName(buildingId, address.value("puerta"));
  const origin = keyIn(originWords, address.value("origen"));
  const chips = [
    ...chipOf(address.value("persona"), () => address.change({ persona: "" })),
    ...chipOf(doorName, () => address.change({ puerta: "" })),
    ...chipOf(origin === undefined ? "" : originWords[origin], () => address.change({ origen: "" })),
  ];
  return (
    <Filters chips={chips} days={address} onClear={address.clear}>
      <PersonAndDoorFields address={address} buildingId={buildingId} />
      <SelectField
        label="Cómo se abrió"
        value={address.value("origen")}
        onChange={(origen) => address.change({ origen })}
        options={[{ value: "", label: "De cualquier forma" }, ...optionsOfWords(originWords)]}
      />
    </Filters>
  );
}
