import { RING_MS } from "@umbral/contract/calls/call-times";
import type { CallStatus, IncomingCall, rejectCall } from "@umbral/contract/calls/calls.contract";
import { CallRefused } from "../../../lib/failures.ts";
import { createStore } from "../../../lib/store.ts";
import type { CallLine } from "../call-line.ts";

/** A call that rings on this device. */
export interface RingingCall extends IncomingCall {
  /** On the steady clock of {@link RingingParts.steadyMs}. */
  endsAtMs: number;
}

/** Why a call stopped ringing here without this device having had a say. */
export type RingingEnd = "elsewhere" | "telephone" | Extract<CallStatus, "PERDIDA" | "TERMINADA">;

export interface RingingParts {
  line: CallLine;
  /** The other way to reject, for when the line is away. */
  rejectOverHttp(callId: string, rejectMessage: string | undefined): Promise<unknown>;
  steadyMs(): number;
  nowMs(): number;
  onEnd(call: RingingCall, why: RingingEnd): void;
  onTrouble(error: unknown): void;
}

export interface Ringing {
  /** In the order in which they came; the first one is shown. */
  calls(): readonly RingingCall[];
  subscribe(listener: () => void): () => void;
  start(): void;
  stop(): void;
  /** It is opened on this device: its screen answers it. */
  take(callId: string): void;
  reject(callId: string, rejectMessage?: string): void;
}

/** The server ends the ringing and says so; a call it forgot to mention does not ring for ever. */
const LATE_MS = 3000;

/** The calls that ring for the person who is signed in on this device. */
export function createRinging(parts: RingingParts): Ringing {
  const { line } = parts;
  const undo: (() => void)[] = [];
  const deadlines = new Map<string, ReturnType<typeof setTimeout>>();
  /** What the server has said over the present connection. */
  let confirmed = new Set<string>();
  /** Answered or rejected here: the server may mention them once more before it knows. */
  const done = new Set<string>();
  const calls = createStore<readonly RingingCall[]>([]);

  const heardRequest = (incoming: IncomingCall) => {
    const { callId } = incoming;
    confirmed.add(callId);
    if (done.has(callId) || calls.current().some((call) => call.callId === callId)) {
      return;
    }
    const leftMs = leftOf(incoming);
    deadlines.set(
      callId,
      setTimeout(() => remove(callId, "PERDIDA"), leftMs + LATE_MS),
    );
    calls.set([...calls.current(), { ...incoming, endsAtMs: parts.steadyMs() + leftMs }]);
  };

  /** By our clock, as long as that makes sense; a clock that is wrong by minutes only draws a wrong ring. */
  const leftOf = ({ expiresAt }: IncomingCall) => {
    const leftMs = Date.parse(expiresAt) - parts.nowMs();
    return leftMs > 0 && leftMs <= RING_MS ? leftMs : RING_MS;
  };

  const remove = (callId: string, why?: RingingEnd) => {
    clearTimeout(deadlines.get(callId));
    deadlines.delete(callId);
    const call = calls.current().find((each) => each.callId === callId);
    if (call !== undefined) {
      calls.set(calls.current().filter((each) => each !== call));
      if (why !== undefined) {
        parts.onEnd(call, why);
      }
    }
  };

  const send = async (callId: string, rejectMessage: string | undefined) => {
    const message = rejectMessage === undefined ? {} : { rejectMessage };
    try {
      await line.ask<typeof rejectCall>("reject_call", { callId, ...message });
    } catch (error) {
      // Refused: it is over already, which is what was wanted.
      if (!(error instanceof CallRefused)) {
        await parts.rejectOverHttp(callId, rejectMessage);
      }
    }
  };

  const listen = () => {
    let wasConnected = line.state() === "connected";
    undo.push(
      line.subscribe(() => {
        const isConnected = line.state() === "connected";
        if (isConnected && !wasConnected) {
          // The server names all that rings before it says that we are connected: the rest has ended.
          for (const { callId } of calls.current().filter((call) => !confirmed.has(call.callId))) {
            remove(callId);
          }
        } else if (!isConnected && wasConnected) {
          confirmed = new Set();
        }
        wasConnected = isConnected;
      }),
      line.hear("request", heardRequest),
      line.hear("end", ({ callId, status }) =>
        remove(callId, status === "PERDIDA" ? "PERDIDA" : "TERMINADA"),
      ),
      line.hear("reject_call", ({ callId }) => remove(callId, "elsewhere")),
      line.hear("call_accepted:from_other_session", ({ callId, answeredBy }) =>
        remove(callId, answeredBy === "telefono" ? "telephone" : "elsewhere"),
      ),
    );
  };

  return {
    calls: calls.current,
    subscribe: calls.subscribe,
    start: listen,
    stop() {
      for (const stop of undo.splice(0)) {
        stop();
      }
      for (const { callId } of calls.current()) {
        remove(callId);
      }
    },
    take(callId) {
      done.add(callId);
      remove(callId);
    },
    reject(callId, rejectMessage) {
      const call = calls.current().find((each) => each.callId === callId);
      if (call === undefined) {
        return;
      }
      done.add(callId);
      // It stops at once: whoever said no need not wait for the network.
      remove(callId);
      send(callId, rejectMessage).catch((error: unknown) => {
        // The server does not know of it: what rings again after this rings rightly.
        done.delete(callId);
        parts.onTrouble(error);
      });
    },
  };
}
