import { IconBuildingOff } from "@tabler/icons-react";
import type { DirectoryApartment } from "@umbral/contract/buildings/buildings.contract";
import { may } from "@umbral/contract/lib/policy";
import { useState } from "react";
import { useNavigate } from "react-router";
import { visitorCallPath } from "../../../lib/paths.ts";
import { sentenceFor } from "../../../lib/sentences.ts";
import { principalOf } from "../../../lib/useMay.ts";
import { useSignedIn } from "../../../lib/useSession.ts";
import { dialogs } from "../../../ui/dialogs.ts";
import { Empty } from "../../../ui/ListStates.tsx";
import { ApartmentSearch } from "../../buildings/index.ts";
import { callSentences } from "../calls.strings.ts";
import { CallingDialog } from "./CallingDialog.tsx";
import css from "./LobbyScreen.module.css";
import type { LobbyCallView } from "./lobby-call-view.ts";
import { createApartmentCaller } from "./lobby-calls.ts";
import { useLobbyCall } from "./useLobbyCall.ts";

/** '/acceso-visitante': find the apartment, ring it, and be taken to the call when somebody answers. */
export function LobbyScreen() {
  const building = useCallableBuilding();
  const navigate = useNavigate();
  const [caller] = useState(createApartmentCaller);
  const [call, setCall] = useLobbyCall("apartment");

  const begin = (buildingId: string, apartment: DirectoryApartment) => {
    // One at a time: two touches on a tile are one call.
    if (call === null) {
      setCall(caller.call(buildingId, apartment));
    }
  };

  const finish = (view: LobbyCallView) => {
    setCall(null);
    if (view.phase === "accepted" && view.answered !== null) {
      void navigate(visitorCallPath(view.answered.id, view.answered.isFromLobby));
    } else if (view.phase === "not-found") {
      void dialogs.failure({ text: callSentences.apartmentNotFound });
    } else if (view.phase === "failed") {
      void dialogs.failure({ text: sentenceFor(view.trouble) });
    }
  };

  return (
    <div className={css["lobby"]}>
      <div>
        <h1>¿A qué apartamento vas?</h1>
        <p className={css["hint"]}>{building?.name}</p>
      </div>
      {building === null ? (
        <Empty
          title="No se encontró un edificio asociado al usuario."
          icon={<IconBuildingOff size={32} stroke={1.6} />}
        />
      ) : (
        <ApartmentSearch
          key={building.id}
          buildingId={building.id}
          onChoose={(apartment) => begin(building.id, apartment)}
          onConsider={(apartment) => caller.consider(building.id, apartment)}
        />
      )}
      {call === null ? null : <CallingDialog call={call} onOver={finish} />}
    </div>
  );
}

/** The building of this person's first space from which apartments may be searched. */
function useCallableBuilding(): { id: string; name: string } | null {
  const current = useSignedIn();
  const principal = principalOf(current);
  const space = current.spaces.find(({ building }) =>
    may(principal, "apartments.search", { buildingId: building.id }),
  );
  return space?.building ?? null;
}
