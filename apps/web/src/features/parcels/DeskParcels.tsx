import { IconMailbox } from "@tabler/icons-react";
import { paths } from "../../lib/paths.ts";
import { WaitingRow } from "../../ui/WaitingRow.tsx";
import { waitingWords } from "./parcel-count.ts";
import { useParcels } from "./parcel-list.api.ts";

/** How much waits at the desk, and the way to it. */
export function DeskParcels({ buildingId }: { buildingId: string }) {
  const waiting = useParcels(buildingId, { limit: 1 }).data?.waiting ?? 0;
  return (
    <WaitingRow to={paths.deskParcels} icon={<IconMailbox size={22} />}>
      {/* The same height before and after it is known. */}
      {`Correspondencia${waiting === 0 ? "" : `: ${waitingWords(waiting)}`}`}
    </WaitingRow>
  );
}
