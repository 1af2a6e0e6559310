import type { AlarmNews } from "@umbral/contract/alarms/alarms.contract";
import { describe, expect, it } from "vitest";
import type { ConnectionState, HeardEvents } from "../../lib/connection.ts";
import { createAlarmWatch } from "./alarm-watch.ts";

const rosa = { id: "11111111-1111-4111-8111-111111111111", name: "Rosa Líder", apartment: null };

const news = (id: string, more: Partial<AlarmNews> = {}): AlarmNews => ({
  id,
  event: "INTRUSION",
  buildingId: "b",
  buildingName: "Mirador",
  by: rosa,
  at: "2026-01-01T03:00:00.000Z",
  drill: false,
  raisedBy: 1,
  ...more,
});

function setUp() {
  const ears = new Map<string, (payload: never) => void>();
  let state: ConnectionState = "connected";
  let onState: () => void = () => undefined;
  const silenced: string[] = [];
  const watch = createAlarmWatch({
    line: {
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
    onSilenced: ({ id }) => silenced.push(id),
  });
  watch.start();
  return {
    watch,
    silenced,
    tell: (alarm: AlarmNews) => ears.get("user_event")?.(alarm as never),
    line(next: ConnectionState) {
      state = next;
      onState();
    },
    ids: () => watch.active().map(({ id }) => id),
  };
}

describe("the alarms of this person's buildings", () => {
  it("are there from their raising to their silence, which is told once", () => {
    const { tell, ids, silenced } = setUp();
    tell(news("a"));
    tell(news("b", { at: "2026-01-01T02:00:00.000Z" }));
    expect(ids()).toEqual(["b", "a"]);
    tell(news("a", { silencedBy: rosa }));
    tell(news("a", { silencedBy: rosa }));
    expect(ids()).toEqual(["b"]);
    expect(silenced).toEqual(["a"]);
  });

  it("stay seen when they are told again, and are seen as the server remembers", () => {
    const { tell, watch } = setUp();
    tell(news("a"));
    watch.understood("a");
    tell(news("a", { raisedBy: 2 }));
    expect(watch.active()).toMatchObject([{ seen: true, raisedBy: 2 }]);
    tell(news("b", { seen: true }));
    expect(watch.active().every(({ seen }) => seen)).toBe(true);
  });

  it("are unseen again once somebody raises them again, and not by a line that was away", () => {
    const { tell, watch, line } = setUp();
    const lastRaisedAt = "2026-01-01T03:16:00.000Z";
    tell(news("a"));
    watch.understood("a");
    tell(news("a", { lastRaisedAt }));
    expect(watch.active()).toMatchObject([{ seen: false }]);
    watch.understood("a");
    tell(news("a", { lastRaisedAt }));
    line("disconnected");
    tell(news("a", { lastRaisedAt, seen: true }));
    line("connected");
    expect(watch.active()).toMatchObject([{ seen: true }]);
  });

  it("that were silenced without that it was heard are over once the line has caught up", () => {
    const { tell, ids, line } = setUp();
    tell(news("a"));
    tell(news("b"));
    line("catching-up");
    expect(ids()).toEqual(["a", "b"]);
    tell(news("b"));
    line("connected");
    expect(ids()).toEqual(["b"]);
  });

  it("that were silenced while the line was lost are over when it is back", () => {
    const { tell, ids, line } = setUp();
    tell(news("a"));
    tell(news("b"));
    line("disconnected");
    expect(ids()).toEqual(["a", "b"]);
    // The server names what is active before it says that we are signed in.
    tell(news("b"));
    line("connected");
    expect(ids()).toEqual(["b"]);
  });

  it("are told with what is real before any drill, however old the drill is", () => {
    const { tell, ids, watch } = setUp();
    tell(news("drill", { drill: true, at: "2026-01-01T01:00:00.000Z" }));
    watch.understood("drill");
    tell(news("later", { at: "2026-01-01T03:00:00.000Z" }));
    tell(news("real", { at: "2026-01-01T02:00:00.000Z" }));
    tell(news("drill", { drill: true, at: "2026-01-01T01:00:00.000Z", raisedBy: 2 }));
    expect(ids()).toEqual(["real", "later", "drill"]);
    expect(watch.active().map(({ seen }) => seen)).toEqual([false, false, true]);
  });

  it("are nobody's once the session is over", () => {
    const { tell, ids, line } = setUp();
    tell(news("a"));
    line("session-over");
    expect(ids()).toEqual([]);
  });
});
