import { callDesk } from "../features/calls/index.ts";
import { askFor, isWish, saidNotices, type Wish } from "../features/notifications/index.ts";
import { callIdOf } from "../lib/paths.ts";
import { connection } from "../lib/socket.ts";
import { notify } from "../ui/notices.ts";
import { pageRouter } from "./page-router.ts";
import { createUpdates, type WaitingWorker } from "./worker-updates.ts";

/** Held by every window that is in a call: a newer version waits until nobody holds it. */
const CALL_LOCK = "umbral-call";
/** How long a worker has to answer. */
const ANSWER_MS = 2000;
/** A page that stays open for days asks for newer versions by itself, and after each reconnection. */
const LOOK_EVERY_MS = 3_600_000;
const LOOK_AT_MOST_EVERY_MS = 60_000;

const silence = () =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ANSWER_MS);
  });

/** Registers the worker, obeys what it asks of this window, and lets newer versions in. */
export async function startServiceWorker(): Promise<void> {
  const { serviceWorker } = navigator;
  serviceWorker.addEventListener("message", ({ data, ports }) => {
    void Promise.resolve(grant(data)).then((isGranted) => ports[0]?.postMessage(isGranted));
  });
  serviceWorker.startMessages();
  callDesk.duringCalls((over) => void navigator.locks.request(CALL_LOCK, { mode: "shared" }, () => over));

  const updates = createUpdates({
    outsideCalls: (work) =>
      navigator.locks.request(CALL_LOCK, { ifAvailable: true }, async (lock) => {
        if (lock !== null) {
          work();
        }
        return lock !== null;
      }),
    isBusy: () =>
      callDesk.current() !== null ||
      callDesk.ringing.calls().length > 0 ||
      callIdOf(window.location.pathname) !== null,
    onNew: () => notify("Hay una versión nueva de Umbral. Se instala sola cuando cambies de pantalla."),
    reload: () => window.location.reload(),
  });
  serviceWorker.addEventListener("controllerchange", updates.tookOver);

  const registration = await serviceWorker.register("/sw.js", { updateViaCache: "none" });
  const lookAt = (worker: ServiceWorker | null) => {
    // The first version of all needs nobody's leave.
    if (worker !== null && registration.active !== null) {
      void updates.found(asWaiting(worker));
    }
  };
  lookAt(registration.waiting);
  registration.addEventListener("updatefound", () => {
    const { installing } = registration;
    installing?.addEventListener("statechange", () => {
      if (installing.state === "installed") {
        lookAt(registration.waiting);
      }
    });
  });
  watchNavigations(() => void updates.navigated());
  lookForNewer(registration);
}

/** What the worker may ask of this window. */
function grant(wish: unknown): boolean | Promise<boolean> {
  if (isWish(wish, "is-ringing")) {
    // Connected, the window rings by itself, now or in a moment.
    return connection.isUp() || callDesk.ringing.calls().some(({ callId }) => callId === wish.callId);
  }
  if (isWish(wish, "is-said")) {
    return (
      document.visibilityState === "visible" &&
      saidNotices.take({ title: wish.title, sentence: wish.sentence }, silence())
    );
  }
  if (isWish(wish, "go")) {
    const callId = callIdOf(wish.path);
    if (callId !== null) {
      // Its screen answers it: it need not ring here too.
      callDesk.ringing.take(callId);
    }
    void pageRouter().navigate(wish.path);
    return true;
  }
  return false;
}

function asWaiting(worker: ServiceWorker): WaitingWorker {
  const script = document.querySelector<HTMLScriptElement>("script[type=module][src]");
  const entry = script === null ? "" : new URL(script.src).pathname;
  return {
    isOfThisPage: () => askFor(worker, { umbral: "is-version", entry }, silence()),
    takeOver: () => worker.postMessage({ umbral: "take-over" } satisfies Wish),
  };
}

function watchNavigations(onNavigated: () => void): void {
  const router = pageRouter();
  let { pathname } = router.state.location;
  router.subscribe(({ location }) => {
    if (location.pathname !== pathname) {
      ({ pathname } = location);
      onNavigated();
    }
  });
}

function lookForNewer(registration: ServiceWorkerRegistration): void {
  let lookedAt = performance.now();
  const look = () => {
    if (performance.now() - lookedAt >= LOOK_AT_MOST_EVERY_MS) {
      lookedAt = performance.now();
      // Without a network there is nothing newer to be had.
      registration.update().catch(() => undefined);
    }
  };
  setInterval(look, LOOK_EVERY_MS);
  let wasUp = connection.isUp();
  connection.subscribe(() => {
    const isUp = connection.isUp();
    if (isUp && !wasUp) {
      look();
    }
    wasUp = isUp;
  });
}
