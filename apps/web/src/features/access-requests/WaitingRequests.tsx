import { IconHomeCheck, IconUserCheck } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { WaitingRow } from "../../ui/WaitingRow.tsx";
import { listPaths } from "./request-paths.ts";
import { countOf } from "./request-places.ts";
import { waitingPlacesQuery } from "./waiting-places.api.ts";

const kinds = [
  {
    kind: "employees",
    icon: IconUserCheck,
    one: "solicitud de usuario por decidir",
    many: "solicitudes de usuarios por decidir",
  },
  {
    kind: "owners",
    icon: IconHomeCheck,
    one: "solicitud de propietario por decidir",
    many: "solicitudes de propietarios por decidir",
  },
] as const;

/** The requests that wait for this person, and the way to each list. Nothing when none does. */
export function WaitingRequests() {
  const { data } = useQuery(waitingPlacesQuery);
  return kinds.map(({ kind, icon: Icon, one, many }) => {
    const count = countOf(data?.places, kind);
    return count === 0 ? null : (
      <WaitingRow key={kind} to={listPaths[kind]} icon={<Icon size={22} />}>
        {count} {count === 1 ? one : many}
      </WaitingRow>
    );
  });
}
