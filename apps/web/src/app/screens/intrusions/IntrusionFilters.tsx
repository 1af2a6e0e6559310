import { intrusionWords } from "@umbral/contract/alarms/intrusion-words";
import { useCameras } from "../../../features/cameras/index.ts";
import { useDoors } from "../../../features/doors/index.ts";
import type { ListAddress } from "../../../lib/useListAddress.ts";
import { Days, Filters } from "../../../ui/Filters.tsx";
import { SelectField } from "../../../ui/fields.tsx";

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
        options={[
          { value: "", label: "Cualquier cosa" },
          ...Object.entries(intrusionWords).map(([value, label]) => ({ value, label })),
        ]}
      />
      {buildingId === undefined ? null : <PlaceFields address={address} buildingId={buildingId} />}
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

function PlaceFields({ address, buildingId }: { address: Address; buildingId: string }) {
  const doors = useDoors(buildingId).data ?? [];
  const cameras = useCameras(buildingId).data ?? [];
  const optionsOf = (all: string, things: readonly { id: string; name: string }[]) => [
    { value: "", label: all },
    ...things.map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <>
      <SelectField
        label="Puerta"
        value={address.value("puerta")}
        onChange={(puerta) => address.change({ puerta })}
        options={optionsOf("Todas las puertas", doors)}
      />
      <SelectField
        label="Cámara"
        value={address.value("camara")}
        onChange={(camara) => address.change({ camara })}
        options={optionsOf("Todas las cámaras", cameras)}
      />
    </>
  );
}
