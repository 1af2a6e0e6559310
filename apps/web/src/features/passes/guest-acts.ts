import type { Door } from "@umbral/contract/doors/doors.contract";
import type { PassAtDesk } from "@umbral/contract/passes/pass-desk.contract";
import { CallRefused } from "../../lib/failures.ts";
import { sentenceFor } from "../../lib/sentences.ts";
import { dialogs } from "../../ui/dialogs.ts";
import { refusedSentence } from "./guest-words.ts";

export interface GuestActsProps {
  buildingId: string;
  guest: PassAtDesk;
  /** The entrance, where whoever stands here may open it. */
  door: Pick<Door, "id" | "name" | "line"> | undefined;
  timeZone: string | undefined;
  /** Nobody else stands there by now. */
  isShown(): boolean;
  /** It is under way, or over. */
  onActing(isActing: boolean): void;
  /** It was broken off, and may be done all the same. */
  onUnsure(): void;
  /** One of several is done: the others are looked at as their pass is now. */
  onChanged(guest: PassAtDesk): void;
  /** It is done, and this is said of it. */
  onDone(told: string): void;
}

/** What is shown is not so any more. */
const outdated: readonly string[] = ["PASS_REFUSED", "PASS_NOT_FOUND", "NOBODY_INSIDE"];

/** Says why not. Where that is because the pass is another one by now, no old verdict goes on standing there. */
export async function sayRefused(error: unknown, props: GuestActsProps): Promise<void> {
  const { guest, timeZone, onDone, isShown } = props;
  const reason = refusedSentence(error, guest, timeZone) ?? sentenceFor(error);
  const why = isShown() ? reason : `${guest.guest.name}: ${reason}`;
  await dialogs.failure({ text: why });
  if (error instanceof CallRefused && outdated.includes(error.code)) {
    onDone(why);
  }
}

/** How many were written, from one to so many. */
export const countIn = (written: string, most: number): number | null =>
  /^\d{1,3}$/.test(written) && Number(written) >= 1 && Number(written) <= most ? Number(written) : null;
