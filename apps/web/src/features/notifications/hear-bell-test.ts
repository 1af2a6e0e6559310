import type { bellTestHeard } from "@umbral/contract/notifications/bell-test.contract";
import { ring } from "../../lib/ringtone.ts";
import { ask, connection } from "../../lib/socket.ts";
import { reportTrouble } from "../../lib/trouble.ts";
import { notify } from "../../ui/notices.ts";

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
  return () => {
    stopTest();
    clearTimeout(timer);
    stopRinging();
  };
}
