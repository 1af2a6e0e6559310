import { useEffect, useState } from "react";

/** The time, drawn anew at the beginning of every period of this length. */
export function useNow(everyMs: number): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      const date = new Date();
      setNow(date);
      timer = setTimeout(tick, everyMs - (date.getTime() % everyMs));
    };
    tick();
    return () => clearTimeout(timer);
  }, [everyMs]);
  return now;
}
