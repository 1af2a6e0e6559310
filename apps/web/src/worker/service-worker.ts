import { actOn, isWish, orderly, showPush } from "../features/notifications/index.ts";
import type { WorkerScope } from "../lib/worker-scope.ts";
import { createShell, type ShellFiles } from "./shell.ts";

declare const self: WorkerScope;
/** Written in by the build. */
declare const SHELL_FILES: ShellFiles;

/** How long the server is waited for when it is asked for the time. */
const SERVER_ANSWERS_MS = 3000;

const sleep = (milliseconds: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, milliseconds);
  });
const fetchIt = (request: Request) => fetch(request);
const post = (path: string, proof: string) =>
  fetch(path, { method: "POST", headers: { authorization: `Proof ${proof}` } });
const nowMs = () => Date.now();
/** Every answer says when it was given: no way of its own is needed, and no session. */
const serverNowMs = async () => {
  try {
    const { headers } = await fetch("/api/push/public-key", {
      cache: "no-store",
      signal: AbortSignal.timeout(SERVER_ANSWERS_MS),
    });
    return Date.parse(headers.get("date") ?? "") || null;
  } catch {
    // No network, or a server that is away.
    return null;
  }
};

const shell = createShell(SHELL_FILES, { caches, fetch: fetchIt, origin: self.location.origin, sleep });
const windows = self.clients;
const shelf = orderly(self.registration);

self.addEventListener("install", (event) => event.waitUntil(shell.install()));
self.addEventListener("activate", (event) => event.waitUntil(shell.activate().then(() => windows.claim())));
self.addEventListener("fetch", (event) => {
  const answer = shell.answer(event.request);
  if (answer !== null) {
    event.respondWith(answer);
  }
});
self.addEventListener("message", (event) => {
  if (isWish(event.data, "take-over")) {
    event.waitUntil(self.skipWaiting());
  } else if (isWish(event.data, "is-version")) {
    event.ports[0]?.postMessage(event.data.entry === SHELL_FILES.entry);
  }
});
self.addEventListener("push", (event) =>
  event.waitUntil(showPush(event.data?.text() ?? "", { windows, shelf, post, nowMs, serverNowMs, sleep })),
);
self.addEventListener("notificationclick", (event) =>
  event.waitUntil(actOn(event.notification, event.action, { windows, shelf, post, sleep })),
);
