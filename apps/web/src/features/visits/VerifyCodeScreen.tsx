import { IconBuildingOff } from "@tabler/icons-react";
import { may } from "@umbral/contract/lib/policy";
import { useListAddress } from "../../lib/useListAddress.ts";
import { principalOf } from "../../lib/useMay.ts";
import { useSignedIn } from "../../lib/useSession.ts";
import { Empty } from "../../ui/ListStates.tsx";
import { Screen } from "../../ui/Screen.tsx";
import { useBuildings } from "../buildings/index.ts";
import { BuildingSelect } from "./BuildingSelect.tsx";
import { CodePanel } from "./CodePanel.tsx";
import { DayOfVisits, typedOfVisits, visitFilters } from "./DayOfVisits.tsx";
import css from "./VerifyCodeScreen.module.css";

/** '/building/visits/code/confirm': the lobby's code on one side, who comes today on the other. */
export function VerifyCodeScreen() {
  const lobbies = useLobbies();
  const address = useListAddress(visitFilters, typedOfVisits);
  const chosen = address.value("edificio");
  const building = lobbies.data?.find(({ id }) => id === chosen) ?? lobbies.data?.[0];
  // Another building's days are others.
  const choose = (edificio: string) => address.change({ edificio, dia: "", estado: "", buscar: "" });
  const isOneOfMany = lobbies.isEverywhere || (lobbies.data?.length ?? 0) > 1;
  return (
    <Screen loose>
      <div className={css["head"]}>
        <h1>Verificar Código ingreso</h1>
        {isOneOfMany ? (
          <div className={css["place"]}>
            <BuildingSelect query={lobbies} value={building?.id ?? ""} onChange={choose} />
          </div>
        ) : (
          <p className={css["hint"]}>{building?.name}</p>
        )}
      </div>
      {building === undefined ? (
        lobbies.data === undefined ? null : (
          <Empty
            title="No se encontró un edificio asociado al usuario."
            icon={<IconBuildingOff size={32} stroke={1.6} />}
          />
        )
      ) : (
        <div className={css["sides"]} key={building.id}>
          <CodePanel buildingId={building.id} timeZone={building.timeZone} />
          <DayOfVisits buildingId={building.id} timeZone={building.timeZone} address={address} />
        </div>
      )}
    </Screen>
  );
}

/** The buildings at whose lobby this person stands: their own, or all for a platform administrator. */
function useLobbies() {
  const current = useSignedIn();
  const isEverywhere = current.user.userType === "ADMIN";
  const all = useBuildings(isEverywhere);
  const principal = principalOf(current);
  const own = new Map<string, { id: string; name: string; timeZone?: string }>();
  for (const { building } of current.spaces) {
    if (may(principal, "visits.authorise", { buildingId: building.id })) {
      own.set(building.id, building);
    }
  }
  const data: { id: string; name: string; timeZone?: string }[] | undefined = isEverywhere
    ? all.data
    : [...own.values()];
  const { error, isFetching, refetch } = all;
  return { data, error, isFetching, refetch, isEverywhere };
}
