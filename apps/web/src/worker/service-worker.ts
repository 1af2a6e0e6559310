import { actOn, isWish, orderly, showPush } from "../features/notifications/index.ts";
import type { WorkerScope } from "../lib/worker-scope.ts";
import { createShell, type ShellFiles } from "./shell.ts";

declare const self: WorkerScope;
/** Written in by the build. */
declare const SHELL_FILES: ShellFiles;

const sleep = (milliseconds: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, milliseconds);
  });
const fetchIt = (request: Request) => fetch(request);
const post = (path: string, proof: string) =>
  fetch(path, { method: "POST", headers: { authorization: `Proof ${proof}` } });
const nowMs = () => Date.now();

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
  event.waitUntil(showPush(event.data?.text() ?? "", { windows, shelf, post, nowMs, sleep })),
);
self.addEventListener("notificationclick", (event) =>
  event.waitUntil(actOn(event.notification, event.action, { windows, shelf, post, sleep })),
);
