import { RING_MS } from "@umbral/contract/calls/call-times";
import type { Call, callEvents, endCall, requestCall } from "@umbral/contract/calls/calls.contract";
import type { HeardEvents } from "../../lib/connection.ts";
import { CallRefused } from "../../lib/failures.ts";
import type { CallLine } from "./call-goodbye.ts";
import type { LobbyCallView, LobbyPhase, PersonCall, PersonProgress, RungPerson } from "./lobby-call-view.ts";

export interface LobbyCallParts {
  line: CallLine;
  findPeople(): Promise<readonly RungPerson[]>;
  createCall(apartmentUserId: string): Promise<Call>;
  readCall(callId: string): Promise<Call>;
  endOverHttp(callId: string): Promise<unknown>;
  /** Milliseconds that never jump: the clock on the wall of a tablet may be wrong by minutes. */
  steadyMs(): number;
  onTrouble(error: unknown): void;
}

export interface LobbyCall {
  view(): LobbyCallView;
  subscribe(listener: () => void): () => void;
  start(): void;
  /** Stops listening. Whoever leaves while it rings cancels first. */
  close(): void;
}

/** The server ends the ringing and says so; without a word from it after this long, it is asked. */
const LATE_MS = 2000;

type CallEvent = Exclude<keyof typeof callEvents, "request">;
const progressAfter = { RECHAZADA: "rejected", PERDIDA: "missed", TERMINADA: "ended" } as const;
const OPEN: readonly PersonProgress[] = ["notifying", "ringing", "no-devices"];
const isOpen = (entry: Entry) => OPEN.includes(entry.progress);

interface Entry extends PersonCall {
  call: Call | null;
  /** Has the server been told to ring? */
  isRequested: boolean;
}

