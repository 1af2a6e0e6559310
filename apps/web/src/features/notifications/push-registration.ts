import type { KeyStore } from "../../lib/storage.ts";
import { createStore } from "../../lib/store.ts";
import { inTime } from "./in-time.ts";

/**
 * `unsupported`: this browser takes no pushes. `install-first`: it does once the app is on the home screen.
 * `ask`: nobody has been asked. `refused`: only the browser's settings give it back. `working`: on its way.
 * `failed`: allowed, and it did not come about. `on`: this device is registered.
 */
export type PushState = "unsupported" | "install-first" | "ask" | "refused" | "working" | "failed" | "on";

export interface Subscription {
  /** What the server is told. */
  readonly token: string;
  /** The server's key that it was made with, in base64url; null when the browser does not say. */
  readonly key: string | null;
  end(): Promise<unknown>;
}

/** The part of the browser that is used. */
export interface PushBrowser {
  permission(): NotificationPermission;
  askPermission(): Promise<NotificationPermission>;
  subscription(): Promise<Subscription | null>;
  subscribe(key: string): Promise<Subscription>;
}

export interface PushRegistrationParts {
  browser: PushBrowser | "unsupported" | "install-first";
  store: KeyStore;
  /** Who is signed in, and in which session; null for nobody. */
  signedIn(): { personId: string; token: string } | null;
  readKey(): Promise<string>;
  send(token: string): Promise<unknown>;
  nowMs(): number;
  onTrouble(error: unknown): void;
}

export interface PushRegistration {
  state(): PushState;
  subscribe(listener: () => void): () => void;
  /** Makes good what is missing, without asking anybody anything. */
  refresh(): Promise<void>;
  /** The person asked for it: the browser asks them, and the device is registered. */
  enable(): Promise<void>;
  /** The session is over: this device takes no pushes any more. */
  leave(): Promise<void>;
}

/** What was sent from this browser last, to whom it belongs and when. */
const KEY = "tokenFirebase";
/** The specification's refresh of the registration (§9). */
const REFRESH_MS = 7 * 24 * 3_600_000;
/** A browser or a line that is silent for longer is waited for no more: whoever comes next has their turn. */
const PATIENCE_MS = 60_000;

interface Note {
  token: string;
  personId: string;
  at: number;
}

/** The registration of this browser for pushes. Failures are logged and seen only by who asked (§8). */
export function createPushRegistration(parts: PushRegistrationParts): PushRegistration {
  const { browser, store } = parts;
  /** The registration that is being made, and in whose session. */
  let underway: { session: string | undefined; done: Promise<void> } | null = null;
  /** What was begun for somebody who left: whoever comes next waits for it, and has this browser to themselves. */
  let before: Promise<unknown> = Promise.resolve();
  const state = createStore<PushState>(typeof browser === "string" ? browser : stateOf(browser.permission()));

  /** Its key may have changed: a subscription made with the old one takes no pushes of this server. */
  const subscriptionFor = async (from: PushBrowser, isChecked: boolean): Promise<Subscription> => {
    const existing = await from.subscription();
    if (existing !== null && !isChecked) {
      return existing;
    }
    const key = await parts.readKey();
    if (existing !== null && (existing.key === null || existing.key === key)) {
      return existing;
    }
    await existing?.end();
    return from.subscribe(key);
  };

  const register = async (from: PushBrowser): Promise<void> => {
    const asker = parts.signedIn();
    if (asker === null) {
      return;
    }
    const { personId } = asker;
    const hasLeft = () => parts.signedIn()?.token !== asker.token;
    const permission = from.permission();
    if (permission !== "granted") {
      state.set(stateOf(permission));
      return;
    }
    try {
      const note = readNote(store);
      const isOld = note === null || note.personId !== personId || parts.nowMs() - note.at >= REFRESH_MS;
      const { token } = await inTime(subscriptionFor(from, isOld), PATIENCE_MS, "subscription");
      if (isOld || note.token !== token) {
        await inTime(parts.send(token), PATIENCE_MS, "answer to the registration");
        // Somebody may have left meanwhile: what was sent belonged to their session.
        if (hasLeft()) {
          return;
        }
        store.setItem(KEY, JSON.stringify({ token, personId, at: parts.nowMs() } satisfies Note));
      }
      state.set("on");
    } catch (error) {
      if (!hasLeft()) {
        state.set("failed");
      }
      parts.onTrouble(error);
    }
  };

  /** One at a time: two screens ask in the same moment. Another session has one of its own. */
  const refresh = (): Promise<void> => {
    if (typeof browser === "string") {
      return Promise.resolve();
    }
    const session = parts.signedIn()?.token;
    if (underway === null || underway.session !== session) {
      const done = before.then(() => register(browser));
      const mine = { session, done };
      underway = mine;
      before = done.finally(() => {
        if (underway === mine) {
          underway = null;
        }
      });
    }
    return underway.done;
  };

  return {
    state: state.current,
    subscribe: state.subscribe,
    refresh,
    async enable() {
      if (typeof browser === "string") {
        return;
      }
      state.set("working");
      const permission = await browser.askPermission();
      if (permission === "granted") {
        await refresh();
      } else {
        state.set(stateOf(permission));
      }
    },
    async leave() {
      store.removeItem(KEY);
      if (typeof browser === "string") {
        return;
      }
      state.set(stateOf(browser.permission()));
      const ended = browser.subscription().then((subscription) => subscription?.end());
      const ending = inTime(ended, PATIENCE_MS, "end of the subscription").catch(parts.onTrouble);
      before = Promise.all([before, ending]);
      await ending;
    },
  };
}

/** Allowed is not yet registered. */
function stateOf(permission: NotificationPermission): PushState {
  return permission === "granted" ? "working" : permission === "denied" ? "refused" : "ask";
}

function readNote(store: KeyStore): Note | null {
  try {
    const value: unknown = JSON.parse(store.getItem(KEY) ?? "null");
    return isNote(value) ? value : null;
  } catch {
    return null;
  }
}

function isNote(value: unknown): value is Note {
  return (
    typeof value === "object" &&
    value !== null &&
    "token" in value &&
    typeof value.token === "string" &&
    "personId" in value &&
    typeof value.personId === "string" &&
    "at" in value &&
    typeof value.at === "number"
  );
}
