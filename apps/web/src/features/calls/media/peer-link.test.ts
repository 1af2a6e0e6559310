import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { belongTogether, calm, candidatesIn, connected, Side, talk } from "../../../../testing/peer-sides.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("a connection", () => {
  it("is offered by the caller's side and answered by the other", async () => {
    const { caller, callee } = await connected();

    expect(belongTogether(caller, callee)).toBe(true);
    expect(caller.states).toEqual(["connecting", "connected"]);
    expect(callee.states).toEqual(["connecting", "connected"]);
  });

  it("shows browsers descriptions without the name that offers have among us", async () => {
    const { caller, callee } = await connected();
    expect(caller.peer.remote).not.toContain("umbral");
    expect(callee.peer.remote).not.toContain("umbral");
  });

  it("sends the tracks it had before it was made, and those that come later", async () => {
    const caller = new Side(true);
    const early = { kind: "audio" } as MediaStreamTrack;
    const late = { kind: "video" } as MediaStreamTrack;
    caller.link.send("audio", early);
    caller.link.tell({ microphone: true, camera: false });
    caller.link.begin();
    await calm();
    caller.link.send("video", late);
    await calm();

    expect(caller.peer.sends.get("audio")).toBe(early);
    expect(caller.peer.sends.get("video")).toBe(late);
    expect(caller.peer.told).toEqual([{ microphone: true, camera: false }]);
  });

  it("is closed with the call, also one that was still being made", async () => {
    const { caller } = await connected();
    caller.link.close();
    expect(caller.peer.isClosed).toBe(true);

    const quick = new Side(true);
    quick.link.begin();
    quick.link.close();
    await calm();
    expect(quick.peers.every(({ isClosed }) => isClosed)).toBe(true);
    expect(quick.said).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("candidates", () => {
  it("wait for the description they belong to", async () => {
    const caller = new Side(true);
    const callee = new Side(false);
    caller.link.begin();
    await calm();
    const candidates = ["a", "b"].map((text) => caller.peer.candidate(text));
    const [offer] = caller.take();

    for (const candidate of candidates) {
      callee.link.heardCandidate(candidate);
    }
    await calm();
    expect(callee.peers).toEqual([]);

    callee.link.heardOffer(offer?.kind === "offer" ? offer.sdp : "");
    await calm();
    expect(callee.peer.added).toEqual(["a", "b"]);
    callee.link.heardCandidate(caller.peer.candidate("c"));
    await calm();
    expect(callee.peer.added).toEqual(["a", "b", "c"]);
    expect(callee.troubles).toEqual([]);
  });

  it("of mended ways that overtake their description wait for it, and those of old ways are left", async () => {
    const { caller, callee } = await connected();
    const old = caller.peer.candidate("old");
    caller.link.begin();
    await calm();
    const [offer] = caller.take();
    callee.link.heardCandidate(caller.peer.candidate("new"));
    await calm();
    expect(callee.peer.added).toEqual([]);

    callee.link.heardOffer(offer?.kind === "offer" ? offer.sdp : "");
    callee.link.heardCandidate(old);
    await calm();
    expect(callee.peer.added).toEqual(["new"]);
    expect(callee.troubles).toEqual([]);
  });

  it("without a name go to what there is", async () => {
    const { caller, callee } = await connected();
    callee.link.heardCandidate({ ...caller.peer.candidate("x"), usernameFragment: null });
    await calm();
    // The fake refuses what has no name: it was handed over, and the refusal harms nothing.
    expect(callee.troubles).toHaveLength(1);
    expect(callee.peer.isClosed).toBe(false);
  });

  it("of a connection that was replaced are not sent", async () => {
    const { caller, callee } = await connected();
    const first = caller.peer;
    caller.link.begin();
    await calm();
    caller.link.begin();
    await talk(caller, callee);
    expect(caller.peer).not.toBe(first);
    first.events.onCandidate(first.candidate("stale"));
    expect(candidatesIn(caller.take())).toBe(0);
  });
});
