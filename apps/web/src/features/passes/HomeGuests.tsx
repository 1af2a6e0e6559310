import { IconTicket } from "@tabler/icons-react";
import { isResident } from "@umbral/contract/lib/policy";
import { paths } from "../../lib/paths.ts";
import { useSignedIn } from "../../lib/useSession.ts";
import { WaitingRow } from "../../ui/WaitingRow.tsx";
import { guestsWords, OVERSTAYING } from "./guest-count.ts";
import { usePasses } from "./pass-list.api.ts";

/** Who of a home's guests is inside or about to come, and the way to let somebody come. Nothing where one has no home. */
export function HomeGuests({ buildingId }: { buildingId: string }) {
  const home = useSignedIn().spaces.find(
    ({ role, apartment, building: { id } }) =>
      id === buildingId && isResident(role.name) && apartment !== null,
  )?.apartment;
  return home ? <Guests buildingId={buildingId} apartmentId={home.id} /> : null;
}

function Guests({ buildingId, apartmentId }: { buildingId: string; apartmentId: string }) {
  const place = { building: { id: buildingId }, apartmentId };
  const { passes = [], totalPages = 1 } =
    usePasses(place, { which: "current", search: "", page: 1 }).data ?? {};
  return (
    <WaitingRow to={paths.passes} icon={<IconTicket size={22} />}>
      {/* The same height before and after it is known. */}
      {guestsWords(passes, totalPages <= 1) ?? "Invitar a alguien"}
      {passes.some(({ isOverstaying }) => isOverstaying) ? `. ${OVERSTAYING}` : null}
    </WaitingRow>
  );
}
