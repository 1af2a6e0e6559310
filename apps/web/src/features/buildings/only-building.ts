import { buildingsWhere } from "@umbral/contract/lib/policy";
import { useParams } from "react-router";
import { principalOf } from "../../lib/useMay.ts";
import { useSession } from "../../lib/useSession.ts";

/** The building of who administers just one: where others choose, it is chosen. Null for everybody else. */
export function useOnlyBuilding(): string | null {
  const buildings = buildingsWhere(principalOf(useSession()), "buildings.administer");
  const [only = null, ...others] = buildings === "everywhere" ? [] : buildings;
  return others.length === 0 ? only : null;
}

/** The building that the address names, or the only one that somebody administers. Undefined means all. */
export function useChosenBuilding(): string | undefined {
  const { buildingId } = useParams();
  const only = useOnlyBuilding();
  return buildingId ?? only ?? undefined;
}
