import { keepPageForCall } from "../../../lib/page-version.ts";
import { connection } from "../../../lib/socket.ts";
import { reportTrouble } from "../../../lib/trouble.ts";
import { notify } from "../../../ui/notices.ts";
import { callSupport } from "../media/index.ts";
import type { CallSession } from "../session/index.ts";
import { createCallDesk } from "./call-desk.ts";
import { createRinging, type RingingCall, type RingingEnd } from "./ringing.ts";

/** The calls of this page, for whoever is signed in. */
export const callDesk = createCallDesk<CallSession>({
  ringing: createRinging({
    line: connection,
    // Every page knows what rings, the login too: what asks the server came with the screen that rings.
    rejectOverHttp: async (...reply) => (await import("../calls.api.ts")).rejectCallOf(...reply),
    steadyMs: () => performance.now(),
    nowMs: () => Date.now(),
    onEnd: (call, why) => notify(endSentence(call, why)),
    onTrouble: reportTrouble,
  }),
  async load() {
    if (callSupport() === "none") {
      throw new Error("This browser has no calls");
    }
    // While it rang there was time to fetch it.
    return (await import("../session/begin-call.ts")).beginCall;
  },
});

callDesk.duringCalls(keepPageForCall);

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
