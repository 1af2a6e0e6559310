import { Activity, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { visitorCallPath } from "../../../lib/paths.ts";
import { useStore } from "../../../lib/store.ts";
import { useSession } from "../../../lib/useSession.ts";
import { dialogs } from "../../../ui/dialogs.ts";
import { endsOtherQuestion } from "../calls.strings.ts";
import { callDesk, type RingingCall } from "../desk/index.ts";
import { askAndBlock, isBlockable } from "../history/index.ts";
import { useRound } from "../useRound.ts";
import { RingingBanner } from "./RingingBanner.tsx";
import { useRingingCalls } from "./useRingingCalls.ts";
import { useRingingScreen } from "./useRingingScreen.ts";
import { useRingtone } from "./useRingtone.ts";
import { useTitleFlash } from "./useTitleFlash.ts";

/**
 * What rings for the person who is signed in, over every screen: the whole of it, or a strip for who is
 * talking to somebody else. Stands once, in the layout of the signed-in.
 */
export function RingingOverlay() {
  const calls = useRingingCalls();
  const running = useStore(callDesk);
  const navigate = useNavigate();
  const me = useSession()?.user?.id;
  const [silenced, setSilenced] = useState<string | null>(null);
  const [first, ...waiting] = calls;
  const { pathname } = useLocation();
  /** What was answered, and where: its screen is on the way. */
  const [left, setLeft] = useState<{ call: RingingCall; at: string } | null>(null);
  // Until the screen of the call stands there, nothing of the page below is shown or asked for again.
  // Somewhere else than there, another way was taken: it covers that no longer either.
  if (left !== null && (pathname !== left.at || pathname === pathOf(left.call))) {
    setLeft(null);
  }
  const isCovering = left !== null;
  const shown = isCovering ? left.call : running === null ? first : undefined;
  const round = useRound(shown?.callId);
  const RingingScreen = useRingingScreen(shown !== undefined);
  const isSilent = first === undefined || running !== null || silenced === first.callId;
  const isHeard = useRingtone(!isSilent);
  useTitleFlash(first === undefined ? null : `Llamada de ${first.from.name}`);

  const take = (call: RingingCall, endsRunning: boolean) => {
    // The answer leaves before anything is drawn.
    if (me !== undefined) {
      callDesk.enter({ callId: call.callId, personId: me, entry: { how: "answer", endsRunning } });
    }
    callDesk.ringing.take(call.callId);
    void navigate(pathOf(call));
  };
  const endAndAnswer = async (call: RingingCall) => {
    const goesOn = await dialogs.confirm(endsOtherQuestion);
    // It may have stopped ringing while the question stood.
    if (goesOn && callDesk.ringing.calls().some(({ callId }) => callId === call.callId)) {
      take(call, true);
    }
  };
  const reject = (call: RingingCall, message?: string) => callDesk.ringing.reject(call.callId, message);
  const block = async (call: RingingCall) => {
    const { apartment, from } = call;
    if (apartment !== null && (await askAndBlock(apartment.id, from))) {
      reject(call);
    }
  };
  const call = shown ?? NOBODY;

  return (
    <>
      {/* Mounted before it rings, when the page has nothing else to do: ringing shows it. */}
      {RingingScreen === null ? null : (
        <Activity mode={shown === undefined ? "hidden" : "visible"}>
          <RingingScreen
            key={round}
            call={call}
            waiting={isCovering ? NONE : waiting}
            sound={isSilent ? "silenced" : isHeard ? "heard" : "blocked"}
            isAnswered={isCovering}
            onSilence={() => setSilenced(call.callId)}
            onAnswer={() => {
              setLeft({ call, at: pathname });
              take(call, false);
            }}
            onReject={(message) => reject(call, message)}
            onBlock={isBlockable(call) && !isCovering ? () => void block(call) : null}
          />
        </Activity>
      )}
      {first === undefined || running === null || isCovering ? null : (
        <RingingBanner
          key={first.callId}
          call={first}
          onAnswer={() => void endAndAnswer(first)}
          onReject={() => reject(first)}
        />
      )}
    </>
  );
}

const pathOf = ({ callId, isFromLobby }: RingingCall) => visitorCallPath(callId, isFromLobby);

const NONE: readonly RingingCall[] = [];

/** Stands on the ringing screen while nothing rings and nobody sees it. */
const NOBODY: RingingCall = {
  callId: "",
  from: { id: "", name: "", photo: null },
  apartment: null,
  building: { id: "", name: "" },
  isFromLobby: true,
  isToLobby: false,
  isUnverified: false,
  expiresAt: "",
  endsAtMs: 0,
};
