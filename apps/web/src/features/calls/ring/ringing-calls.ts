import type { init } from "@umbral/contract/auth/auth.contract";
import { useEffect, useSyncExternalStore } from "react";
import { ask, connection } from "../../../lib/socket.ts";
import { reportTrouble } from "../../../lib/trouble.ts";
import { session } from "../../../lib/useSession.ts";
import { notify } from "../../../ui/notices.ts";
import { createRinging, type RingingCall, type RingingEnd } from "./ringing.ts";

/** What rings on this page, for whoever is signed in. */
export const ringing = createRinging({
  line: connection,
  // Every page knows what rings, the login too: what asks the server came with the screen that rings.
  rejectOverHttp: async (...reply) => (await import("../calls.api.ts")).rejectCallOf(...reply),
  steadyMs: () => performance.now(),
  nowMs: () => Date.now(),
  onEnd: (call, why) => notify(endSentence(call, why)),
  onTrouble: reportTrouble,
});

function endSentence({ from }: RingingCall, why: RingingEnd): string {
  switch (why) {
    case "elsewhere":
      return "Respondiste la llamada en otro dispositivo.";
    case "telephone":
      return "Contestaste la llamada por teléfono.";
    case "PERDIDA":
      return `Perdiste una llamada de ${from.name}.`;
    case "TERMINADA":
      return `La llamada de ${from.name} terminó.`;
  }
}

/** Hears what rings while the component is on screen. */
export function useRingingCalls(): readonly RingingCall[] {
  useEffect(() => {
    ringing.start();
    askWhatRings();
    return ringing.stop;
  }, []);
  return useSyncExternalStore(ringing.subscribe, ringing.calls);
}

/**
 * The server names what rings when a device signs in. One that was connected before this page listened
 * says once more who it is.
 */
function askWhatRings(): void {
  const token = session.current()?.token;
  if (token !== undefined && connection.state() === "connected") {
    ask<typeof init>("init", { token }).catch(reportTrouble);
  }
}
