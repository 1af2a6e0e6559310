import type { Call, endCall, requestCall } from "@umbral/contract/calls/calls.contract";
import { CallRefused } from "../../../lib/failures.ts";
import type { CallLine } from "../call-line.ts";
import { runMachine } from "../run-machine.ts";
import type { LobbyCallView, RungPerson } from "./lobby-call-view.ts";
import { listenAsCaller } from "./lobby-ears.ts";
import type { LobbyEffect, LobbyEvent, LobbyState } from "./lobby-events.ts";
import { isRunning, newRinging, next } from "./lobby-machine.ts";
import type { LobbyMemory } from "./lobby-memory.ts";

export interface LobbyCallParts {
  /** What the dialog calls it: an apartment, or the lobby. */
  to: string;
  isToLobby: boolean;
  line: CallLine;
  /** Writes a call to everybody there down and rings. Asking again rings again: the calls are the same. */
  ring(): Promise<readonly RungPerson[]>;
  readCall(callId: string): Promise<Call>;
  endOverHttp(callId: string): Promise<unknown>;
  memory: LobbyMemory;
  /** Milliseconds that never jump: the clock on the wall of a tablet may be wrong by minutes. */
  steadyMs(): number;
  /** Somebody answered on a device: the call can be entered. */
  onAnswered(call: Call): void;
  /** That somebody answered is not drawn before this; at once without it. */
  begun?: () => Promise<void>;
  onTrouble(error: unknown): void;
}

export interface LobbyCall {
  view(): LobbyCallView;
  subscribe(listener: () => void): () => void;
  start(): void;
  /** Goes on with the ringing that the page had begun before it was loaded anew. */
  resume(): void;
  /** It was read how it ended, or somebody left. Whoever leaves while it rings cancels first. */
  close(): void;
}

/** The server ends the ringing and says so; without a word from it after this long, it is asked. */
const LATE_MS = 2000;

/**
 * One ringing at an apartment, from the caller's side: every person of it at once, until one answers or none did.
 * Does what `lobby-machine.ts` says.
 */
export function createLobbyCall(parts: LobbyCallParts): LobbyCall {
  const { line, memory, to } = parts;
  const listeners = new Set<() => void>();
  let stopListening = () => {};
  let deadline: ReturnType<typeof setTimeout> | undefined;

  const { state, happen } = runMachine<LobbyState, LobbyEvent, LobbyEffect>({
    first: newRinging,
    next,
    act,
    onChange() {
      if (parts.begun !== undefined && state().phase === "accepted") {
        void parts.begun().then(tell);
      } else {
        tell();
      }
    },
  });
  let view = draw();

  function draw(): LobbyCallView {
    const { phase, entries, endsAtMs, answered, trouble } = state();
    return {
      phase,
      to,
      isToLobby: parts.isToLobby,
      people: entries,
      endsAtMs,
      answered,
      rejectMessage: entries.findLast(({ rejectMessage }) => rejectMessage !== null)?.rejectMessage ?? null,
      isFromLobby: entries.some(({ call }) => call.isFromLobby),
      trouble,
      actions: isRunning(state()) ? { cancel: () => happen({ kind: "cancel" }) } : {},
    };
  }

  function tell(): void {
    view = draw();
    for (const listener of listeners) {
      listener();
    }
  }

  function act(effect: LobbyEffect): void {
    switch (effect.do) {
      case "ring":
        ring(effect.isAgain);
        break;
      case "request":
        request(effect.personId, effect.callId);
        break;
      case "look":
        void look(effect.calls);
        break;
      case "look-later":
        clearTimeout(deadline);
        deadline = setTimeout(() => happen({ kind: "look" }), Math.max(0, effect.inMs) + LATE_MS);
        break;
      case "look-no-more":
        clearTimeout(deadline);
        break;
      case "keep":
        memory.keep({ to, callIds: effect.callIds, endsAtMs: effect.endsAtMs });
        break;
      case "enter":
        parts.onAnswered(effect.call);
        break;
      case "end":
        end(effect.callId);
        break;
      case "close":
        clearTimeout(deadline);
        memory.forget();
        stopListening();
        break;
    }
  }

  function ring(isAgain: boolean): void {
    parts.ring().then(
      (people) => happen({ kind: "rung", people, nowMs: parts.steadyMs() }),
      (error: unknown) => {
        const isRefused = error instanceof CallRefused;
        const isUnknown = isRefused && (error.status === 404 || error.code === "NOBODY_TO_RING");
        happen({ kind: "not-rung", error, isUnknown, mayBeLost: !isAgain && !isRefused });
      },
    );
  }

  function request(personId: string, callId: string): void {
    line.ask<typeof requestCall>("request", { callId }).then(
      ({ devices }) => happen({ kind: "requested", personId, devices }),
      (error: unknown) => {
        happen({ kind: "not-requested", personId });
        parts.onTrouble(error);
      },
    );
  }

  async function look(calls: readonly { personId: string; callId: string }[]): Promise<void> {
    for (const { personId, callId } of calls) {
      try {
        happen({ kind: "looked", personId, call: await parts.readCall(callId) });
      } catch (error) {
        parts.onTrouble(error);
      }
    }
    happen({ kind: "looked-at-all" });
  }

  async function goOn(): Promise<void> {
    const kept = memory.kept();
    const found = await Promise.allSettled((kept?.callIds ?? []).map(parts.readCall));
    const calls = found.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
    happen({ kind: "resumed", calls, endsAtMs: kept?.endsAtMs ?? 0, nowMs: parts.steadyMs() });
  }

  function end(callId: string): void {
    line.ask<typeof endCall>("end", { callId }).catch((error: unknown) => {
      if (!(error instanceof CallRefused)) {
        parts.endOverHttp(callId).catch(parts.onTrouble);
      }
    });
  }

  return {
    view: () => view,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    start() {
      stopListening = listenAsCaller(line, happen);
      happen({ kind: "started" });
    },
    resume() {
      stopListening = listenAsCaller(line, happen);
      void goOn();
    },
    close: () => happen({ kind: "close" }),
  };
}
