import { CLIP_AT_MOST_MS } from "@umbral/contract/clips/clip-wire.contract";

/** A clip is told when it is written, no later after its end than this. */
const TOLD_WITHIN_MS = 3_600_000;
/** What a wall clock may be set on in the middle of one. */
const SLACK_MS = 60_000;

export interface ClipTimes {
  startedAt: Date;
  endedAt: Date;
  /** What the controller said of the beginning, where that cannot be. */
  toldAt: Date | null;
}

/**
 * When a clip was, by the controller where that can be: its fact's time is believed, and it ended shortly before that. Else it ended
 * when its fact was told, and is as long as it says, as far as one can be.
 * @param fact `toldAt` is set where its time is not believed
 */
export function timesOfClip(fact: {
  at: Date;
  toldAt: Date | null;
  startedAt: string;
  endedAt: string;
}): ClipTimes {
  const [start, end] = [new Date(fact.startedAt), new Date(fact.endedAt)];
  const longMs = end.getTime() - start.getTime();
  const sinceEndMs = fact.at.getTime() - end.getTime();
  const isPossible =
    fact.toldAt === null &&
    longMs >= 0 &&
    longMs <= CLIP_AT_MOST_MS + SLACK_MS &&
    sinceEndMs >= -SLACK_MS &&
    sinceEndMs <= TOLD_WITHIN_MS;
  if (isPossible) {
    return { startedAt: start, endedAt: end, toldAt: null };
  }
  const believedMs = Math.min(Math.max(0, longMs), CLIP_AT_MOST_MS);
  return { startedAt: new Date(fact.at.getTime() - believedMs), endedAt: fact.at, toldAt: start };
}
