import type { Call, CallStatus } from "@umbral/contract/calls/calls.contract";
import { expect, vi } from "vitest";
import { type CallSession, createCallSession } from "../src/features/calls/session/call-session.ts";
import type { CallEntry } from "../src/features/calls/session/session-events.ts";
import { FakeDevices } from "./fake-devices.ts";
import { FakeLine } from "./fake-line.ts";
import { FakePeer } from "./fake-peer.ts";

export const callId = "0198a000-0000-7000-8000-000000000001";
export const rosa = "0198a000-0000-7000-8000-000000000002";
export const pedro = "0198a000-0000-7000-8000-000000000003";

export function callIn(status: CallStatus, me: string): Call {
  const call = {
    id: callId,
    userId: rosa,
    callee: { id: rosa, name: "Rosa Líder" },
    status,
    caller: { id: pedro, name: "Pedro Portero", photo: null },
    apartment: { id: "0198a000-0000-7000-8000-000000000004", name: "A-101" },
    building: { id: "0198a000-0000-7000-8000-000000000005", name: "Mirador" },
    isFromLobby: true,
    isToLobby: false,
    isUnverified: false,
    createdAt: "2026-03-01T12:00:00.000Z",
    expiresAt: "2026-03-01T12:00:30.000Z",
    answeredAt: null,
    answeredBy: null,
    reached: [],
    rejectMessage: null,
    said: null,
    endedAt: null,
    may: { openDoor: me === rosa && status === "CONTESTADA" },
  };
  return call;
}

/** Everything that was begun goes as far as it can without time passing. */
export const calm = () => vi.advanceTimersByTimeAsync(0);
const sessions: CallSession[] = [];

/** A call on the device of `me`, with everything around it in the hands of the test. */
export function device(me: string, status: CallStatus = "CONTESTADA", entry?: CallEntry) {
  const line = new FakeLine();
  const devices = new FakeDevices();
  const peers: FakePeer[] = [];
  const endOverHttp = vi.fn(async () => undefined);
  const readCall = vi.fn(async () => callIn(status, me));
  const mayEndOther = vi.fn(async () => true);
  const troubles: unknown[] = [];
  line.answer("call_accepted", () => ({ call: callIn("CONTESTADA", me) }));
  line.answer("restablecer", () => ({ call: callIn("CONTESTADA", me), otherPresent: false }));
  const session = createCallSession({
    callId,
    personId: me,
    entry,
    line: line.line,
    readCall,
    mayEndOther,
    endOverHttp,
    newPeer: async (events) => {
      const peer = new FakePeer(events);
      peers.push(peer);
      return peer;
    },
    devices,
    newId: () => crypto.randomUUID(),
    onTrouble: (error) => troubles.push(error),
  });
  sessions.push(session);
  return {
    line,
    devices,
    peers,
    endOverHttp,
    readCall,
    mayEndOther,
    session,
    troubles,
    phase: () => session.view().phase,
  };
}

/** The same, with the screen of the call open. */
export async function opened(me: string, status?: CallStatus) {
  const opening = device(me, status);
  opening.session.start();
  await calm();
  return opening;
}

/** The text of the last description of this kind that was sent. */
export function described(line: FakeLine, event: "webrtc_offer" | "webrtc_answer"): string {
  const payload = line.sentOf(event).at(-1);
  if (typeof payload === "object" && payload !== null && "description" in payload) {
    const { description } = payload;
    if (typeof description === "object" && description !== null && "sdp" in description) {
      return String(description.sdp);
    }
  }
  throw new Error(`no ${event} was sent`);
}

/** Nothing captures, nothing is connected, nothing listens. */
export const expectLetGo = ({ line, devices, peers }: Awaited<ReturnType<typeof opened>>) => {
  expect(devices.live).toEqual([]);
  expect(peers.every(({ isClosed }) => isClosed)).toBe(true);
  expect(line.listeners).toBe(0);
};

/** Closes the screens that a test left open. */
export function closeAll(): void {
  for (const session of sessions.splice(0)) {
    session.close();
  }
}
