import { useEffect, useState } from "react";

/** On no clock of a place does a day begin in between. */
const QUARTER_MS = 15 * 60_000;

/** The time, for what is headed by its day: 'Hoy' is 'Ayer' from midnight on. */
export const useToday = (): Date => useNow(QUARTER_MS);

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
