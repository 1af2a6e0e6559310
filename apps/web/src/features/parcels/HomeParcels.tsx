import { IconPackage } from "@tabler/icons-react";
import { paths } from "../../lib/paths.ts";
import { WaitingRow } from "../../ui/WaitingRow.tsx";
import { useOwnHomes } from "./own-homes.ts";
import { useHomeParcels } from "./parcel-list.api.ts";

/** What waits at the lobby for this person's home. Nothing where nothing waits, or one has no home. */
export function HomeParcels({ buildingId }: { buildingId: string }) {
  const home = useOwnHomes().find(({ building }) => building.id === buildingId);
  return home ? <Waiting apartmentId={home.id} /> : null;
}

function Waiting({ apartmentId }: { apartmentId: string }) {
  const waiting = useHomeParcels(apartmentId, "waiting", 1).data?.waiting ?? 0;
  return waiting === 0 ? null : (
    <WaitingRow to={paths.parcels} icon={<IconPackage size={22} />}>
      {waiting === 1 ? "1 paquete te espera en portería" : `${waiting} paquetes te esperan en portería`}
    </WaitingRow>
  );
}
