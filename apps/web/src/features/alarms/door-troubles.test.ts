import type { DoorTrouble } from "@umbral/contract/alarms/intrusions.contract";
import { expect, it } from "vitest";
import type { ConnectionState, HeardEvents } from "../../lib/connection.ts";
import { memoryStore } from "../../lib/storage.ts";
import { createDoorTroubles } from "./door-troubles.ts";

const trouble = (id: string, at: string): DoorTrouble => ({
  id,
  kind: "door-forced",
  buildingId: "b",
  buildingName: "Mirador",
  timeZone: "America/Bogota",
  doorName: "Garaje",
  camera: null,
  at,
});
const [early, late] = [
  trouble("early", "2026-01-01T03:00:00.000Z"),
  trouble("late", "2026-01-01T03:05:00.000Z"),
];

function setUp(kept = memoryStore()) {
  let state: ConnectionState = "connected";
  let onState = () => {};
  const ears = new Map<string, (payload: never) => void>();
  const troubles = createDoorTroubles(
    {
      hear<E extends keyof HeardEvents & string>(event: E, listener: (payload: HeardEvents[E]) => void) {
        ears.set(event, listener);
        return () => void ears.delete(event);
      },
      subscribe(listener) {
        onState = listener;
        return () => undefined;
      },
      state: () => state,
    },
    () => kept,
  );
  troubles.start();
  return {
    troubles,
    shown: () => troubles.current().map(({ id }) => id),
    tell: (told: DoorTrouble) => ears.get("door_trouble")?.(told as never),
    become(next: ConnectionState) {
      state = next;
      onState();
    },
  };
}

it("stand the newest first, each once, until somebody says that they understood", () => {
  const { troubles, shown, tell } = setUp();
  tell(late);
  tell(early);
  tell(late);
  expect(shown()).toEqual(["late", "early"]);
  troubles.understood("late");
  expect(shown()).toEqual(["early"]);
});

it("that were understood do not come back with the line, nor with a page that is opened anew", () => {
  const kept = memoryStore();
  const before = setUp(kept);
  before.tell(early);
  before.troubles.understood("early");
  before.tell(early);
  expect(before.shown()).toEqual([]);
  const anew = setUp(kept);
  anew.tell(early);
  anew.tell(late);
  expect(anew.shown()).toEqual(["late"]);
});

it("are gone with the session, and stay while only the line is away", () => {
  const { shown, tell, become } = setUp();
  tell(early);
  become("disconnected");
  expect(shown()).toEqual(["early"]);
  become("session-over");
  expect(shown()).toEqual([]);
});
