import type { Candidate, MediaKind, Peer, PeerEvents, Sending } from "./peer.ts";
import { connectionOf, nameOffer, readOffer, usernameFragmentsOf } from "./session-description.ts";

/** An interruption shorter than this mends itself: a phone that changes from wifi to mobile data. */
const MENDS_ITSELF_MS = 2500;
/** An attempt that has not connected after this long has come to nothing. */
const ATTEMPT_MS = 8000;
/** One that broke off is made again after this long: not at once, it might break off for ever. */
const AFTER_TROUBLE_MS = 1500;
/** Candidates that came before the description they belong to; more would be somebody's mischief. */
const EARLY_AT_MOST = 64;

/** `idle`: nobody has proposed anything yet. `reconnecting`: it was connected before. */
export type LinkState = "idle" | "connecting" | "connected" | "reconnecting";

export interface PeerLinkParts {
  /**
   * The caller's side makes every offer, so that two of them never meet. The other side answers, and asks
   * for a new offer when it needs one.
   */
  makesOffers: boolean;
  newPeer(events: PeerEvents): Promise<Peer>;
  /** May fail silently: whatever was lost is made good by the next attempt. */
  send: {
    offer(sdp: string): void;
    answer(sdp: string): void;
    candidate(candidate: Candidate): void;
  };
  /** Asks the other side for a new offer. */
  askForOffer(): void;
  /** Can the other side be reached, and does it stand in the call? An attempt is vain otherwise. */
  isReachable(): boolean;
  newId(): string;
  onState(state: LinkState): void;
  onRemote(stream: MediaStream): void;
  onTold(sending: Sending): void;
  onTrouble(error: unknown): void;
}

export interface PeerLink {
  /** The other side stands in the call, for the first time or again: connects with what it is now. */
  begin(): void;
  heardOffer(text: string): void;
  heardAnswer(text: string): void;
  heardCandidate(candidate: Candidate): void;
  send(kind: MediaKind, track: MediaStreamTrack | null): void;
  tell(sending: Sending): void;
  close(): void;
}

/**
 * Keeps one connection to the other side alive: makes it, mends it (an ICE restart), and makes another
 * when it cannot be mended or the other side is a page that was loaded anew.
 */
