import type { DirectoryApartment } from "@umbral/contract/buildings/buildings.contract";
import type { readLobbyDesk } from "@umbral/contract/calls/lobby-desk.contract";
import { type ReactNode, Suspense } from "react";
import { useNavigate } from "react-router";
import { keyOf } from "../../../lib/endpoint-query.ts";
import { visitorCallPath } from "../../../lib/paths.ts";
import { refresh } from "../../../lib/queries.ts";
import { sentenceFor } from "../../../lib/sentences.ts";
import { dialogs } from "../../../ui/dialogs.ts";
import type { LobbyCallView } from "./lobby-call-view.ts";
import { CallingDialog, useLobbyCall } from "./useLobbyCall.ts";

/** Letter by letter of the specification (§8). */
const NOT_FOUND = "Apto no encontrado";

/** Rings apartments, one at a time, and takes whoever rings to the call when somebody answers. */
export function useRingApartment(): {
  ring(apartment: DirectoryApartment): void;
  /** How the ringing goes; nothing while none does. */
  dialog: ReactNode;
} {
  const navigate = useNavigate();
  const { call, begin, end } = useLobbyCall("apartment");

  // Who ends a call is not told that it ended.
  const refreshDesk = () =>
    void refresh(keyOf<typeof readLobbyDesk>("GET", "/api/buildings/{buildingId}/lobby-desk"));
  const finish = (view: LobbyCallView) => {
    if (view.phase === "accepted" && view.answered !== null) {
      const there = navigate(visitorCallPath(view.answered.id, view.answered.isFromLobby));
      void Promise.resolve(there).then(refreshDesk);
      return;
    }
    end();
    refreshDesk();
    if (view.phase === "not-found") {
      void dialogs.failure({ text: NOT_FOUND });
    } else if (view.phase === "failed") {
      void dialogs.failure({ text: sentenceFor(view.trouble) });
    }
  };

  return {
    ring(apartment) {
      void begin(({ callApartment }) => callApartment(apartment));
    },
    dialog:
      call === null ? null : (
        <Suspense fallback={null}>
          <CallingDialog call={call} onOver={finish} />
        </Suspense>
      ),
  };
}
