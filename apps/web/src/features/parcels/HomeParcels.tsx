import { IconPackage } from "@tabler/icons-react";
import { paths } from "../../lib/paths.ts";
import { WaitingRow } from "../../ui/WaitingRow.tsx";
import { useOwnHomes } from "./own-homes.ts";
import { waitingWords } from "./parcel-count.ts";
import { useHomeParcels } from "./parcel-list.api.ts";

/** What waits at the lobby for this person's home. Nothing where nothing waits, or one has no home. */
export function HomeParcels({ buildingId }: { buildingId: string }) {
  const home = useOwnHomes().find(({ building }) => building.id === buildingId);
  return home ? <Waiting apartmentId={home.id} /> : null;
}

function Waiting({ apartmentId }: { apartmentId: string }) {
  const words = waitingWords(useHomeParcels(apartmentId, "waiting", 1).data?.waiting ?? 0);
  return words === null ? null : (
    <WaitingRow to={paths.parcels} icon={<IconPackage size={22} />}>
      {/* Letters and bills wait there too. */}
      {`Correspondencia en portería: ${words}`}
    </WaitingRow>
  );
}
