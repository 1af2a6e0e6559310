import type { AlarmNews } from "@umbral/contract/alarms/alarms.contract";
import type { Connection } from "../../lib/connection.ts";
import { createStore } from "../../lib/store.ts";

export interface AlarmWatchParts {
  line: Pick<Connection, "hear" | "subscribe" | "state">;
  /** Somebody silenced what this person had not been rid of yet. */
  onSilenced(news: AlarmNews): void;
}

export interface AlarmWatch {
  start(): void;
  stop(): void;
  subscribe(listener: () => void): () => void;
  /** The alarms that are active where this person may hear them: what is real before any drill, the oldest first. */
  active(): readonly AlarmNews[];
  /** This person has seen it: it is active still, and interrupts no more until it is raised again. */
  understood(id: string): void;
}

/** When an alarm was raised last, as an instant in ISO. */
export const lastRaisedAt = (news: AlarmNews): string => news.lastRaisedAt ?? news.at;

/** Where several are told as one the first is: a drill never stands before what is real. */
const realFirst = (one: AlarmNews, other: AlarmNews): number =>
  Number(one.drill) - Number(other.drill) || one.at.localeCompare(other.at);

/**
 * What is active, as the server tells it: each alarm once when it is raised, again when somebody raises it again
 * or silences it, and all of them whenever the line is back. What was silenced meanwhile is not told then, so
 * whatever is not named by the time the line stands again is over.
 */
export function createAlarmWatch({ line, onSilenced }: AlarmWatchParts): AlarmWatch {
  const active = createStore<readonly AlarmNews[]>([]);
  /** Those the server has named since the line was lost. */
  let named = new Set<string>();
  let stops: (() => void)[] = [];

  const hear = (news: AlarmNews) => {
    const known = active.current().find(({ id }) => id === news.id);
    const others = active.current().filter(({ id }) => id !== news.id);
    if (news.silencedBy !== undefined) {
      active.set(others);
      if (known) {
        onSilenced(news);
      }
    } else {
      named.add(news.id);
      // A broadcast says nothing of who has seen it: it stays seen until it is raised again.
      const seen = news.seen ?? (known?.seen === true && lastRaisedAt(news) <= lastRaisedAt(known));
      active.set([...others, { ...news, seen }].sort(realFirst));
    }
  };

  const follow = () => {
    const state = line.state();
    if (state === "connected") {
      if (active.current().some(({ id }) => !named.has(id))) {
        active.set(active.current().filter(({ id }) => named.has(id)));
      }
    } else if (state === "disconnected" || state === "catching-up") {
      named = new Set();
    } else if (state === "off" || state === "session-over") {
      active.set([]);
    }
  };

  return {
    start() {
      stops = [line.hear("user_event", hear), line.subscribe(follow)];
    },
    stop() {
      for (const stop of stops) {
        stop();
      }
      stops = [];
      named = new Set();
      active.set([]);
    },
    subscribe: active.subscribe,
    active: active.current,
    understood: (id) =>
      active.set(active.current().map((news) => (news.id === id ? { ...news, seen: true } : news))),
  };
}
