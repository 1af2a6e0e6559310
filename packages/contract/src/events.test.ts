import { expect, it } from "vitest";
import { eventSubjects } from "./event-subjects.ts";
import { peopleEvents } from "./events.ts";

declare global {
  interface ImportMeta {
    /** Vite's: the modules of these files. */
    glob(patterns: string[], how: { eager: true }): Record<string, Record<string, unknown>>;
  }
}

/** The events that the rooms declare, wherever they do: each map that a module calls `…Events`. */
const declared = Object.values(import.meta.glob(["./**/*.contract.ts", "./lib/message.ts"], { eager: true }))
  .flatMap((room) => Object.entries(room))
  .flatMap(([name, map]) =>
    name.endsWith("Events") && typeof map === "object" && map !== null ? Object.keys(map) : [],
  )
  .sort();

it("every event that a room declares is heard by people, once, and says what it is about", () => {
  expect(declared.length).toBeGreaterThan(30);
  expect(Object.keys(peopleEvents).sort()).toEqual(declared);
  expect(Object.keys(eventSubjects).sort()).toEqual(declared);
});

it("an event names what it is about with a field that it has", () => {
  for (const [event, subject] of Object.entries(eventSubjects)) {
    if (subject !== null && "named" in subject) {
      const schema = peopleEvents[event as keyof typeof peopleEvents];
      expect([event, Object.keys("shape" in schema ? schema.shape : {})]).toEqual([
        event,
        expect.arrayContaining([subject.named]),
      ]);
    }
  }
});