export function createPeerLink(parts: PeerLinkParts): PeerLink {
  const tracks = new Map<MediaKind, MediaStreamTrack | null>();
  let sending: Sending | null = null;
  let peer: Peer | null = null;
  /** The offer that waits for its answer. */
  let openOffer: string | null = null;
  /** Which connection of the other side ours agreed with. */
  let agreedWith: string | null = null;
  let known = new Set<string>();
  let early: Candidate[] = [];
  let isConnected = false;
  let wasConnected = false;
  let state: LinkState = "idle";
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;
  let work: Promise<void> = Promise.resolve();

  const become = (next: LinkState) => {
    if (next !== state && !isClosed) {
      state = next;
      parts.onState(next);
    }
  };

  /** Descriptions change the connection in steps; a second one waits until the first is through. */
  const inTurn = (job: () => Promise<void>) => {
    work = work.then(async () => {
      if (isClosed) {
        return;
      }
      try {
        await job();
      } catch (error) {
        if (!isClosed) {
          // What was begun came to nothing; the next attempt starts from nothing too.
          dropPeer();
          parts.onTrouble(error);
          healAfter(AFTER_TROUBLE_MS);
        }
      }
    });
  };

  const dropPeer = () => {
    peer?.close();
    peer = null;
    openOffer = null;
    agreedWith = null;
    isConnected = false;
    known = new Set();
  };

  const freshPeer = async (): Promise<Peer> => {
    dropPeer();
    let made: Peer | null = null;
    const isCurrent = () => made !== null && made === peer;
    made = await parts.newPeer({
      onState: (next) => isCurrent() && heardState(next),
      onCandidate: (candidate) => isCurrent() && parts.send.candidate(candidate),
      onRemote: (stream) => isCurrent() && parts.onRemote(stream),
      onTold: (told) => isCurrent() && parts.onTold(told),
    });
    if (isClosed) {
      made.close();
      throw new Error("The call was over before the connection was made");
    }
    peer = made;
    for (const [kind, track] of tracks) {
      await made.send(kind, track);
    }
    if (sending !== null) {
      made.tell(sending);
    }
    return made;
  };

  const heardState = (next: RTCPeerConnectionState) => {
    isConnected = next === "connected";
    if (isConnected) {
      clearTimeout(timer);
      wasConnected = true;
      become("connected");
    } else if (next === "disconnected") {
      tryingState();
      healAfter(MENDS_ITSELF_MS, "mend");
    } else if (next === "failed") {
      tryingState();
      heal("mend");
    }
  };

  /** Pictures that still arrive while new ways are sought are not an interruption. */
  const tryingState = () => {
    if (!isConnected) {
      become(wasConnected ? "reconnecting" : "connecting");
    }
  };

  const watchAttempt = () => {
    if (!isConnected) {
      healAfter(ATTEMPT_MS);
    }
  };

  const healAfter = (ms: number, way: "mend" | "anew" = "anew") => {
    clearTimeout(timer);
    timer = setTimeout(() => heal(way), ms);
  };

  const heal = (way: "mend" | "anew") => {
    if (isClosed) {
      return;
    }
    // When it cannot be reached now, its coming back begins the next attempt; this one looks again.
    healAfter(ATTEMPT_MS);
    if (!parts.isReachable()) {
      return;
    }
    if (parts.makesOffers) {
      inTurn(() => propose(way));
    } else {
      parts.askForOffer();
    }
  };

  const propose = async (way: "mend" | "anew") => {
    // Only what was agreed can be mended; an offer still open is of no use to who has just come.
    const mendable = way === "mend" && agreedWith !== null && openOffer === null ? peer : null;
    const from = mendable ?? (await freshPeer());
    tryingState();
    openOffer = parts.newId();
    const sdp = await from.offer(mendable !== null);
    parts.send.offer(nameOffer(sdp, openOffer));
    watchAttempt();
  };

  const agree = async (current: Peer, sdp: string) => {
    agreedWith = connectionOf(sdp);
    known = usernameFragmentsOf(sdp);
    const ready = early.filter(isKnown);
    early = early.filter((candidate) => !isKnown(candidate));
    for (const candidate of ready) {
      await addTo(current, candidate);
    }
  };

  const isKnown = ({ usernameFragment }: Candidate) =>
    usernameFragment === null ? known.size > 0 : known.has(usernameFragment);

  const addTo = async (current: Peer, candidate: Candidate) => {
    try {
      await current.add(candidate);
    } catch (error) {
      // One way less to the other side; whether any is left, the connection's state tells.
      if (!isClosed && current === peer) {
        parts.onTrouble(error);
      }
    }
  };

  return {
    begin() {
      if (parts.makesOffers) {
        inTurn(() => propose("mend"));
      }
    },

    heardOffer(text) {
      if (parts.makesOffers) {
        return;
      }
      inTurn(async () => {
        const { sdp, offerId } = readOffer(text);
        const isSame = agreedWith !== null && agreedWith === connectionOf(sdp);
        const from = (isSame ? peer : null) ?? (await freshPeer());
        tryingState();
        const answer = await from.answer(sdp);
        await agree(from, sdp);
        parts.send.answer(nameOffer(answer, offerId));
        watchAttempt();
      });
    },

    heardAnswer(text) {
      inTurn(async () => {
        const { sdp, offerId } = readOffer(text);
        const isForOpenOffer = openOffer !== null && (offerId === null || offerId === openOffer);
        if (peer === null || !isForOpenOffer) {
          return;
        }
        if (agreedWith !== null && agreedWith !== connectionOf(sdp)) {
          // The other page was loaded anew: nothing is left there of what was to be mended.
          return propose("anew");
        }
        await peer.accept(sdp);
        openOffer = null;
        await agree(peer, sdp);
      });
    },

    heardCandidate(candidate) {
      inTurn(async () => {
        if (peer !== null && isKnown(candidate)) {
          await addTo(peer, candidate);
        } else {
          early = [...early, candidate].slice(-EARLY_AT_MOST);
        }
      });
    },

    send(kind, track) {
      tracks.set(kind, track);
      inTurn(async () => {
        if (tracks.get(kind) === track) {
          await peer?.send(kind, track);
        }
      });
    },

    tell(next) {
      sending = next;
      peer?.tell(next);
    },

    close() {
      isClosed = true;
      clearTimeout(timer);
      dropPeer();
    },
  };
}
