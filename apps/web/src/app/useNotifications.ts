import { useEffect } from "react";
import { whenCalm } from "../lib/when-idle.ts";

/** Not on the first load: nothing of it is on screen. */
const room = () => import("../features/notifications/at-work.ts");

/** Hears what is meant for this device while somebody is signed in. */
export function useNotifications(): void {
  useEffect(() => {
    let stop: (() => void) | null = null;
    let isGone = false;
    const callOff = whenCalm(() => {
      room().then(
        ({ startNotifications }) => {
          stop = isGone ? null : startNotifications();
        },
        // Its code did not come: no network. The next load brings it.
        () => undefined,
      );
    });
    return () => {
      callOff();
      isGone = true;
      stop?.();
    };
  }, []);
}

/** Looks at this device's registration for pushes, after each refresh of the person (specification §4). */
export async function refreshPush(): Promise<void> {
  const found = await room().catch(() => null);
  await found?.refreshPush();
}
