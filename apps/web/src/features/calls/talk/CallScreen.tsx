import { useEffect, useEffectEvent } from "react";
import { useNavigate, useParams } from "react-router";
import { paths } from "../../../lib/paths.ts";
import { useStore } from "../../../lib/store.ts";
import { useMay } from "../../../lib/useMay.ts";
import { useSignedIn } from "../../../lib/useSession.ts";
import { dialogs } from "../../../ui/dialogs.ts";
import { callDesk } from "../desk/index.ts";
import { callSupport } from "../media/index.ts";
import type { CallView } from "../session/index.ts";
import { CallStage } from "./CallStage.tsx";
import { rememberOrigin } from "./call-origin.ts";
import { endWordsOf } from "./talk.strings.ts";
import { UnsupportedBrowser } from "./UnsupportedBrowser.tsx";
import { useCallSession } from "./useCallSession.ts";
import { useWakeLock } from "./useWakeLock.ts";

/** '/llamada-visitante/{callId}/{isFromLobby}': the live call. */
export function CallScreen() {
  const { callId = "" } = useParams();
  return callSupport() === "none" ? <UnsupportedBrowser /> : <LiveCall key={callId} callId={callId} />;
}

function LiveCall({ callId }: { callId: string }) {
  const { user } = useSignedIn();
  const view = useCallSession(callId, user.id);
  useOrigin(view);
  useWakeLock(view?.phase !== "over");
  useWayOut(callId, view);
  const current = useStore(callDesk);
  // Left for another call, whose screen is on its way: until then nothing blinks.
  const isLeft = isAnother(current, callId);
  return view === null || (view.ended !== null && !isLeft) ? null : <CallStage view={view} />;
}

const isAnother = (current: string | null, callId: string) => current !== null && current !== callId;

/** Remembers where the call came from while it runs here. */
function useOrigin(view: CallView | null) {
  const isOver = view === null || view.ended !== null;
  const isFromLobby = view?.call?.isFromLobby;
  useEffect(
    () => (isOver || isFromLobby === undefined ? undefined : rememberOrigin(isFromLobby)),
    [isOver, isFromLobby],
  );
}

/** Whoever rang an apartment is back at the search for the next one, whoever rang the lobby at their calls. */
function placeAfter(view: CallView | null, isLobby: boolean): string | null {
  if (view?.isCaller && view.call?.isToLobby) {
    return paths.calls;
  }
  return view?.isCaller || isLobby ? paths.accessVisitor : null;
}

/** When the call is over: back to where this person belongs, with a word on why. */
function useWayOut(callId: string, view: CallView | null) {
  const navigate = useNavigate();
  const { spaces } = useSignedIn();
  const maySeeDashboard = useMay("cameras.view");
  const leave = useEffectEvent(() => {
    if (isAnother(callDesk.current(), callId)) {
      // The screen of the next one is on its way.
      return;
    }
    const isLobby = spaces[0]?.role.name === "PORTERIA";
    const home = maySeeDashboard ? paths.dashboard : paths.profile;
    void navigate(placeAfter(view, isLobby) ?? home, { replace: true });
    const words = view && endWordsOf(view);
    if (words !== null) {
      const { kind, ...rest } = words;
      void dialogs[kind](rest);
    }
  });
  const ended = view?.ended ?? null;
  useEffect(() => {
    if (ended !== null) {
      leave();
    }
  }, [ended]);
}
