import { RING_MS } from "@umbral/contract/calls/call-times";
import type { Call, endCall, requestCall } from "@umbral/contract/calls/calls.contract";
import { CallRefused } from "../../../lib/failures.ts";
import type { CallLine } from "../call-line.ts";
import type { LobbyCallView, LobbyPhase, RungPerson } from "./lobby-call-view.ts";
import { listenAsCaller } from "./lobby-ears.ts";
import type { LobbyMemory } from "./lobby-memory.ts";
import { asServerSays, type Entry, endingOf, isOpen, newEntry, reachedBy, saying } from "./lobby-people.ts";

export interface LobbyCallParts {
  /** What the dialog calls it: an apartment, or the lobby. */
  to: string;
  isToLobby: boolean;
  line: CallLine;
  findPeople(): Promise<readonly RungPerson[]>;
  /** Writes the call down and rings; says at how many devices. Asking again rings again. */
  createCall(apartmentUserId: string): Promise<{ call: Call; devices?: number | undefined }>;
  readCall(callId: string): Promise<Call>;
  endOverHttp(callId: string): Promise<unknown>;
  memory: LobbyMemory;
  /** Milliseconds that never jump: the clock on the wall of a tablet may be wrong by minutes. */
  steadyMs(): number;
  /** Somebody answered on a device: the call can be entered. */
  onAnswered(call: Call): void;
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

/** One ringing at an apartment, from the caller's side: every person of it at once, until one answers or none did. */
export function createLobbyCall(parts: LobbyCallParts): LobbyCall {
  const { line, memory, to } = parts;
  const listeners = new Set<() => void>();
  /** Said of calls of which the server's answer was still on the way. */
  const early = new Map<string, ((personId: string, call: Call) => void)[]>();
  let stopListening = () => {};
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
      to,
      isToLobby: parts.isToLobby,
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

  const become = (personId: string, next: (entry: Entry) => Entry) => {
    entries = entries.map((entry) => (entry.personId === personId ? next(entry) : entry));
    changed();
  };
  const update = (personId: string, change: Partial<Entry>) =>
    become(personId, (entry) => ({ ...entry, ...change }));

  const finish = (how: LobbyPhase) => {
    phase = how;
    clearTimeout(deadline);
    if (how !== "telephone") {
      close();
    }
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
    entries = people.map(newEntry);
    changed();
    // Side by side: nobody waits for the devices of somebody else.
    await Promise.all(people.map(ring));
    settle();
  };

  const goOn = async () => {
    const kept = memory.kept();
    const found = await Promise.allSettled((kept?.callIds ?? []).map(parts.readCall));
    const theirs = found.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
    if (kept === null || theirs.length === 0) {
      finish("cancelled");
      return;
    }
    entries = theirs.map((call) => ({ ...newEntry(call.callee), call }));
    phase = "ringing";
    endsAtMs = kept.endsAtMs;
    for (const call of theirs) {
      take(call.userId, call);
    }
    // Asking again rings again: its answer says whether a device of theirs is there.
    const open = theirs.filter(({ status }) => status === "ENTRANTE" && isRunning());
    await Promise.all(open.map((call) => request(call.userId, call)));
    lookLater(endsAtMs - parts.steadyMs());
  };

  const ring = async ({ id, apartmentUserId }: RungPerson) => {
    try {
      const { call, devices } = await createSurely(apartmentUserId);
      if (!isRunning()) {
        end(call.id);
        return;
      }
      phase = "ringing";
      keepTime(call);
      update(id, { call, isRequested: true });
      keep();
      for (const act of early.get(call.id) ?? []) {
        act(id, call);
      }
      rungAt(id, devices);
    } catch (error) {
      trouble = error;
      update(id, { progress: "failed" });
    }
  };

  /** An answer that was lost is no reason to leave somebody ringing unheard: asked again, the call is the same. */
  const createSurely = async (apartmentUserId: string) => {
    try {
      return await parts.createCall(apartmentUserId);
    } catch (error) {
      if (error instanceof CallRefused || !isRunning()) {
        throw error;
      }
      return parts.createCall(apartmentUserId);
    }
  };

  const rungAt = (personId: string, devices: number | undefined) => {
    const isSilent = entries.some((entry) => entry.personId === personId && entry.progress === "notifying");
    if (isSilent && devices === 0) {
      update(personId, { progress: "no-devices" });
    } else if (isSilent && devices !== undefined) {
      become(personId, (entry) => reachedBy(entry, ["device"]));
    }
  };

  const request = async (personId: string, call: Call) => {
    update(personId, { isRequested: true });
    try {
      const { devices } = await line.ask<typeof requestCall>("request", { callId: call.id });
      rungAt(personId, devices);
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
    lookLater(ringsMs);
  };

  /** Within {@link LATE_MS} of this moment the server has said how it ended, or is asked. */
  const lookLater = (inMs: number) => {
    clearTimeout(deadline);
    if (isRunning()) {
      deadline = setTimeout(() => void lookAgain(), Math.max(0, inMs) + LATE_MS);
    }
  };

  const keep = () => {
    const callIds = entries.flatMap(({ call }) => (call === null ? [] : [call.id]));
    if (endsAtMs !== null) {
      memory.keep({ to, callIds, endsAtMs });
    }
  };

  /** What became of each call while nothing was heard. */
  const lookAgain = async () => {
    clearTimeout(deadline);
    const isAsked = (entry: Entry) => isOpen(entry) || entry.progress === "telephone";
    for (const { personId, call, isRequested } of entries.filter(isAsked)) {
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
    lookLater(0);
  };

  /** Takes the word of the server on one call. */
  const take = (personId: string, call: Call) => {
    if (!isRunning()) {
      // Who has answered by telephone may still say something; the rest is said.
      become(personId, (entry) => saying(entry, call.said));
      return;
    }
    become(personId, (entry) => asServerSays(entry, call));
    if (call.status === "CONTESTADA") {
      answered = call;
      if (call.answeredBy === "telefono") {
        finish("telephone");
      } else {
        parts.onAnswered(call);
        finish("accepted");
      }
    } else {
      settle();
    }
  };

  const settle = () => {
    const ending = endingOf(entries);
    if (isRunning() && ending !== null) {
      finish(ending);
    }
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

  const listen = () => {
    const withCall = (callId: string, act: (personId: string, call: Call) => void) => {
      if (isRunning() && entries.some(({ call }) => call === null)) {
        early.set(callId, [...(early.get(callId) ?? []), act]);
      }
      for (const { personId, call } of entries.filter((entry) => entry.call?.id === callId)) {
        if (call !== null) {
          act(personId, call);
        }
      }
    };
    stopListening = listenAsCaller(line, {
      onBack: () => void lookAgain(),
      onReached: (callId, way) =>
        withCall(callId, (personId) => become(personId, (entry) => reachedBy(entry, [way]))),
      onAnswered: (callId, { answeredBy }) =>
        withCall(callId, (personId, call) =>
          take(personId, { ...call, status: "CONTESTADA", answeredBy: answeredBy ?? "app" }),
        ),
      onSaid: (callId, { said }) => withCall(callId, (personId, call) => take(personId, { ...call, said })),
      onRejected: (callId, { rejectMessage }) =>
        withCall(callId, (personId, call) =>
          take(personId, { ...call, status: "RECHAZADA", rejectMessage: rejectMessage || null }),
        ),
      onEnded: (callId, { status }) =>
        withCall(callId, (personId, call) => take(personId, { ...call, status })),
    });
  };

  function close() {
    clearTimeout(deadline);
    memory.forget();
    stopListening();
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
    resume() {
      listen();
      void goOn();
    },
    close,
  };
}
