import type { bellTestHeard } from "@umbral/contract/notifications/bell-test.contract";
import { queryClient } from "../../lib/queries.ts";
import { ring } from "../../lib/ringtone.ts";
import { ask, connection } from "../../lib/socket.ts";
import { reportTrouble } from "../../lib/trouble.ts";
import { notify } from "../../ui/notices.ts";
import { bellTestKey } from "./bell-test.api.ts";

/** One round of the bell. */
const RING_MS = 2600;

/** Rings when its person tries their devices, and says that it did. Returns how to stop hearing. */
export function hearBellTests(): () => void {
  let stopRinging: () => void = () => undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stopTest = connection.hear("bell_test", ({ testId }) => {
    stopRinging();
    clearTimeout(timer);
    stopRinging = ring(() => undefined);
    timer = setTimeout(() => stopRinging(), RING_MS);
    notify("Prueba de timbre: este dispositivo la recibió.", "good");
    ask<typeof bellTestHeard>("bell_test:heard", { testId }).catch(reportTrouble);
  });
  const stopChange = connection.hear("bell_test:changed", ({ testId }) => {
    void queryClient.invalidateQueries({ queryKey: bellTestKey(testId) });
  });
  return () => {
    stopTest();
    stopChange();
    clearTimeout(timer);
    stopRinging();
  };
}
