import { createStore, type Readable } from "../lib/store.ts";

export interface Notice {
  id: number;
  text: string;
  /** `good`: it was done. `trouble`: it was not, spoken at once. `plain`: news. */
  tone: "good" | "trouble" | "plain";
  /** What can be done about it while it stands: 'Deshacer'. */
  action?: { label: string; run(): void } | undefined;
}

/** How long a notice stays: the specification's five seconds of a socket error (§9). */
const NOTICE_MS = 5000;

/** How long what was done to somebody can be taken back. */
export const UNDO_MS = 6000;

const shown = createStore<readonly Notice[]>([]);
let count = 0;

/** Says something at the edge of the screen, and to screen readers, for five seconds. */
export function notify(
  text: string,
  tone: Notice["tone"] = "plain",
  forMs: number = NOTICE_MS,
  action?: Notice["action"],
): void {
  count += 1;
  const notice = { id: count, text, tone, action };
  // The same words may be of others, who would lose the way back that stands beside theirs.
  const others = shown.current().filter((other) => other.text !== text || other.action !== undefined);
  shown.set([...others, notice]);
  setTimeout(() => dismissNotice(notice.id), forMs);
}

export function dismissNotice(id: number): void {
  shown.set(shown.current().filter((notice) => notice.id !== id));
}

/** What one person was told, and can take back, is nothing to the next. */
export const dismissNotices = (): void => shown.set([]);

/** For the host that draws them. */
export const notices: Readable<readonly Notice[]> = shown;
