import { hearBellTests } from "./hear-bell-test.ts";
import { hearHomeNotices } from "./hear-home-notices.ts";
import { leaveWithSession, pushRegistration } from "./push.ts";

/** What goes on for whoever is signed in, whatever the screen. Returns how to stop. */
export function startNotifications(): () => void {
  const stopHearing = hearBellTests();
  const stopTelling = hearHomeNotices();
  const stopLooking = leaveWithSession();
  return () => {
    stopHearing();
    stopTelling();
    stopLooking();
  };
}

/** After each refresh of the person the registration is looked at (specification §4, push token). */
export const refreshPush = (): Promise<void> => pushRegistration.refresh();
