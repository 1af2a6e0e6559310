import { useEffect, useState } from "react";

/** How long both sides have been talking, as minutes and seconds. */
export function CallTimer() {
  const [beganMs] = useState(() => performance.now());
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds(Math.floor((performance.now() - beganMs) / 1000)), 500);
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
