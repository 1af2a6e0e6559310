import type { Call, iceServers, readCall } from "@umbral/contract/calls/calls.contract";
import type { Endpoint } from "@umbral/contract/lib/endpoint";
import type { ringByPass } from "@umbral/contract/passes/guest-page.contract";
import type { z } from "zod";
import { createConnection } from "../../lib/connection.ts";
import { NoConnection } from "../../lib/failures.ts";
import { dialLine } from "../../lib/line.ts";
import { createStore, type Readable } from "../../lib/store.ts";
import { reportTrouble } from "../../lib/trouble.ts";
import type { LobbyCallView } from "./calling/index.ts";
import type { CallSession, CallView } from "./session/index.ts";

/** How a request of the guest's own session is made. */
export type GuestAsk = <E extends Endpoint>(
  method: E["method"],
  path: E["path"],
  given?: { body?: z.input<E["body"]>; params?: Readonly<Record<string, string>> },
) => Promise<z.output<E["reply"]>>;

export interface GuestCallParts {
  /** Of a guest's session, which is nobody's who may be signed in on this device. */
  token: string;
  ask: GuestAsk;
}

/** A guest who stands at the entrance: first rings, then talks, as whoever answers sees them. */
export interface GuestCallView {
  ringing: LobbyCallView;
  /** Null until somebody answered. */
  talking: CallView | null;
}

export interface GuestCall extends Readable<GuestCallView> {
  /** Lets go of line and devices. What rings still is cancelled before by its own action. */
  close(): void;
}

/** What a call is made of, without the screens that stand beside it. */
async function fetchParts() {
  const [calling, session, devices, peer, servers] = await Promise.all([
    import("./calling/lobby-call.ts"),
    import("./session/call-session.ts"),
    import("./media/browser-devices.ts"),
    import("./media/browser-peer.ts"),
    import("./media/rtc-servers.ts"),
  ]);
  return { ...calling, ...session, ...devices, ...peer, ...servers };
}

/** Rings the home that let the guest come, over a line of its own. */
export async function ringAsGuest({ token, ask }: GuestCallParts): Promise<GuestCall> {
  const { createLobbyCall, createCallSession, browserDevices, browserPeer, rtcServersOf } =
    await fetchParts();
  const line = createConnection({ dial: dialLine, onSessionOver: () => undefined });
  const rung = new Map<string, Call>();
  let devices = 0;
  let session: CallSession | null = null;

  const readCallOf = async (callId: string): Promise<Call> =>
    (await ask<typeof readCall>("GET", "/api/call/{callId}", { params: { callId } })).call;
  // A guest ends a call over the line alone; without it both sides are gone, and the server ends it.
  const endOverHttp = () => Promise.reject(new NoConnection("a guest's call ends over its line"));

  const ringing = createLobbyCall({
    to: "",
    isToLobby: false,
    line,
    async findPeople() {
      const ring = await ask<typeof ringByPass>("POST", "/api/guest/call", { body: {} });
      devices = ring.devices;
      return ring.calls.map((call) => {
        rung.set(call.id, call);
        return { id: call.userId, apartmentUserId: call.id, name: null };
      });
    },
    async createCall(callId) {
      const call = rung.get(callId);
      return { call: call ?? (await readCallOf(callId)), devices };
    },
    readCall: readCallOf,
    endOverHttp,
    // What the page began is over when it is loaded anew.
    memory: { keep: () => undefined, kept: () => null, forget: () => undefined },
    steadyMs: () => performance.now(),
    onAnswered: talk,
    onTrouble: reportTrouble,
  });
  const view = createStore<GuestCallView>({ ringing: ringing.view(), talking: null });
  const draw = () => view.set({ ringing: ringing.view(), talking: session?.view() ?? null });

  function talk(call: Call): void {
    session = createCallSession({
      callId: call.id,
      personId: call.caller.id,
      entry: { how: "answered", call },
      line,
      readCall: () => readCallOf(call.id),
      mayEndOther: () => Promise.resolve(false),
      endOverHttp,
      newPeer: async (events) => {
        const { iceServers: servers } = await ask<typeof iceServers>("GET", "/api/ice-servers");
        return browserPeer(rtcServersOf(servers), events);
      },
      devices: browserDevices,
      newId: () => crypto.randomUUID(),
      onTrouble: reportTrouble,
    });
    session.subscribe(draw);
    session.start();
    draw();
  }

  ringing.subscribe(draw);
  // Who rings before the line stands would not hear that somebody answered.
  const stopWaiting = line.subscribe(() => {
    if (line.state() === "connected") {
      stopWaiting();
      ringing.start();
    }
  });
  line.start(token);

  return {
    current: view.current,
    subscribe: view.subscribe,
    close() {
      stopWaiting();
      ringing.close();
      session?.close();
      line.stop();
    },
  };
}
