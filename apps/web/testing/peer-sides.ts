import { vi } from "vitest";
import type { Candidate } from "../src/features/calls/media/peer.ts";
import { type LinkState, PeerLink } from "../src/features/calls/media/peer-link.ts";
import { FakePeer } from "./fake-peer.ts";

type Said =
  | { kind: "offer"; sdp: string }
  | { kind: "answer"; sdp: string }
  | { kind: "candidate"; candidate: Candidate };

/** One side of a call with everything it made and said. */
export class Side {
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
    this.link = new PeerLink({
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
      onWeak: () => undefined,
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

export const calm = () => vi.advanceTimersByTimeAsync(0);
export const candidatesIn = (said: Said[]) => said.filter(({ kind }) => kind === "candidate").length;

/** Delivers everything both sides say until they are silent. */
export async function talk(caller: Side, callee: Side): Promise<void> {
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

export function connect(...sides: Side[]): void {
  for (const side of sides) {
    side.peer.events.onState("connected");
  }
}

export async function connected(): Promise<{ caller: Side; callee: Side }> {
  const caller = new Side(true);
  const callee = new Side(false);
  caller.link.begin();
  await talk(caller, callee);
  connect(caller, callee);
  return { caller, callee };
}

/** Do the two present connections belong together? */
export const belongTogether = (caller: Side, callee: Side) =>
  caller.peer.remote?.includes(`o=- ${callee.peer.connection} `) === true &&
  callee.peer.remote?.includes(`o=- ${caller.peer.connection} `) === true;
