import type { Call, iceServers, readCall } from "@umbral/contract/calls/calls.contract";
import type { Endpoint } from "@umbral/contract/lib/endpoint";
import type { z } from "zod";
import { createConnection } from "../../lib/connection.ts";
import { NoConnection } from "../../lib/failures.ts";
import { dialLine } from "../../lib/line.ts";
import { createStore, type Readable } from "../../lib/store.ts";
import { reportTrouble } from "../../lib/trouble.ts";
import type { CallLine } from "./call-line.ts";
import type { LobbyCallView } from "./calling/index.ts";
import type { CallSession, CallView } from "./session/index.ts";

/** How a request of the page's own session is made. */
export type GuestAsk = <E extends Endpoint>(
  method: E["method"],
  path: E["path"],
  given?: { body?: z.input<E["body"]>; params?: Readonly<Record<string, string>>; signal?: AbortSignal },
) => Promise<z.output<E["reply"]>>;

export interface GuestCallParts {
  /** Of a page without an account, which is nobody's who may be signed in on this device. */
  token: string;
  ask: GuestAsk;
}

/** As far as who rings knows. */
export type GuestRinging = Pick<LobbyCallView, "phase" | "rejectMessage" | "trouble" | "actions">;

/** Somebody who stands at the entrance: first rings, then talks, as whoever answers sees them. */
export interface GuestCallView {
  ringing: GuestRinging;
  /** Null until somebody answered. */
  talking: CallView | null;
}

export interface GuestCall extends Readable<GuestCallView> {
  /** Lets go of line and devices. What rings still is cancelled before by its own action. */
  close(): void;
}

/** One ringing, from the side of who rings. */
export interface Ringing {
  view(): GuestRinging;
  subscribe(listener: () => void): () => void;
  start(): void;
  close(): void;
}

/** What a ringing is made with. */
export interface RingingParts {
  line: CallLine;
  readCall(callId: string): Promise<Call>;
  /** Somebody answered on a device. */
  onAnswered(call: Call): void;
}

/** Such a call ends over its line alone; without it both sides are gone, and the server ends it. */
export const endOverHttp = (): Promise<never> =>
  Promise.reject(new NoConnection("a call without an account ends over its line"));

/** What a call is made of, without the screens that stand beside it. */
async function fetchParts() {
  const [session, devices, peer, servers, prepared] = await Promise.all([
    import("./session/call-session.ts"),
    import("./media/browser-devices.ts"),
    import("./media/browser-peer.ts"),
    import("./media/rtc-servers.ts"),
    import("./media/prepared-connection.ts"),
  ]);
  return { ...session, ...devices, ...peer, ...servers, ...prepared };
}

/** Rings and talks over a line of its own. */
export async function callOverOwnLine(
  { token, ask }: GuestCallParts,
  ringingOver: (parts: RingingParts) => Ringing,
): Promise<GuestCall> {
  const { createCallSession, browserDevices, browserPeer, connectAs, prepareConnection, rtcServersOf } =
    await fetchParts();
  const connection = prepareConnection({
    findServers: async () =>
      rtcServersOf((await ask<typeof iceServers>("GET", "/api/ice-servers")).iceServers),
    connect: connectAs,
  });
  connection.prepare("caller");
  const line = createConnection({ dial: dialLine, onSessionOver: () => undefined });
  let session: CallSession | null = null;
  const readCallOf = async (callId: string): Promise<Call> =>
    (await ask<typeof readCall>("GET", "/api/call/{callId}", { params: { callId } })).call;

  const ringing = ringingOver({ line, readCall: readCallOf, onAnswered: talk });
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
      newPeer: async (events, side) => browserPeer(await connection.take(side), events),
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
      connection.drop();
      line.stop();
    },
  };
}
