import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { belongTogether, calm, connect, connected, Side, talk } from "../../../../testing/peer-sides.ts";
import { readOffer } from "./session-description.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("two that speak at once", () => {
  it("never make two offers: the other side only answers", async () => {
    const callee = new Side(false);
    callee.link.begin();
    await calm();
    expect(callee.said).toEqual([]);

    const caller = new Side(true);
    const stranger = new Side(true);
    stranger.link.begin();
    await calm();
    for (const said of stranger.take()) {
      caller.hear(said);
    }
    await calm();
    expect(caller.said).toEqual([]);
  });

  it("agree on the last offer when the other side came twice at once", async () => {
    const caller = new Side(true);
    const callee = new Side(false);
    caller.link.begin();
    caller.link.begin();
    await talk(caller, callee);

    expect(belongTogether(caller, callee)).toBe(true);
    expect(caller.peers.filter(({ isClosed }) => !isClosed)).toHaveLength(1);
    expect(callee.peers.filter(({ isClosed }) => !isClosed)).toHaveLength(1);
  });

  it("do not take the answer to an older offer for one to the newer", async () => {
    const caller = new Side(true);
    const callee = new Side(false);
    caller.link.begin();
    await calm();
    const [first] = caller.take();
    callee.hear(first ?? { kind: "offer", sdp: "" });
    await calm();
    const [late] = callee.take();

    caller.link.begin();
    await calm();
    caller.hear(late ?? { kind: "answer", sdp: "" });
    await calm();
    expect(caller.peer.remote).toBeNull();

    await talk(caller, callee);
    expect(belongTogether(caller, callee)).toBe(true);
  });

  it("understand an answer that names no offer", async () => {
    const caller = new Side(true);
    const callee = new Side(false);
    caller.link.begin();
    await calm();
    for (const said of caller.take()) {
      callee.hear(said.kind === "offer" ? { kind: "offer", sdp: readOffer(said.sdp).sdp } : said);
    }
    await talk(caller, callee);
    expect(belongTogether(caller, callee)).toBe(true);
  });
});

describe("an interruption", () => {
  it("is mended in the same connection when the other side is back", async () => {
    const { caller, callee } = await connected();
    caller.link.begin();
    await talk(caller, callee);

    expect(caller.peers).toHaveLength(1);
    expect(callee.peers).toHaveLength(1);
    expect(callee.peer.remote).toContain(`u${caller.peer.connection}-2`);
    // Pictures went on arriving all the time.
    expect(caller.states).toEqual(["connecting", "connected"]);
  });

  it("that mends itself in time needs nobody", async () => {
    const { caller } = await connected();
    caller.peer.events.onState("disconnected");
    await vi.advanceTimersByTimeAsync(2000);
    caller.peer.events.onState("connected");
    await vi.advanceTimersByTimeAsync(60_000);

    expect(caller.states.slice(2)).toEqual(["reconnecting", "connected"]);
    expect(caller.said).toEqual([]);
  });

  it("that lasts is mended by the caller's side, and asked about by the other", async () => {
    const { caller, callee } = await connected();
    callee.peer.events.onState("disconnected");
    await vi.advanceTimersByTimeAsync(2500);
    expect(callee.asked).toBe(1);

    caller.peer.events.onState("failed");
    await talk(caller, callee);
    expect(caller.peers).toHaveLength(1);
    expect(callee.peer.remote).toContain(`u${caller.peer.connection}-2`);
  });

  it("that could not be mended makes another connection", async () => {
    const { caller, callee } = await connected();
    caller.peer.events.onState("failed");
    callee.peer.events.onState("failed");
    await talk(caller, callee);
    await vi.advanceTimersByTimeAsync(8000);
    await talk(caller, callee);

    expect(caller.peers).toHaveLength(2);
    expect(belongTogether(caller, callee)).toBe(true);
    connect(caller, callee);
    expect(caller.states.at(-1)).toBe("connected");
  });

  it("waits while the other side cannot be reached, and goes on when it can", async () => {
    const { caller, callee } = await connected();
    caller.isReachable = false;
    caller.peer.events.onState("failed");
    await vi.advanceTimersByTimeAsync(30_000);
    expect(caller.said).toEqual([]);

    caller.isReachable = true;
    await vi.advanceTimersByTimeAsync(8000);
    await talk(caller, callee);
    expect(belongTogether(caller, callee)).toBe(true);
  });

  it("leaves nothing of the old connection when the other page was loaded anew", async () => {
    const { caller, callee } = await connected();
    const old = caller.peer;
    callee.link.close();
    const reloaded = new Side(false);
    caller.link.begin();
    await talk(caller, reloaded);

    expect(old.isClosed).toBe(true);
    expect(belongTogether(caller, reloaded)).toBe(true);
    expect(reloaded.peers.filter(({ isClosed }) => !isClosed)).toHaveLength(1);
  });

  it("leaves nothing of the old connection when the caller's page was loaded anew", async () => {
    const { caller, callee } = await connected();
    const old = callee.peer;
    caller.link.close();
    const reloaded = new Side(true);
    reloaded.link.begin();
    await talk(reloaded, callee);

    expect(old.isClosed).toBe(true);
    expect(belongTogether(reloaded, callee)).toBe(true);
  });

  it("begins again after an offer that nobody answered", async () => {
    const caller = new Side(true);
    const callee = new Side(false);
    caller.link.begin();
    await calm();
    caller.take();
    await vi.advanceTimersByTimeAsync(8000);
    await talk(caller, callee);
    expect(belongTogether(caller, callee)).toBe(true);
  });

  it("begins again after the browser could not make a connection", async () => {
    const caller = new Side(true);
    const callee = new Side(false);
    caller.isBroken = true;
    caller.link.begin();
    await calm();
    expect(caller.troubles).toHaveLength(1);

    caller.isBroken = false;
    await vi.advanceTimersByTimeAsync(1500);
    await talk(caller, callee);
    expect(belongTogether(caller, callee)).toBe(true);
  });
});
