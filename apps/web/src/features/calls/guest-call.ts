import type { Call } from "@umbral/contract/calls/calls.contract";
import type { ringByPass } from "@umbral/contract/passes/guest-page.contract";
import { reportTrouble } from "../../lib/trouble.ts";
import { callOverOwnLine, endOverHttp, type GuestCall, type GuestCallParts } from "./guest-line.ts";

/** Rings the home that let the guest come, over a line of its own. */
export async function ringAsGuest(parts: GuestCallParts): Promise<GuestCall> {
  const { createLobbyCall } = await import("./calling/lobby-call.ts");
  const rung = new Map<string, Call>();
  let devices = 0;
  return callOverOwnLine(parts, ({ line, readCall, onAnswered }) =>
    createLobbyCall({
      to: "",
      isToLobby: false,
      line,
      async findPeople() {
        const ring = await parts.ask<typeof ringByPass>("POST", "/api/guest/call", { body: {} });
        devices = ring.devices;
        return ring.calls.map((call) => {
          rung.set(call.id, call);
          return { id: call.userId, apartmentUserId: call.id, name: null };
        });
      },
      async createCall(callId) {
        return { call: rung.get(callId) ?? (await readCall(callId)), devices };
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
