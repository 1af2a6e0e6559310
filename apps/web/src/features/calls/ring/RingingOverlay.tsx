import { useState } from "react";
import { useNavigate } from "react-router";
import { visitorCallPath } from "../../../lib/paths.ts";
import { useStore } from "../../../lib/store.ts";
import { useSession } from "../../../lib/useSession.ts";
import { dialogs } from "../../../ui/dialogs.ts";
import { endsOtherQuestion } from "../calls.strings.ts";
import { callDesk } from "../desk/index.ts";
import { askAndBlock, isBlockable } from "../history/index.ts";
import { RingingBanner } from "./RingingBanner.tsx";
import { RingingScreen } from "./RingingScreen.tsx";
import { useRingingCalls } from "./useRingingCalls.ts";
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
  const isSilent = first === undefined || running !== null || silenced === first.callId;
  const isHeard = useRingtone(!isSilent);
  useTitleFlash(first === undefined ? null : `Llamada de ${first.from.name}`);

  if (first === undefined) {
    return null;
  }

  const take = (endsRunning: boolean) => {
    callDesk.ringing.take(first.callId);
    // Answered while its screen is on the way.
    if (me !== undefined) {
      callDesk.enter({ callId: first.callId, personId: me, entry: { how: "answer", endsRunning } });
    }
    void navigate(visitorCallPath(first.callId, first.isFromLobby));
  };
  const endAndAnswer = async () => {
    const goesOn = await dialogs.confirm(endsOtherQuestion);
    // It may have stopped ringing while the question stood.
    if (goesOn && callDesk.ringing.calls().some(({ callId }) => callId === first.callId)) {
      take(true);
    }
  };
  const block = async () => {
    const { apartment, from } = first;
    if (apartment !== null && (await askAndBlock(apartment.id, from))) {
      reject();
    }
  };
  const reject = (message?: string) => callDesk.ringing.reject(first.callId, message);

  return running === null ? (
    <RingingScreen
      key={first.callId}
      call={first}
      waiting={waiting}
      sound={isSilent ? "silenced" : isHeard ? "heard" : "blocked"}
      onSilence={() => setSilenced(first.callId)}
      onAnswer={() => take(false)}
      onReject={reject}
      onBlock={isBlockable(first) ? () => void block() : null}
    />
  ) : (
    <RingingBanner
      key={first.callId}
      call={first}
      onAnswer={() => void endAndAnswer()}
      onReject={() => reject()}
    />
  );
}
