import { inTime } from "./in-time.ts";
import type { PushBrowser, Subscription } from "./push-registration.ts";

/** This browser's pushes, or why it has none. */
export function pushBrowser(): PushBrowser | "unsupported" | "install-first" {
  if ("serviceWorker" in navigator && "PushManager" in window && "Notification" in window) {
    return {
      permission: () => Notification.permission,
      askPermission: () => Notification.requestPermission(),
      subscription: async () => {
        const subscription = await (await manager()).getSubscription();
        return subscription && describe(subscription);
      },
      subscribe: async (applicationServerKey) =>
        describe(await (await manager()).subscribe({ userVisibleOnly: true, applicationServerKey })),
    };
  }
  // On an iPhone pushes come with the app on the home screen, and not before.
  return "serviceWorker" in navigator && /iPhone|iPad/.test(navigator.userAgent)
    ? "install-first"
    : "unsupported";
}

/** The worker stands some moments after the page; one that could not be installed never does. */
const WORKER_MS = 20_000;

async function manager(): Promise<PushManager> {
  return (await inTime(navigator.serviceWorker.ready, WORKER_MS, "service worker")).pushManager;
}

function describe(subscription: PushSubscription): Subscription {
  const key = subscription.options.applicationServerKey;
  return {
    token: JSON.stringify(subscription),
    key: key && base64url(new Uint8Array(key)),
    end: () => subscription.unsubscribe(),
  };
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}
