import { useQuery } from "@tanstack/react-query";
import type { AccessKind } from "@umbral/contract/access-requests/access-requests.contract";
import { countOf } from "./request-places.ts";
import css from "./WaitingCount.module.css";
import { waitingPlacesQuery } from "./waiting-places.api.ts";

/** How many requests of these kinds wait for this person, beside the way to them. Nothing when none does. */
export function WaitingCount({ kinds }: { kinds: readonly AccessKind[] }) {
  const { data } = useQuery(waitingPlacesQuery);
  const count = kinds.reduce((sum, kind) => sum + countOf(data?.places, kind), 0);
  if (count === 0) {
    return null;
  }
  return (
    <span className={css["count"]}>
      {count > 99 ? "99+" : count}
      <span className="um-hidden"> {count === 1 ? "pendiente" : "pendientes"}</span>
    </span>
  );
}
