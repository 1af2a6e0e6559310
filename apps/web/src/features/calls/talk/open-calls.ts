import { connection } from "../../../lib/socket.ts";
import { reportTrouble } from "../../../lib/trouble.ts";
import { dialogs } from "../../../ui/dialogs.ts";
import { endCallOf, readCallOf } from "../calls.api.ts";
import { endsOtherQuestion } from "../calls.strings.ts";
import { browserDevices, newBrowserPeer } from "../media/index.ts";
import { type CallEntry, type CallSession, createCallSession } from "./call-session.ts";

/** A screen that has not come for its call after this long does not come any more. */
const SCREEN_WITHIN_MS = 15_000;

interface CallHere {
  callId: string;
  /** Who is signed in on this device. */
  personId: string;
}

/** Begun by the press that led to it; its screen is on the way. */
const waiting = new Map<string, { session: CallSession; timer: ReturnType<typeof setTimeout> }>();
/** Calls that have a session on this page: each has one. */
const open = new Set<string>();

/** Enters a call before its screen is drawn, which then takes it over with {@link takeOpenCall}. */
export function openCall(here: CallHere & { entry: CallEntry }): void {
  if (open.has(here.callId)) {
    return;
  }
  const session = begin(here);
  const timer = setTimeout(() => {
    waiting.delete(here.callId);
    session.view().actions.hangUp?.();
    session.close();
  }, SCREEN_WITHIN_MS);
  waiting.set(here.callId, { session, timer });
}

/** The call of a screen: the one that was opened for it, or one that begins now. */
export function takeOpenCall(here: CallHere): CallSession {
  const opened = waiting.get(here.callId);
  if (opened === undefined) {
    return begin(here);
  }
  waiting.delete(here.callId);
  clearTimeout(opened.timer);
  return opened.session;
}

function begin({ callId, personId, entry }: CallHere & { entry?: CallEntry }): CallSession {
  const session = createCallSession({
    callId,
    personId,
    entry,
    line: connection,
    readCall: () => readCallOf(callId),
    mayEndOther: () => dialogs.confirm(endsOtherQuestion),
    endOverHttp: () => endCallOf(callId),
    newPeer: newBrowserPeer,
    devices: browserDevices,
    newId: () => crypto.randomUUID(),
    onTrouble: reportTrouble,
  });
  open.add(callId);
  session.start();
  return {
    ...session,
    close() {
      open.delete(callId);
      session.close();
    },
  };
}
