import { createStore } from "../../../lib/store.ts";
import type { CallToEnter } from "../session/index.ts";
import type { Ringing } from "./ringing.ts";

/** What the desk needs of the session of a call. */
export interface DeskSession {
  view(): { ended: string | null; actions: { hangUp?: () => void } };
  subscribe(listener: () => void): () => void;
  begun(): Promise<void>;
  close(): void;
}

type Begin<Session> = (call: CallToEnter) => Session;

export interface CallDeskParts<Session> {
  /** What rings for the person who is signed in here. */
  ringing: Ringing;
  /** Fetches what a call needs. Fails without a network, and in a browser that cannot hold calls. */
  load(): Promise<Begin<Session>>;
}

export interface CallDesk<Session> {
  ringing: Ringing;
  /** The call that this browser is in, by its id: what rings meanwhile does not take its screen away. */
  current(): string | null;
  subscribe(listener: () => void): () => void;
  /** Hears from now on that this browser is in a call, with what resolves when it is in none any more. */
  duringCalls(hear: (over: Promise<void>) => void): void;
  /** A call may begin soon: what it needs is fetched, so that entering it waits for nothing. */
  prepare(): void;
  /**
   * Enters a call before its screen is drawn, which then goes on with it. Whoever is in another call leaves that
   * one: a person stands in one running call.
   */
  enter(call: CallToEnter): void;
  /**
   * Resolves when the call that was entered has said what the other side waits for, or soon after: what is drawn before
   * would hold it up.
   */
  begun(): Promise<void>;
  /** The screen of a call has come: goes on with what was entered for it, or begins. */
  stand(call: CallToEnter, begin: Begin<Session>): Session;
  /** The screen of a call is gone. Being drawn anew is not leaving, and does not hang up. */
  leave(callId: string, options: { hangsUp: boolean }): void;
}

/** A screen that has not come for its call after this long does not come any more. */
const SCREEN_WITHIN_MS = 15_000;
/** Longer than this nobody sees the ringing of a call that was answered. */
const BEGUN_WITHIN_MS = 300;

interface Place<Session> {
  call: CallToEnter;
  /** Null while what it needs is fetched. */
  session: Session | null;
  stopHearing(): void;
  /** Until its screen has come. */
  timer: ReturnType<typeof setTimeout> | undefined;
}

/** The one place that knows which call this browser is in. */
export function createCallDesk<Session extends DeskSession>(
  parts: CallDeskParts<Session>,
): CallDesk<Session> {
  let place: Place<Session> | null = null;
  /** What begins a call, once it was fetched. */
  let ready: Begin<Session> | null = null;
  const told = createStore<string | null>(null);

  const isOver = ({ session }: Place<Session>) => session !== null && session.view().ended !== null;
  const current = () => (place === null || isOver(place) ? null : place.call.callId);

  const tell = () => told.set(current());

  /** Whoever had the place leaves it, for the next call or for none. */
  const put = (next: Place<Session> | null, { hangsUp }: { hangsUp: boolean }) => {
    const last = place;
    place = next;
    if (last !== null) {
      clearTimeout(last.timer);
      last.stopHearing();
      if (hangsUp) {
        last.session?.view().actions.hangUp?.();
      }
      last.session?.close();
    }
    tell();
  };

  const newPlace = (call: CallToEnter): Place<Session> => {
    const next: Place<Session> = { call, session: null, stopHearing: () => undefined, timer: undefined };
    put(next, { hangsUp: true });
    return next;
  };

  const fill = (taken: Place<Session>, session: Session) => {
    taken.session = session;
    taken.stopHearing = session.subscribe(tell);
    tell();
    return session;
  };

  const load = async () => {
    ready ??= await parts.load();
    return ready;
  };

  const enter = async (call: CallToEnter) => {
    const taken = newPlace(call);
    const giveUp = () => {
      if (place === taken) {
        put(null, { hangsUp: true });
      }
    };
    taken.timer = setTimeout(giveUp, SCREEN_WITHIN_MS);
    if (ready !== null) {
      // With the press itself: nothing is drawn before the answer is on its way.
      fill(taken, ready(call));
      return;
    }
    const begin = await load().catch(() => null);
    // It may have been left meanwhile, or its screen was faster.
    if (place !== taken || taken.session !== null) {
      return;
    }
    if (begin === null) {
      // Its screen enters by itself, and fails there where it can be said.
      giveUp();
    } else {
      fill(taken, begin(call));
    }
  };

  return {
    ringing: parts.ringing,
    current,
    subscribe: told.subscribe,
    duringCalls(hear) {
      let letGo: (() => void) | null = null;
      told.subscribe(() => {
        if (told.current() === null) {
          letGo?.();
          letGo = null;
        } else if (letGo === null) {
          hear(
            new Promise<void>((resolve) => {
              letGo = resolve;
            }),
          );
        }
      });
    },
    prepare() {
      // What cannot be fetched now is when the call is entered, and fails there where it can be said.
      load().catch(() => undefined);
    },
    enter(call) {
      if (place?.call.callId !== call.callId) {
        void enter(call);
      }
    },
    async begun() {
      await Promise.race([
        place?.session?.begun(),
        new Promise((resolve) => setTimeout(resolve, BEGUN_WITHIN_MS)),
      ]);
    },
    stand(call, begin) {
      const here = place?.call.callId === call.callId ? place : newPlace(call);
      clearTimeout(here.timer);
      // A screen that is faster than what was fetched begins the call as it was entered.
      return here.session ?? fill(here, begin(here.call));
    },
    leave(callId, options) {
      if (place?.call.callId === callId) {
        put(null, options);
      }
    },
  };
}
