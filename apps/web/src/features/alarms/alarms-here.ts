import { alarmTitle } from "@umbral/contract/alarms/alarm-names";
import { useEffect, useSyncExternalStore } from "react";
import { NoConnection } from "../../lib/failures.ts";
import { connection } from "../../lib/socket.ts";
import { session } from "../../lib/useSession.ts";
import { notify } from "../../ui/notices.ts";
import { createAlarmWatch } from "./alarm-watch.ts";
import { sayUnderstood } from "./alarms.api.ts";
import { whoOf } from "./alarms.strings.ts";

/** What is active for whoever is signed in on this page. */
const watch = createAlarmWatch({
  line: connection,
  onSilenced(news) {
    const { silencedBy } = news;
    // Whoever did it is told so, and what the siren does, where they did.
    if (silencedBy !== undefined && silencedBy.id !== session.current()?.user?.id) {
      notify(`${alarmTitle(news)}: la silenció ${whoOf(silencedBy)}.`);
    }
  },
});

/** What is active, as it was heard: for parts of a screen on which {@link useActiveAlarms} listens. */
export const useHeardAlarms = () => useSyncExternalStore(watch.subscribe, watch.active);

/** Hears alarms while the component is on screen. */
export function useActiveAlarms() {
  useEffect(() => {
    watch.start();
    // The server names what is active while a device signs in: it may have before this one listened.
    connection.nameAgain();
    return watch.stop;
  }, []);
  return useHeardAlarms();
}

/** 'Entendido': it interrupts no more, here at once and on this person's other devices from their next start. */
export function understand(buildingId: string, alarmId: string): void {
  watch.understood(alarmId);
  sayUnderstood(buildingId, alarmId).catch(ignoreNoConnection);
}

/** Without a line nobody can be told; the alarm comes again with the line, and so does the question. */
function ignoreNoConnection(error: unknown): void {
  if (!(error instanceof NoConnection)) {
    reportError(error);
  }
}
