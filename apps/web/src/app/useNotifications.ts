import { useEffect } from "react";
import { hearBellTests, hearHomeNotices } from "../features/notifications/index.ts";
import { hasApp } from "../lib/has-app.ts";
import { whenCalm } from "../lib/when-idle.ts";

/** Not on the first load: nothing of it is on screen. */
const room = () => import("../features/notifications/at-work.ts");

let calm: Promise<void> | null = null;
/** A browser that was never here has no registration for pushes to look after: its first screen goes before that code. */
const timeForPushes = (): Promise<void> => {
  calm ??= hasApp() ? Promise.resolve() : new Promise((resolve) => void whenCalm(resolve));
  return calm;
};

/** Hears what is meant for this device while somebody is signed in, from the first moment on. */
export function useNotifications(): void {
  useEffect(() => {
    const stops = [hearBellTests(), hearHomeNotices()];
    let isGone = false;
    timeForPushes()
      .then(room)
      .then(
        ({ leaveWithSession }) => {
          if (!isGone) {
            stops.push(leaveWithSession());
          }
        },
        // Its code did not come: no network. The next load brings it.
        () => undefined,
      );
    return () => {
      isGone = true;
      for (const stop of stops) {
        stop();
      }
    };
  }, []);
}

/** Looks at this device's registration for pushes, after each refresh of the person (specification §4). */
export async function refreshPush(): Promise<void> {
  await timeForPushes();
  const found = await room().catch(() => null);
  await found?.refreshPush();
}
