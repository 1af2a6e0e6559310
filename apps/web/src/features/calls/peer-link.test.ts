import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FakePeer } from "../../../testing/fake-peer.ts";
import type { Candidate } from "./peer.ts";
import { createPeerLink, type LinkState, type PeerLink } from "./peer-link.ts";
import { readOffer } from "./session-description.ts";

type Said =
  | { kind: "offer"; sdp: string }
  | { kind: "answer"; sdp: string }
  | { kind: "candidate"; candidate: Candidate };

/** One side of a call with everything it made and said. */
class Side {
  readonly link: PeerLink;
  readonly peers: FakePeer[] = [];
  readonly said: Said[] = [];
  readonly states: LinkState[] = [];
  readonly troubles: unknown[] = [];
  asked = 0;
  isReachable = true;
  /** Fails the making of the next connection. */
  isBroken = false;

  constructor(makesOffers: boolean) {
    this.link = createPeerLink({
      makesOffers,
      newPeer: async (events) => {
        if (this.isBroken) {
          throw new Error("no connection today");
        }
        const peer = new FakePeer(events);
        this.peers.push(peer);
        return peer;
      },
      send: {
        offer: (sdp) => this.said.push({ kind: "offer", sdp }),
        answer: (sdp) => this.said.push({ kind: "answer", sdp }),
        candidate: (candidate) => this.said.push({ kind: "candidate", candidate }),
      },
      askForOffer: () => {
        this.asked += 1;
      },
      isReachable: () => this.isReachable,
      newId: () => crypto.randomUUID(),
      onState: (state) => this.states.push(state),
      onRemote: () => undefined,
      onTold: () => undefined,
      onTrouble: (error) => this.troubles.push(error),
    });
  }

  get peer(): FakePeer {
    const peer = this.peers.at(-1);
    if (!peer) {
      throw new Error("no connection was made");
    }
    return peer;
  }

  /** Takes what was said and not delivered yet. */
  take(): Said[] {
    return this.said.splice(0);
  }

  hear(said: Said): void {
    if (said.kind === "offer") {
      this.link.heardOffer(said.sdp);
    } else if (said.kind === "answer") {
      this.link.heardAnswer(said.sdp);
    } else {
      this.link.heardCandidate(said.candidate);
    }
  }
}

const calm = () => vi.advanceTimersByTimeAsync(0);
const candidatesIn = (said: Said[]) => said.filter(({ kind }) => kind === "candidate").length;

/** Delivers everything both sides say until they are silent. */
async function talk(caller: Side, callee: Side): Promise<void> {
  for (;;) {
    await calm();
    const fromCaller = caller.take();
    const fromCallee = callee.take();
    if (fromCaller.length + fromCallee.length === 0) {
      return;
    }
    for (const said of fromCaller) {
      callee.hear(said);
    }
    for (const said of fromCallee) {
      caller.hear(said);
    }
  }
}

function connect(...sides: Side[]): void {
  for (const side of sides) {
    side.peer.events.onState("connected");
  }
}

async function connected(): Promise<{ caller: Side; callee: Side }> {
  const caller = new Side(true);
  const callee = new Side(false);
  caller.link.begin();
  await talk(caller, callee);
  connect(caller, callee);
  return { caller, callee };
}

/** Do the two present connections belong together? */
const belongTogether = (caller: Side, callee: Side) =>
  caller.peer.remote?.includes(`o=- ${callee.peer.connection} `) === true &&
  callee.peer.remote?.includes(`o=- ${caller.peer.connection} `) === true;

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
