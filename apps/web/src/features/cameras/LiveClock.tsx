import { formatSeconds } from "../../lib/dates.ts";
import { useNow } from "../../lib/useNow.ts";

interface LiveClockProps {
  timeZone: string | undefined;
  className?: string | undefined;
}

/** The time where the camera stands, running. Readers have their own clock. */
export function LiveClock({ timeZone, className }: LiveClockProps) {
  const now = useNow(1000);
  return (
    <time className={className} dateTime={now.toISOString()} aria-hidden="true">
      {formatSeconds(now, timeZone)}
    </time>
  );
}
