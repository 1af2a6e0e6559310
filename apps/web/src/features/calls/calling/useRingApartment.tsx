import type { DirectoryApartment } from "@umbral/contract/buildings/buildings.contract";
import type { readLobbyDesk } from "@umbral/contract/calls/lobby-desk.contract";
import { type ReactNode, useState } from "react";
import { useNavigate } from "react-router";
import { keyOf } from "../../../lib/endpoint-query.ts";
import { visitorCallPath } from "../../../lib/paths.ts";
import { refresh } from "../../../lib/queries.ts";
import { sentenceFor } from "../../../lib/sentences.ts";
import { dialogs } from "../../../ui/dialogs.ts";
import { callSentences } from "../calls.strings.ts";
import { CallingDialog } from "./CallingDialog.tsx";
import type { LobbyCallView } from "./lobby-call-view.ts";
import { createApartmentCaller } from "./lobby-calls.ts";
import { useLobbyCall } from "./useLobbyCall.ts";

/** Rings apartments of a building, one at a time, and takes whoever rings to the call when somebody answers. */
export function useRingApartment(buildingId: string): {
  ring(apartment: DirectoryApartment): void;
  /** This one will probably be rung next. */
  consider(apartment: DirectoryApartment): void;
  /** How the ringing goes; nothing while none does. */
  dialog: ReactNode;
} {
  const navigate = useNavigate();
  const [caller] = useState(createApartmentCaller);
  const [call, setCall] = useLobbyCall("apartment");

  const finish = (view: LobbyCallView) => {
    setCall(null);
    // Who ends a call is not told that it ended.
    void refresh(keyOf<typeof readLobbyDesk>("GET", "/api/buildings/{buildingId}/lobby-desk"));
    if (view.phase === "accepted" && view.answered !== null) {
      void navigate(visitorCallPath(view.answered.id, view.answered.isFromLobby));
    } else if (view.phase === "not-found") {
      void dialogs.failure({ text: callSentences.apartmentNotFound });
    } else if (view.phase === "failed") {
      void dialogs.failure({ text: sentenceFor(view.trouble) });
    }
  };

  return {
    ring(apartment) {
      // One at a time: two touches on a tile are one call.
      if (call === null) {
        setCall(caller.call(buildingId, apartment));
      }
    },
    consider: (apartment) => caller.consider(buildingId, apartment),
    dialog: call === null ? null : <CallingDialog call={call} onOver={finish} />,
  };
}
