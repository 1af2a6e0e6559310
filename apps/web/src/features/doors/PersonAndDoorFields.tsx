import type { ListAddress } from "../../lib/useListAddress.ts";
import { SearchField } from "../../ui/SearchField.tsx";
import { DoorField } from "./DoorField.tsx";

interface PersonAndDoorFieldsProps {
  address: Pick<ListAddress<"persona" | "puerta">, "value" | "change">;
  /** Doors are chosen among those of one building. */
  buildingId: string | undefined;
}

/** What every list of what happened at doors is narrowed by: whose it was, and which door. */
export function PersonAndDoorFields({ address, buildingId }: PersonAndDoorFieldsProps) {
  return (
    <>
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
    </>
  );
}
