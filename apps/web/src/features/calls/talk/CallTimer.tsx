import { useEffect, useState } from "react";
import { browserStore } from "../../../lib/storage.ts";

const KEY = "call-began";

/**
 * How long both sides have been talking, as minutes and seconds.
 * @param callId with it, a page that loads anew counts on
 */
export function CallTimer({ callId }: { callId: string | null }) {
  const [beganMs] = useState(() => beganOf(callId));
  const [seconds, setSeconds] = useState(() => secondsSince(beganMs));
  useEffect(() => {
    const timer = setInterval(() => setSeconds(secondsSince(beganMs)), 500);
    return () => clearInterval(timer);
  }, [beganMs]);
  const minutes = Math.floor(seconds / 60);
  const rest = String(seconds % 60).padStart(2, "0");
  return (
    <span role="timer" aria-label="Duración de la llamada">
      {minutes}:{rest}
    </span>
  );
}

const secondsSince = (beganMs: number): number => Math.max(0, Math.floor((Date.now() - beganMs) / 1000));

/** When this tab first saw them talk, by this device's own clock: the server's is another. */
function beganOf(callId: string | null): number {
  const now = Date.now();
  if (callId === null) {
    return now;
  }
  const store = browserStore("sessionStorage");
  const [ofCall, at] = store.getItem(KEY)?.split(" ") ?? [];
  if (ofCall === callId && Number(at) <= now) {
    return Number(at);
  }
  store.setItem(KEY, `${callId} ${now}`);
  return now;
}
