import { RING_MS } from "@umbral/contract/calls/call-times";
import type { ringBySign, stopRingingBySign } from "@umbral/contract/entrance-sign/sign-page.contract";
import { createStore } from "../../lib/store.ts";
import { reportTrouble } from "../../lib/trouble.ts";
import {
  callOverOwnLine,
  type GuestCall,
  type GuestCallParts,
  type GuestRinging,
  type Ringing,
  type RingingParts,
} from "./guest-line.ts";

/** Who answered in the last moment is heard of a little later. */
const LATE_MS = 2000;
/** What could not be asked is asked again after this. */
const AGAIN_MS = 1000;
/** Nothing came back by then: it may have been heard by nobody. */
const HEARD_WITHIN_MS = 4000;

/** How often this page rang: the next ringing ends by itself what rang before. */
let rings = 0;

/** Did the server say no? A proxy that got nothing of it answers too, and then it is not known. */
const isRefusal = (trouble: unknown): boolean =>
  trouble instanceof Error &&
  "status" in trouble &&
  typeof trouble.status === "number" &&
  trouble.status < 500;

/** @param apartmentId null rings the lobby */
export function ringAtSign(parts: GuestCallParts, apartmentId: string | null): Promise<GuestCall> {
  return callOverOwnLine(parts, (ringing) => createSignRinging(parts, ringing, apartmentId));
}

/**
 * One ringing from the sign at the entrance. Its page is told nothing of who is rung, so that nothing tells whether
 * anybody lives there: it waits until somebody answers or says no, and for no longer than a call rings.
 */
export function createSignRinging(
  { ask }: GuestCallParts,
  { line, readCall, onAnswered }: RingingParts,
  apartmentId: string | null,
): Ringing {
  let deadline: ReturnType<typeof setTimeout> | undefined;
  let again: ReturnType<typeof setTimeout> | undefined;
  /** Why the call was not read so far. */
  let heard: unknown = null;
  let isClosed = false;
  let ownRing = 0;
  const stopHearing: (() => void)[] = [];
  const state = createStore<GuestRinging>({
    phase: "starting",
    rejectMessage: null,
    trouble: null,
    actions: { cancel },
  });
  const isOpen = () => ["starting", "ringing"].includes(state.current().phase);
  const isAwaited = () => !isClosed && state.current().phase === "accepted";

  function become(phase: GuestRinging["phase"], more: Partial<GuestRinging> = {}): void {
    state.set({ ...state.current(), phase, actions: phase === "ringing" ? { cancel } : {}, ...more });
    if (phase !== "ringing") {
      letGo();
    }
  }

  function letGo(): void {
    clearTimeout(deadline);
    clearTimeout(again);
    for (const stop of stopHearing.splice(0)) {
      stop();
    }
  }

  async function ring(): Promise<void> {
    try {
      const { ringing } = await ask<typeof ringBySign>("POST", "/api/sign/call", { body: { apartmentId } });
      if (state.current().phase === "cancelled") {
        end();
      } else if (isOpen()) {
        become("ringing");
        const ringsMs = Date.parse(ringing.expiresAt) - Date.parse(ringing.createdAt);
        deadline = setTimeout(() => become("missed"), ringsMs + LATE_MS);
      }
    } catch (trouble) {
      if (isOpen()) {
        become("failed", { trouble });
      }
      // The answer alone may have been lost: a home would ring for nobody.
      if (!isRefusal(trouble) && ["failed", "cancelled"].includes(state.current().phase)) {
        end();
      }
    }
  }

  async function answer(callId: string): Promise<void> {
    if (!isOpen()) {
      return;
    }
    become("accepted");
    // Also where nothing comes back at all.
    deadline = setTimeout(() => fail(heard), RING_MS);
    await read(callId);
  }

  /** Whoever answered waits there: a line that changes just now is no reason to leave them alone. */
  async function read(callId: string): Promise<void> {
    try {
      const call = await readCall(callId);
      if (isAwaited()) {
        letGo();
        onAnswered(call);
      }
    } catch (trouble) {
      if (!isAwaited()) {
        return;
      }
      if (isRefusal(trouble)) {
        fail(trouble);
      } else {
        heard = trouble;
        again = setTimeout(() => void read(callId), AGAIN_MS);
      }
    }
  }

  function fail(trouble: unknown): void {
    become("failed", { trouble });
    end();
  }

  /** What was not heard is said again for as long as it may ring, also once the page shows something else. */
  function end(until = Date.now() + RING_MS): void {
    const unheard = new AbortController();
    const tooLong = setTimeout(() => unheard.abort(), HEARD_WITHIN_MS);
    ask<typeof stopRingingBySign>("DELETE", "/api/sign/call", { signal: unheard.signal })
      .catch((trouble: unknown) => {
        if (isRefusal(trouble) || Date.now() >= until) {
          reportTrouble(trouble);
        } else {
          setTimeout(() => ownRing === rings && end(until), AGAIN_MS);
        }
      })
      .finally(() => clearTimeout(tooLong));
  }

  function cancel(): void {
    if (isOpen()) {
      become("cancelled");
      end();
    }
  }

  return {
    view: state.current,
    subscribe: state.subscribe,
    start() {
      stopHearing.push(
        line.hear("call_accepted", ({ callId }) => void answer(callId)),
        line.hear("reject_call", ({ rejectMessage }) => {
          if (isOpen()) {
            become("rejected", { rejectMessage: rejectMessage || null });
          }
        }),
      );
      rings += 1;
      ownRing = rings;
      void ring();
    },
    close() {
      isClosed = true;
      letGo();
    },
  };
}
