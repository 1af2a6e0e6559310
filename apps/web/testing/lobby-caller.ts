import type { Call, CallStatus } from "@umbral/contract/calls/calls.contract";
import { vi } from "vitest";
import { createLobbyCall } from "../src/features/calls/calling/lobby-call.ts";
import type { RungPerson } from "../src/features/calls/calling/lobby-call-view.ts";
import type { KeptRinging, LobbyMemory } from "../src/features/calls/calling/lobby-memory.ts";
import { FakeLine } from "./fake-line.ts";

const names = new Map([
  ["rosa", "Rosa Líder"],
  ["andres", "Andrés Residente"],
]);

export function callTo(userId: string, status: CallStatus = "ENTRANTE"): Call {
  const call = {
    id: `call-${userId}`,
    userId,
    callee: { id: userId, name: names.get(userId) ?? userId },
    status,
    caller: { id: "pedro", name: "Pedro Portero", photo: null },
    apartment: { id: "a-101", name: "A-101" },
    building: { id: "mirador", name: "Mirador" },
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
    may: { openDoor: false },
  };
  return call;
}

/** Somebody whom a ringing rings, at so many devices of theirs. */
const rung = (userId: string, devices?: number): RungPerson => ({
  call: callTo(userId),
  name: names.get(userId) ?? null,
  devices,
});
export const rosa = rung("rosa");
export const andres = rung("andres");

/** A ringing at an apartment, with everything around it in the hands of the test. */
export function lobby(people: readonly RungPerson[] = [rosa, andres], begun?: () => Promise<void>) {
  const line = new FakeLine();
  line.answer("request", () => ({ devices: 1 }));
  /** At how many devices of this person it rings, as far as the server says so. */
  const devices = new Map<string, number>();
  const ring = vi.fn(
    async (): Promise<readonly RungPerson[]> =>
      people.map((person) => ({ ...person, devices: devices.get(person.call.userId) })),
  );
  const onAnswered = vi.fn();
  const readCall = vi.fn(async (callId: string) => callTo(callId.replace("call-", "")));
  const endOverHttp = vi.fn(async () => undefined);
  let kept: KeptRinging | null = null;
  const memory: LobbyMemory = {
    keep: (ringing) => {
      kept = ringing;
    },
    kept: () => kept,
    forget: () => {
      kept = null;
    },
  };
  const call = createLobbyCall({
    to: "A-101",
    isToLobby: false,
    line: line.line,
    memory,
    ring,
    readCall,
    endOverHttp,
    steadyMs: () => Date.now(),
    onAnswered,
    ...(begun === undefined ? {} : { begun }),
    onTrouble: () => undefined,
  });
  const progress = () => call.view().people.map(({ personId, progress }) => [personId, progress]);
  const person = (personId: string) => call.view().people.find((each) => each.personId === personId);
  return {
    line,
    memory,
    devices,
    onAnswered,
    person,
    ring,
    readCall,
    endOverHttp,
    call,
    progress,
  };
}

/** Everything that was begun goes as far as it can without time passing. */
export const calm = () => vi.advanceTimersByTimeAsync(0);

export async function ringing(people?: readonly RungPerson[]) {
  const all = lobby(people);
  all.call.start();
  await calm();
  return all;
}
