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
  nowMs(): number;
  sleep(milliseconds: number): Promise<void>;
}

/** How long a window has to say that it rings. */
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
      return parts.shelf.showNotification(push.title, lookOf(push));
    case "alarm":
      return showAlarm(push, parts);
    case "bell-test":
      return showBellTest(push, parts);
  }
}

const lookOf = (push: PushPayload): NotificationLook => ({
  ...usual,
  body: push.body,
  tag: push.tag,
  data: push,
});

async function showCall(push: PushPayload, parts: ShowParts): Promise<void> {
  const leftMs = Date.parse(push.expiresAt) - parts.nowMs();
  if (leftMs <= 0) {
    await parts.shelf.showNotification("Llamada perdida", quiet(push));
    return;
  }
  if (await isRingingInFront(push.tag, parts)) {
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
  await parts.sleep(leftMs + LATE_MS);
  const shown = await parts.shelf.getNotifications({ tag: push.tag });
  if (shown.some(({ data }) => kindOf(data) === "call")) {
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
async function showAlarm(push: PushPayload, { shelf, nowMs }: ShowParts): Promise<void> {
  const isOld = Date.parse(push.expiresAt) <= nowMs();
  await shelf.showNotification(
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

async function isRingingInFront(callId: string, { windows, sleep }: ShowParts): Promise<boolean> {
  const all = await windows.matchAll({ type: "window", includeUncontrolled: true });
  const answers = await Promise.all(
    all.filter(isInFront).map((window) => askFor(window, { umbral: "is-ringing", callId }, sleep(ANSWER_MS))),
  );
  return answers.includes(true);
}
