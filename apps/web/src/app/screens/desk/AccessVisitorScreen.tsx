import { IconBuildingOff } from "@tabler/icons-react";
import { may } from "@umbral/contract/lib/policy";
import { LobbyScreen } from "../../../features/calls/index.ts";
import { principalOf } from "../../../lib/useMay.ts";
import { useSignedIn } from "../../../lib/useSession.ts";
import { Empty } from "../../../ui/ListStates.tsx";
import { DeskScreen } from "./DeskScreen.tsx";

/** '/acceso-visitante': the desk for whoever works at the lobby, the search for whoever comes to see somebody. */
export function AccessVisitorScreen() {
  const current = useSignedIn();
  const principal = principalOf(current);
  const building =
    current.kiosk?.building ??
    current.spaces.find((space) => may(principal, "apartments.search", { buildingId: space.building.id }))
      ?.building;
  if (building === undefined) {
    return (
      <>
        <h1 className="um-hidden">Llamar a un apartamento</h1>
        <Empty
          title="No se encontró un edificio asociado al usuario."
          icon={<IconBuildingOff size={32} stroke={1.6} />}
        />
      </>
    );
  }
  return may(principal, "events.watch", { buildingId: building.id }) ? (
    <DeskScreen key={building.id} building={building} />
  ) : (
    <LobbyScreen key={building.id} building={building} />
  );
}