/** One ringing at an apartment, from the caller's side: every person of it at once, until one answers or none did. */
export function createLobbyCall(parts: LobbyCallParts): LobbyCall {
  const { line } = parts;
  const listeners = new Set<() => void>();
  const undo: (() => void)[] = [];
  let deadline: ReturnType<typeof setTimeout> | undefined;
  let phase: LobbyPhase = "starting";
  let entries: readonly Entry[] = [];
  let endsAtMs: number | null = null;
  let answered: Call | null = null;
  let trouble: unknown = null;
  let view = draw();

  function draw(): LobbyCallView {
    return {
      phase,
      people: entries,
      endsAtMs,
      answered,
      rejectMessage: entries.findLast(({ rejectMessage }) => rejectMessage !== null)?.rejectMessage ?? null,
      isFromLobby: entries.some(({ call }) => call?.isFromLobby === true),
      trouble,
      actions: phase === "starting" || phase === "ringing" ? { cancel } : {},
    };
  }

  const changed = () => {
    view = draw();
    for (const listener of listeners) {
      listener();
    }
  };

  const isRunning = () => phase === "starting" || phase === "ringing";

  const update = (personId: string, change: Partial<Entry>) => {
    entries = entries.map((entry) => (entry.personId === personId ? { ...entry, ...change } : entry));
    changed();
  };

  const finish = (how: LobbyPhase) => {
    phase = how;
    close();
    changed();
  };

  const begin = async () => {
    let people: readonly RungPerson[];
    try {
      people = await parts.findPeople();
    } catch (error) {
      const isUnknown = error instanceof CallRefused && error.status === 404;
      trouble = error;
      if (isRunning()) {
        finish(isUnknown ? "not-found" : "failed");
      }
      return;
    }
    if (!isRunning()) {
      return;
    }
    if (people.length === 0) {
      finish("not-found");
      return;
    }
    entries = people.map(({ id, name }) => ({
      personId: id,
      name,
      progress: "notifying",
      rejectMessage: null,
      call: null,
      isRequested: false,
    }));
    changed();
    // Side by side: nobody waits for the devices of somebody else.
    await Promise.all(people.map(ring));
    settle();
  };

  const ring = async ({ id, apartmentUserId }: RungPerson) => {
    try {
      const call = await parts.createCall(apartmentUserId);
      if (!isRunning()) {
        end(call.id);
        return;
      }
      phase = "ringing";
      keepTime(call);
      update(id, { call });
      await request(id, call);
    } catch (error) {
      trouble = error;
      update(id, { progress: "failed" });
    }
  };

  const request = async (personId: string, call: Call) => {
    update(personId, { isRequested: true });
    try {
      const { devices } = await line.ask<typeof requestCall>("request", { callId: call.id });
      const isSilent = entries.some((entry) => entry.personId === personId && entry.progress === "notifying");
      if (devices === 0 && isSilent) {
        update(personId, { progress: "no-devices" });
      }
    } catch (error) {
      // Refused, or not sent: either way the server knows how the call is, and is asked with the next look.
      update(personId, { isRequested: false });
      parts.onTrouble(error);
    }
  };

  /** How long it rings is the server's word; when it began is ours. */
  const keepTime = ({ createdAt, expiresAt }: Call) => {
    if (endsAtMs !== null) {
      return;
    }
    const ringsMs = Math.min(RING_MS, Math.max(0, Date.parse(expiresAt) - Date.parse(createdAt)));
    endsAtMs = parts.steadyMs() + ringsMs;
    deadline = setTimeout(() => void lookAgain(), ringsMs + LATE_MS);
  };

  /** What became of each call while nothing was heard. */
  const lookAgain = async () => {
    clearTimeout(deadline);
    for (const { personId, call, isRequested } of entries.filter(isOpen)) {
      if (call !== null) {
        try {
          const now = await parts.readCall(call.id);
          take(personId, now);
          if (now.status === "ENTRANTE" && !isRequested && isRunning()) {
            void request(personId, now);
          }
        } catch (error) {
          parts.onTrouble(error);
        }
      }
    }
    if (isRunning()) {
      deadline = setTimeout(() => void lookAgain(), LATE_MS);
    }
  };

  /** Takes the word of the server on one call. */
  const take = (personId: string, call: Call) => {
    if (!isRunning()) {
      return;
    }
    if (call.status === "CONTESTADA") {
      answered = call;
      update(personId, { call, progress: "accepted" });
      finish("accepted");
    } else if (call.status !== "ENTRANTE") {
      update(personId, { call, progress: progressAfter[call.status] });
      settle();
    }
  };

  /** Over when nobody can answer any more. Who said no is worth more to the caller than who said nothing. */
  const settle = () => {
    if (!isRunning() || entries.length === 0 || entries.some(isOpen)) {
      return;
    }
    const isAny = (progress: PersonProgress) => entries.some((entry) => entry.progress === progress);
    const worth = (["rejected", "missed"] as const).find(isAny);
    finish(worth ?? (isAny("ended") ? "cancelled" : "failed"));
  };

  const end = (callId: string) => {
    line.ask<typeof endCall>("end", { callId }).catch((error: unknown) => {
      if (!(error instanceof CallRefused)) {
        parts.endOverHttp(callId).catch(parts.onTrouble);
      }
    });
  };

  function cancel() {
    if (!isRunning()) {
      return;
    }
    const ringing = entries.filter(isOpen);
    finish("cancelled");
    for (const { call } of ringing) {
      if (call !== null) {
        end(call.id);
      }
    }
  }

  function hear<E extends CallEvent>(
    event: E,
    listener: (entry: Entry & { call: Call }, payload: HeardEvents[E]) => void,
  ) {
    undo.push(
      line.hear(event, (payload) => {
        for (const entry of entries) {
          if (entry.call !== null && entry.call.id === payload.callId) {
            listener({ ...entry, call: entry.call }, payload);
          }
        }
      }),
    );
  }

  const listen = () => {
    let wasConnected = line.state() === "connected";
    undo.push(
      line.subscribe(() => {
        const isConnected = line.state() === "connected";
        if (isConnected && !wasConnected) {
          void lookAgain();
        }
        wasConnected = isConnected;
      }),
    );
    hear("request:socket:success", (entry) => {
      if (isOpen(entry)) {
        update(entry.personId, { progress: "ringing" });
      }
    });
    hear("call_accepted", ({ personId, call }) => take(personId, { ...call, status: "CONTESTADA" }));
    hear("reject_call", ({ personId, call }, { rejectMessage }) => {
      update(personId, { rejectMessage: rejectMessage || null });
      take(personId, { ...call, status: "RECHAZADA" });
    });
    hear("end", ({ personId, call }, { status }) => take(personId, { ...call, status }));
  };

  function close() {
    clearTimeout(deadline);
    for (const stop of undo.splice(0)) {
      stop();
    }
  }

  return {
    view: () => view,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    start() {
      listen();
      void begin();
    },
    close,
  };
}
