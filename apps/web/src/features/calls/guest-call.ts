import type { ringByPass } from "@umbral/contract/passes/guest-page.contract";
import { reportTrouble } from "../../lib/trouble.ts";
import { callOverOwnLine, endOverHttp, type GuestCall, type GuestCallParts } from "./guest-line.ts";

/** Rings the home that let the guest come, over a line of its own. */
export async function ringAsGuest(parts: GuestCallParts): Promise<GuestCall> {
  const { createLobbyCall } = await import("./calling/lobby-call.ts");
  return callOverOwnLine(parts, ({ line, readCall, onAnswered }) =>
    createLobbyCall({
      to: "",
      isToLobby: false,
      line,
      async ring() {
        const { calls, devices } = await parts.ask<typeof ringByPass>("POST", "/api/guest/call", {
          body: {},
        });
        return calls.map((call) => ({ call, name: null, devices }));
      },
      readCall,
      endOverHttp,
      // What the page began is over when it is loaded anew.
      memory: { keep: () => undefined, kept: () => null, forget: () => undefined },
      steadyMs: () => performance.now(),
      onAnswered,
      onTrouble: reportTrouble,
    }),
  );
}
