import { RING_MS } from "@umbral/contract/calls/call-times";
import type { PushPayload } from "@umbral/contract/notifications/notifications.contract";
import type { AppWindow, AppWindows, NotificationLook, NotificationShelf } from "../../lib/worker-scope.ts";
import { readPush } from "./push-payload.ts";
import { askFor } from "./worker-wishes.ts";

export type PostWithProof = (path: string, proof: string) => Promise<Response>;

export interface ShowParts {
  windows: Pick<AppWindows, "matchAll">;
  shelf: NotificationShelf;
  /** Asks the server for the one thing that the proof of a push is for. */
  post: PostWithProof;
  /** By this device's clock, which people set as they like. */
  nowMs(): number;
  /** By the server's clock; null where it does not answer soon. */
  serverNowMs(): Promise<number | null>;
  sleep(milliseconds: number): Promise<void>;
}

/** How long a window has to say that it rings, or said the same, before the push does. */
const ANSWER_MS = 500;
/** After its end: the word of the server, which knows how it ended, comes first. */
const LATE_MS = 3000;
/** On and off, in milliseconds: long enough to be felt in a pocket. */
const RINGING = [600, 250, 600, 250, 600, 900, 600, 250, 600, 250, 600];
const ONCE = [250, 150, 250];
/** Longer than any other, and unlike a bell. */
const ALARM = [1200, 300, 1200, 300, 1200, 300, 1200];

const usual = { lang: "es", icon: "/icons/icon-192.png", badge: "/icons/badge-96.png" } as const;

/** Draws what a push says. Browsers ask that each push shows something, unless the app is in front. */
export async function showPush(text: string, parts: ShowParts): Promise<void> {
  const push = readPush(text);
  if (push === null) {
    // Of a newer server: the app itself knows what it is.
    await parts.shelf.showNotification("Umbral", { ...usual, body: "Tienes una novedad.", tag: "umbral" });
    return;
  }
  switch (push.kind) {
    case "call":
      return showCall(push, parts);
    case "call-ended":
      return showEnd(push, parts);
    case "notice":
      return showNotice(push, parts);
    case "alarm":
      return showAlarm(push, parts);
    case "bell-test":
      return showBellTest(push, parts);
  }
}

/** Not again over an app that said the same in front of somebody. */
async function showNotice(push: PushPayload, { windows, shelf, sleep }: ShowParts): Promise<void> {
  const all = await windows.matchAll({ type: "window", includeUncontrolled: true });
  const wish = { umbral: "is-said", title: push.title, sentence: push.body } as const;
  const silence = sleep(ANSWER_MS);
  const said = await Promise.all(all.filter(isInFront).map((window) => askFor(window, wish, silence)));
  if (!said.includes(true)) {
    await shelf.showNotification(push.title, lookOf(push));
  }
}

const lookOf = (push: PushPayload): NotificationLook => ({
  ...usual,
  body: push.body,
  tag: push.tag,
  data: push,
});

/** For how long a push is good yet, by this device's clock. */
const leftHere = ({ expiresAt }: PushPayload, { nowMs }: ShowParts): number =>
  Date.parse(expiresAt) - nowMs();

/** The same by the server's, which set its end; null where it cannot be asked. */
async function leftByServer({ expiresAt }: PushPayload, { serverNowMs }: ShowParts): Promise<number | null> {
  const now = await serverNowMs();
  return now === null ? null : Date.parse(expiresAt) - now;
}

async function showCall(push: PushPayload, parts: ShowParts): Promise<void> {
  // Asked each time: a clock that is some seconds ahead would end the ringing of a call that still rings.
  const told = leftByServer(push, parts);
  const ownMs = leftHere(push, parts);
  const isLikely = ownMs > 0 && ownMs <= RING_MS;
  if ((isLikely ? ownMs : ((await told) ?? ownMs)) <= 0) {
    await parts.shelf.showNotification("Llamada perdida", quiet(push));
    return;
  }
  let endOfAsking = (): void => undefined;
  const over = new Promise<void>((resolve) => {
    endOfAsking = resolve;
  });
  const windows = await parts.windows.matchAll({ type: "window", includeUncontrolled: true });
  const inFront = windows.filter(isInFront);
  const rings = oneRings(inFront, push.tag, over);
  if (inFront.length > 0 && (await Promise.race([rings, parts.sleep(ANSWER_MS).then(() => false)]))) {
    endOfAsking();
    return;
  }
  await parts.shelf.showNotification(push.title, {
    ...lookOf(push),
    requireInteraction: true,
    renotify: true,
    vibrate: RINGING,
    actions: [
      { action: "answer", title: "Contestar" },
      { action: "reject", title: "Rechazar" },
    ],
  });
  const leftMs = Math.min(RING_MS, (await told) ?? ownMs);
  void parts.sleep(leftMs + LATE_MS).then(endOfAsking);
  // A window with much to do may say late that it rings: then one noise is enough.
  const isOver = over.then(() => false);
  const ringsAfterAll = await Promise.race([rings.then((yes) => yes || isOver), isOver]);
  const shown = (await parts.shelf.getNotifications({ tag: push.tag })).filter(
    ({ data }) => kindOf(data) === "call",
  );
  if (ringsAfterAll) {
    for (const notification of shown) {
      notification.close();
    }
  } else if (shown.length > 0) {
    // How it ended was not heard here: it may have been answered elsewhere.
    await parts.shelf.showNotification("La llamada ya terminó", quiet(push));
  }
}

/** Without noise, without anything to press, in the place of what rang. */
const quiet = (push: PushPayload): NotificationLook => ({
  ...lookOf({ ...push, kind: "notice" }),
  silent: true,
});

const kindOf = (data: unknown): unknown =>
  typeof data === "object" && data !== null && "kind" in data ? data.kind : undefined;

async function showEnd(push: PushPayload, { windows, shelf }: ShowParts): Promise<void> {
  const all = await windows.matchAll({ type: "window", includeUncontrolled: true });
  if (all.some(isInFront)) {
    for (const notification of await shelf.getNotifications({ tag: push.tag })) {
      notification.close();
    }
    return;
  }
  await shelf.showNotification(push.title, quiet(push));
}

/** Stays until somebody has looked at it; also over an open app, whose screen may be turned away. */
async function showAlarm(push: PushPayload, parts: ShowParts): Promise<void> {
  const ownMs = leftHere(push, parts);
  const isOld = ownMs <= 0 && ((await leftByServer(push, parts)) ?? ownMs) <= 0;
  await parts.shelf.showNotification(
    push.title,
    isOld ? quiet(push) : { ...lookOf(push), requireInteraction: true, renotify: true, vibrate: ALARM },
  );
}

async function showBellTest(push: PushPayload, { shelf, post }: ShowParts): Promise<void> {
  await shelf.showNotification(push.title, { ...lookOf(push), renotify: true, vibrate: ONCE });
  if (push.proof !== undefined) {
    // Only now is it true: it was shown on this device.
    await post("/api/push/bell-test/arrived", push.proof).catch(() => undefined);
  }
}

const isInFront = (window: AppWindow): boolean => window.visibilityState === "visible";

/** True as soon as one of the windows says that it rings; false once none will. */
function oneRings(windows: readonly AppWindow[], callId: string, over: Promise<void>): Promise<boolean> {
  const asked = windows.map(async (window) => {
    if (!(await askFor(window, { umbral: "is-ringing", callId }, over))) {
      throw new Error("it does not ring there");
    }
  });
  return Promise.any(asked).then(
    () => true,
    () => false,
  );
}
