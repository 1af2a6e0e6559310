import { useEffect, useEffectEvent, useRef } from "react";
import { useNavigate } from "react-router";
import { paths } from "../../../lib/paths.ts";
import { useStore } from "../../../lib/store.ts";
import { useMay } from "../../../lib/useMay.ts";
import { useSignedIn } from "../../../lib/useSession.ts";
import { useWakeLock } from "../../../lib/useWakeLock.ts";
import { dialogs } from "../../../ui/dialogs.ts";
import { callDesk } from "../desk/index.ts";
import { callSupport } from "../media/index.ts";
import type { CallView } from "../session/index.ts";
import { CallStage } from "./CallStage.tsx";
import { rememberOrigin } from "./call-origin.ts";
import type { CallScreenProps } from "./call-screen.ts";
import { endWordsOf } from "./talk.strings.ts";
import { UnsupportedBrowser } from "./UnsupportedBrowser.tsx";
import { useCallSession } from "./useCallSession.ts";
import { useWayBack } from "./useWayBack.ts";

/** '/llamada-visitante/{callId}/{isFromLobby}': the live call; mounted before there is one, it waits for it. */
export function CallScreen({ callId }: CallScreenProps) {
  return callSupport() === "none" ? <UnsupportedBrowser /> : <LiveCall callId={callId} />;
}

function LiveCall({ callId }: CallScreenProps) {
  const { user } = useSignedIn();
  const view = useCallSession(callId, user.id);
  useOrigin(view);
  useWakeLock(view?.phase !== "over");
  useWayOut(callId, view);
  const stepBack = useRef<(() => void) | null>(null);
  useWayBack(view?.phase === "connected" || view?.phase === "reconnecting", stepBack);
  const current = useStore(callDesk);
  // Left for another call, whose screen is on its way: until then nothing blinks.
  const isLeft = isAnother(current, callId);
  const isOver = view !== null && view.ended !== null && !isLeft;
  return isOver ? null : <CallStage view={view ?? beforeCall} stepBack={stepBack} />;
}

/** The stage before anybody stands on it. */
const beforeCall: CallView = {
  phase: "loading",
  call: null,
  isCaller: false,
  ended: null,
  remote: null,
  otherSends: null,
  isWeak: false,
  own: { microphone: "asking", camera: "asking", facing: "user", canSwitchCamera: false, picture: null },
  mayOpenDoor: false,
  actions: {},
};

const isAnother = (current: string | null, callId: string | null) => current !== null && current !== callId;

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
function useWayOut(callId: string | null, view: CallView | null) {
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
