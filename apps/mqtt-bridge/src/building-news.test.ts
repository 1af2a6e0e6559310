import type { OutsideEvent } from "@umbral/contract/integrations/outside-events.contract";
import { expect, it } from "vitest";
import { newsOfEvent, OpenAlarms } from "./building-news.ts";
import { topicsOf } from "./topics.ts";

const topics = topicsOf("b1", "umbral", "homeassistant");
const now = new Date("2026-03-01T12:00:00.000Z");
const every = { id: "e1", number: 1, at: now.toISOString(), building: { id: "b1", name: "Torres" } };
const topicsIn = (event: OutsideEvent, at: Date) => newsOfEvent(event, topics, at).map(({ topic }) => topic);

it("rings for a ring of now, and only tells of one that was missed", () => {
  const ring: OutsideEvent = {
    ...every,
    kind: "rang",
    apartment: { id: "a1", name: "402" },
    isFromLobby: true,
  };
  expect(topicsIn(ring, now)).toEqual([topics.event("rang"), topics.lastRing, topics.ring]);
  expect(topicsIn(ring, new Date(now.getTime() + 31_000))).toEqual([topics.event("rang"), topics.lastRing]);
});

it("shows an alarm until the last is closed, a real one before a drill", () => {
  const alarm = (
    alarmId: string,
    state: "raised" | "closed",
    isDrill = false,
  ): Extract<OutsideEvent, { kind: "alarm" }> => ({
    ...every,
    kind: "alarm",
    alarmId,
    state,
    isAgain: false,
    event: "EMERGENCY",
    isDrill,
  });
  const alarms = new OpenAlarms();
  const shown = () => JSON.parse(String(alarms.news(topics).payload));
  expect(shown()).toMatchObject({ state: "OFF", kind: null });
  alarms.note(alarm("drill", "raised", true));
  expect(shown()).toMatchObject({ state: "ON", drill: true });
  alarms.note(alarm("real", "raised"));
  alarms.note(alarm("real", "raised"));
  expect(shown()).toMatchObject({ state: "ON", drill: false, kind: "EMERGENCY" });
  // Raised again it goes on since then, and says when: what reacts to the change reacts once more.
  const later = new Date(now.getTime() + 240_000).toISOString();
  alarms.note({ ...alarm("real", "raised"), isAgain: true, at: later });
  expect(shown()).toMatchObject({ state: "ON", since: now.toISOString(), raised: later });
  alarms.note(alarm("real", "closed"));
  alarms.note(alarm("drill", "closed", true));
  expect(shown()).toMatchObject({ state: "OFF" });
});
