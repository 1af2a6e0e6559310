import { connection } from "../../../lib/socket.ts";
import { reportTrouble } from "../../../lib/trouble.ts";
import { dialogs } from "../../../ui/dialogs.ts";
import { endCallOf, readCallOf } from "../calls.api.ts";
import { endsOtherQuestion } from "../calls.strings.ts";
import { browserDevices, browserPeer, callConnection } from "../media/index.ts";
import { type CallSession, type CallToEnter, createCallSession } from "./call-session.ts";

/** Begins a call with what this browser has. */
export function beginCall(call: CallToEnter): CallSession {
  const { callId } = call;
  const session = createCallSession({
    ...call,
    line: connection,
    readCall: () => readCallOf(callId),
    mayEndOther: () => dialogs.confirm(endsOtherQuestion),
    endOverHttp: () => endCallOf(callId),
    newPeer: async (events, side) => browserPeer(await callConnection.take(side), events),
    devices: browserDevices,
    newId: () => crypto.randomUUID(),
    onTrouble: reportTrouble,
  });
  session.start();
  return session;
}
