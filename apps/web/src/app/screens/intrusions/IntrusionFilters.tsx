import { intrusionWords } from "@umbral/contract/alarms/intrusion-words";
import { useCameras } from "../../../features/cameras/index.ts";
import { DoorField, useDoorName } from "../../../features/doors/index.ts";
import { keyIn } from "../../../lib/key-in.ts";
import type { ListAddress } from "../../../lib/useListAddress.ts";
import { chipOf, Filters } from "../../../ui/Filters.tsx";
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
  const kind = keyIn(intrusionWords, address.value("tipo"));
  const cameras = useCameras(buildingId ?? "", buildingId !== undefined).data ?? [];
  const doorName = useDoorName(buildingId, address.value("puerta"));
  const cameraId = address.value("camara");
  const camera = cameras.find(({ id }) => id === cameraId)?.name ?? "Una cámara";
  const chips = [
    ...chipOf(kind === undefined ? "" : intrusionWords[kind], () => address.change({ tipo: "" })),
    ...chipOf(doorName, () => address.change({ puerta: "" })),
    ...chipOf(cameraId === "" ? "" : camera, () => address.change({ camara: "" })),
  ];
  return (
    <Filters chips={chips} days={address} onClear={address.clear}>
      <SelectField
        label="Qué pasó"
        value={address.value("tipo")}
        onChange={(tipo) => address.change({ tipo })}
        options={[{ value: "", label: "Cualquier cosa" }, ...optionsOfWords(intrusionWords)]}
      />
      {buildingId === undefined ? null : <PlaceFields address={address} buildingId={buildingId} />}
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
