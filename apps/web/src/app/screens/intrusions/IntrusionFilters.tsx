import { intrusionWords } from "@umbral/contract/alarms/intrusion-words";
import { useCameras } from "../../../features/cameras/index.ts";
import { DoorField } from "../../../features/doors/index.ts";
import type { ListAddress } from "../../../lib/useListAddress.ts";
import { DaysOfAddress, Filters } from "../../../ui/Filters.tsx";
import { SelectField } from "../../../ui/fields.tsx";
import { optionsByName, optionsOfWords } from "../../../ui/options.ts";

/** Names of the filters in the address. */
export const intrusionFilters = ["tipo", "puerta", "camara", "desde", "hasta"] as const;
type Address = ListAddress<(typeof intrusionFilters)[number]>;

interface IntrusionFiltersProps {
  address: Address;
  buildingId: string | undefined;
}

/** Which intrusions are shown: of a kind, of a door or a camera, on some days. */
export function IntrusionFilters({ address, buildingId }: IntrusionFiltersProps) {
  return (
    <Filters inUse={address.inUse} onClear={address.clear}>
      <SelectField
        label="Qué pasó"
        value={address.value("tipo")}
        onChange={(tipo) => address.change({ tipo })}
        options={[{ value: "", label: "Cualquier cosa" }, ...optionsOfWords(intrusionWords)]}
      />
      {buildingId === undefined ? null : <PlaceFields address={address} buildingId={buildingId} />}
      <DaysOfAddress address={address} />
    </Filters>
  );
}

function PlaceFields({ address, buildingId }: { address: Address; buildingId: string }) {
  const cameras = useCameras(buildingId).data ?? [];
  return (
    <>
      <DoorField
        buildingId={buildingId}
        value={address.value("puerta")}
        onChange={(puerta) => address.change({ puerta })}
      />
      <SelectField
        label="Cámara"
        value={address.value("camara")}
        onChange={(camara) => address.change({ camara })}
        options={[{ value: "", label: "Todas las cámaras" }, ...optionsByName(cameras)]}
      />
    </>
  );
}
