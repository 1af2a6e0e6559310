import { IconTicket } from "@tabler/icons-react";
import { paths } from "../../lib/paths.ts";
import { useSignedIn } from "../../lib/useSession.ts";
import { WaitingRow } from "../../ui/WaitingRow.tsx";
import { type PassPlace, placesOf } from "./pass-places.ts";
import { guestsWords, OVERSTAYING } from "./pass-words.ts";
import { usePasses } from "./passes.api.ts";

/** Who of a home's guests is inside or about to come, and the way to let somebody come. Nothing where one has no home. */
export function HomeGuests({ buildingId }: { buildingId: string }) {
  const { spaces } = useSignedIn();
  const place = placesOf(spaces).find(({ as, building }) => as === "home" && building.id === buildingId);
  return place === undefined ? null : <Guests place={place} />;
}

function Guests({ place }: { place: PassPlace }) {
  const { data } = usePasses(place, { which: "current", search: "", page: 1 });
  const passes = data?.passes ?? [];
  const words = guestsWords(passes);
  return (
    <WaitingRow to={paths.passes} icon={<IconTicket size={22} />}>
      {/* The same height before and after it is known. */}
      {words ?? "Invitar a alguien"}
      {passes.some(({ isOverstaying }) => isOverstaying) ? `. ${OVERSTAYING}` : null}
    </WaitingRow>
  );
}
