import type { OutsideDoor } from "@umbral/contract/integrations/outside.contract";
import type { OutsideEvent } from "@umbral/contract/integrations/outside-events.contract";
import type { Topics } from "./topics.ts";

/** A message to the broker: what is `retained` is what still holds, for whoever comes later. */
export interface Publication {
  topic: string;
  payload: string | Buffer;
  retained: boolean;
}

/** A ring that is older than this rings nowhere: it is in the history. Milliseconds. */
const STILL_RINGS_MS = 30_000;

const still = (topic: string, payload: string): Publication => ({ topic, payload, retained: true });
const once = (topic: string, payload: object): Publication => ({
  topic,
  payload: JSON.stringify(payload),
  retained: false,
});

/**
 * How a door is. Where nobody can say it is not said: its line is `offline` then.
 * @returns what holds from now on
 */
export function newsOfDoor(door: OutsideDoor, topics: Topics): Publication[] {
  const { line, state } = topics.door(door.id);
  const trouble =
    door.jammedSince !== undefined
      ? "jammed"
      : door.leaf?.is === "forced" || door.leaf?.is === "held"
        ? door.leaf.is
        : null;
  return [
    still(line, door.line === "online" ? "online" : "offline"),
    still(
      state,
      JSON.stringify({
        leaf: door.leaf?.is ?? null,
        since: door.leaf?.since ?? null,
        mode: door.mode?.mode ?? "normal",
        until: door.mode?.until ?? null,
        trouble,
      }),
    ),
  ];
}

/**
 * What an event becomes on the broker: all of it under its kind, and what Home Assistant shows of it.
 * @param now to know what is over: events that were missed are told, and ring nowhere
 */
export function newsOfEvent(event: OutsideEvent, topics: Topics, now: Date): Publication[] {
  const news = [once(topics.event(event.kind), event)];
  if (event.kind === "rang") {
    const isNow = now.getTime() - Date.parse(event.at) < STILL_RINGS_MS;
    news.push(still(topics.lastRing, event.at));
    if (isNow) {
      const apartment = event.apartment?.name ?? null;
      news.push(once(topics.ring, { event_type: "ring", apartment, from_lobby: event.isFromLobby }));
    }
  } else if (event.kind !== "alarm" && event.door !== null) {
    const { id } = event.door;
    news.push(once(topics.door(id).events, { ...detailOf(event), event_type: event.kind, at: event.at }));
  }
  return news;
}

function detailOf(event: OutsideEvent): object {
  switch (event.kind) {
    case "opened":
      return { origin: event.origin, certain: event.isCertain };
    case "refused":
      return { credential: event.credential, outcome: event.outcome };
    case "arrived":
      return { people: event.people };
    default:
      return {};
  }
}

type AlarmEvent = Extract<OutsideEvent, { kind: "alarm" }>;

/** Alarms that were raised and not closed, as the events tell them: since when, and when each was raised last. */
export class OpenAlarms {
  readonly #open = new Map<string, AlarmEvent & { since: string }>();

  /** Events come in the order of their numbers; one that was heard before changes nothing. */
  note(event: OutsideEvent): void {
    if (event.kind !== "alarm") {
      return;
    }
    if (event.state === "raised") {
      // Of one that was raised before this bridge's first look, the last raise is all that it knows.
      const since = this.#open.get(event.alarmId)?.since ?? event.at;
      this.#open.set(event.alarmId, { ...event, since });
    } else {
      this.#open.delete(event.alarmId);
    }
  }

  /** A drill is ON too, and says so: a house that reacts may ask for it. */
  news(topics: Topics): Publication {
    const alarms = [...this.#open.values()];
    const real = alarms.filter(({ isDrill }) => !isDrill);
    const [shown] = real.length > 0 ? real : alarms;
    return still(
      topics.alarm,
      JSON.stringify({
        state: shown ? "ON" : "OFF",
        kind: shown?.event ?? null,
        drill: shown?.isDrill ?? false,
        since: shown?.since ?? null,
        raised: shown?.at ?? null,
      }),
    );
  }
}
