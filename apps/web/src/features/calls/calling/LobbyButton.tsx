import { IconPhoneOutgoing } from "@tabler/icons-react";
import type { callHistory } from "@umbral/contract/calls/call-history.contract";
import { useNavigate } from "react-router";
import { keyOf } from "../../../lib/endpoint-query.ts";
import { visitorCallPath } from "../../../lib/paths.ts";
import { refresh } from "../../../lib/queries.ts";
import { sentenceFor } from "../../../lib/sentences.ts";
import { Button } from "../../../ui/Button.tsx";
import { dialogs } from "../../../ui/dialogs.ts";
import { CallingDialog } from "./CallingDialog.tsx";
import type { LobbyCallView } from "./lobby-call-view.ts";
import { callLobby } from "./lobby-calls.ts";
import { useLobbyCall } from "./useLobbyCall.ts";

/** Calls the lobby of a building, and is taken to the call when somebody there answers. */
export function LobbyButton({ buildingId }: { buildingId: string }) {
  const navigate = useNavigate();
  const [call, setCall] = useLobbyCall("lobby");

  const begin = () => {
    if (call === null) {
      setCall(callLobby(buildingId));
    }
  };

  const finish = (view: LobbyCallView) => {
    setCall(null);
    void refresh(keyOf<typeof callHistory>("GET", "/api/apartments/{apartmentId}/calls"));
    if (view.phase === "accepted" && view.answered !== null) {
      void navigate(visitorCallPath(view.answered.id, view.answered.isFromLobby));
    } else if (view.phase === "not-found") {
      void dialogs.failure({ text: "Este edificio no tiene a nadie en portería." });
    } else if (view.phase === "failed") {
      void dialogs.failure({ text: sentenceFor(view.trouble) });
    }
  };

  return (
    <>
      <Button
        icon={<IconPhoneOutgoing aria-hidden="true" size={22} />}
        // One at a time: two touches are one call.
        onClick={begin}
      >
        Llamar a portería
      </Button>
      {call === null ? null : <CallingDialog call={call} onOver={finish} />}
    </>
  );
}
