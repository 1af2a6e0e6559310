import { type BrowserContext, expect, type Page, type Worker } from "@playwright/test";
import type { PushPayload } from "@umbral/contract/notifications/notifications.contract";

/** The service worker of a browser: what is pushed to it, and what it shows. */
export interface AppWorker {
  worker: Worker;
  /** As a push service does: the worker is woken with this text. */
  push(payload: PushPayload | string): Promise<void>;
  shown(): Promise<ShownNotification[]>;
  /** Presses a notification, or a button on it. */
  press(tag: string, action?: string): Promise<void>;
}

export interface ShownNotification {
  title: string;
  body: string;
  tag: string;
  silent: boolean;
  requireInteraction: boolean;
  actions: string[];
}

/** The worker of this browser, once it is at work. Needs a page of the app to begin with. */
export async function workerOf(context: BrowserContext, page: Page): Promise<AppWorker> {
  await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state);
  const [worker = await context.waitForEvent("serviceworker")] = context.serviceWorkers();
  const { origin } = new URL(page.url());
  const cdp = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    cdp.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const own = registrations.find(({ scopeURL, isDeleted }) => scopeURL.startsWith(origin) && !isDeleted);
      if (own) {
        resolve(own.registrationId);
      }
    });
  });
  await cdp.send("ServiceWorker.enable");
  const registrationId = await registered;

  await worker.evaluate(countPushes);
  const shown = () => worker.evaluate(readNotifications);
  const deliver = async (data: string) => {
    // One of its own: a page that went elsewhere a moment ago may have another process, and what is delivered
    // through the former one's session is lost without a word.
    const session = await context.newCDPSession(page);
    await session.send("ServiceWorker.enable");
    await session.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data });
    await session.detach();
  };
  return {
    worker,
    shown,
    async push(payload) {
      const data = typeof payload === "string" ? payload : JSON.stringify(payload);
      const before = await worker.evaluate(pushesHeard);
      await expect(async () => {
        // As a push service does with what did not arrive, while the page is on its way elsewhere.
        await deliver(data);
        await expect.poll(() => worker.evaluate(pushesHeard), { timeout: 3000 }).toBeGreaterThan(before);
      }).toPass({ timeout: 20_000 });
    },
    press: (tag, action = "") => worker.evaluate(pressNotification, { tag, action }),
  };
}

/*
 * These run inside the worker, whose scope the types of a page do not describe.
 */
interface Shown {
  title: string;
  body: string;
  tag: string;
  silent: boolean | null;
  requireInteraction: boolean;
  actions?: { title: string }[];
}
declare const heard: { pushes: number };
declare const registration: { getNotifications(filter?: { tag: string }): Promise<Shown[]> };

/** And has the looks of the test wait for what is being shown: Chromium forgets a notification that is read in that moment. */
function countPushes(): void {
  let last: Promise<unknown> = Promise.resolve();
  for (const name of ["showNotification", "getNotifications"]) {
    const ask = Reflect.get(registration, name) as (...about: unknown[]) => Promise<unknown>;
    Reflect.set(registration, name, (...about: unknown[]) => {
      const work = () => ask.apply(registration, about);
      const answer = last.then(work, work);
      last = answer;
      return answer;
    });
  }
  const count = { pushes: 0 };
  Reflect.set(globalThis, "heard", count);
  globalThis.addEventListener("push", () => {
    count.pushes += 1;
  });
}

const pushesHeard = (): number => heard.pushes;

async function readNotifications(): Promise<ShownNotification[]> {
  return (await registration.getNotifications()).map((one) => ({
    title: one.title,
    body: one.body,
    tag: one.tag,
    silent: one.silent === true,
    requireInteraction: one.requireInteraction,
    actions: (one.actions ?? []).map(({ title }) => title),
  }));
}

async function pressNotification({ tag, action }: { tag: string; action: string }): Promise<void> {
  const [notification] = await registration.getNotifications({ tag });
  if (!notification) {
    throw new Error(`no notification ${tag}`);
  }
  const Press = Reflect.get(globalThis, "NotificationEvent") as new (
    type: string,
    about: { notification: Shown; action: string },
  ) => Event;
  globalThis.dispatchEvent(new Press("notificationclick", { notification, action }));
}
