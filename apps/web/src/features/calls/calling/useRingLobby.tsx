import type { callHistory } from "@umbral/contract/calls/call-history.contract";
import { type ReactNode, Suspense } from "react";
import { useNavigate } from "react-router";
import { keyOf } from "../../../lib/endpoint-query.ts";
import { visitorCallPath } from "../../../lib/paths.ts";
import { refresh } from "../../../lib/queries.ts";
import { sentenceFor } from "../../../lib/sentences.ts";
import { dialogs } from "../../../ui/dialogs.ts";
import type { LobbyCallView } from "./lobby-call-view.ts";
import { CallingDialog, useLobbyCall } from "./useLobbyCall.ts";

/** Rings the lobby of a building, and takes whoever rings to the call when somebody there answers. */
export function useRingLobby(): {
  ring(buildingId: string): void;
  /** How the ringing goes; nothing while none does. */
  dialog: ReactNode;
} {
  const navigate = useNavigate();
  const { call, begin, end } = useLobbyCall("lobby");

  const refreshCalls = () =>
    void refresh(keyOf<typeof callHistory>("GET", "/api/apartments/{apartmentId}/calls"));
  const finish = (view: LobbyCallView) => {
    if (view.phase === "accepted" && view.answered !== null) {
      const there = navigate(visitorCallPath(view.answered.id, view.answered.isFromLobby));
      void Promise.resolve(there).then(refreshCalls);
      return;
    }
    end();
    refreshCalls();
    if (view.phase === "not-found") {
      void dialogs.failure({ text: "Este edificio no tiene a nadie en portería." });
    } else if (view.phase === "failed") {
      void dialogs.failure({ text: sentenceFor(view.trouble) });
    }
  };

  return {
    ring(buildingId) {
      void begin(({ callLobby }) => callLobby(buildingId));
    },
    dialog:
      call === null ? null : (
        <Suspense fallback={null}>
          <CallingDialog call={call} onOver={finish} />
        </Suspense>
      ),
  };
}
