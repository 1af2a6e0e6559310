import { Activity } from "react";
import { useStore } from "../../../lib/store.ts";
import { useRound } from "../useRound.ts";
import { callScreen, callsExpected } from "./call-screen.ts";

/**
 * Where a call is drawn, beside what the addresses draw: its screen is mounted, unseen, while it rings, and what an answer
 * does is to show it.
 * @param callId of the address at which the page is; null at every other
 */
export function CallPlace({ callId }: { callId: string | null }) {
  const Screen = useStore(callScreen);
  const isExpected = useStore(callsExpected, (calls) => calls > 0);
  const round = useRound(callId ?? undefined);
  const isOpen = callId !== null;
  return Screen === null || !(isOpen || isExpected) ? null : (
    <Activity mode={isOpen ? "visible" : "hidden"}>
      <main id={isOpen ? "contenido" : undefined}>
        <Screen key={round} callId={callId} />
      </main>
    </Activity>
  );
}

/** What the address of a call draws by itself: nothing, for its place is above. */
export function CallRoute() {
  return null;
}
