import {
  agreed,
  canBeMended,
  givenUp,
  isExpected,
  isOfSameConnection,
  judgeAnswer,
  keptForLater,
  nothingAgreed,
  offered,
} from "./link-agreement.ts";
import type { Candidate, MediaKind, Peer, PeerEvents, Sending } from "./peer.ts";
import { nameOffer, readOffer } from "./session-description.ts";

/** An interruption shorter than this mends itself: a phone that changes from wifi to mobile data. */
const MENDS_ITSELF_MS = 2500;
/** An attempt that has not connected after this long has come to nothing. */
const ATTEMPT_MS = 8000;
/** One that broke off is made again after this long: not at once, it might break off for ever. */
const AFTER_TROUBLE_MS = 1500;

/** `idle`: nobody has proposed anything yet. `reconnecting`: it was connected before. */
export type LinkState = "idle" | "connecting" | "connected" | "reconnecting";

/** `mend`: new ways for the same connection. `anew`: another connection. */
type Way = "mend" | "anew";

interface PeerLinkParts {
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
  onWeak(isWeak: boolean): void;
  onTrouble(error: unknown): void;
}

/**
 * Keeps one connection to the other side alive: makes it, mends it (an ICE restart), and makes another
 * when it cannot be mended or the other side is a page that was loaded anew. What the two agreed on says
 * `link-agreement.ts`.
 */
export class PeerLink {
  readonly #parts: PeerLinkParts;
  /** What this side sends, for whichever connection there is. */
  readonly #tracks = new Map<MediaKind, MediaStreamTrack | null>();
  #sending: Sending | null = null;
  /** The connection of now; whatever an earlier one still says is not heard. */
  #peer: Peer | null = null;
  #agreement = nothingAgreed;
  #isConnected = false;
  #state: LinkState = "idle";
  /** The next look at whether it came to something. */
  #timer: ReturnType<typeof setTimeout> | undefined;
  #work: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(parts: PeerLinkParts) {
    this.#parts = parts;
  }

  /** The other side stands in the call, for the first time or again: connects with what it is now. */
  begin(): void {
    if (this.#parts.makesOffers) {
      this.#inTurn(() => this.#propose("mend"));
    }
  }

  heardOffer(text: string): void {
    if (this.#parts.makesOffers) {
      return;
    }
    this.#inTurn(async () => {
      const { sdp, offerId } = readOffer(text);
      const from =
        (isOfSameConnection(this.#agreement, sdp) ? this.#peer : null) ?? (await this.#freshPeer());
      this.#tryingState();
      const answer = await from.answer(sdp);
      await this.#agree(from, sdp);
      this.#parts.send.answer(nameOffer(answer, offerId));
      this.#watchAttempt();
    });
  }

  heardAnswer(text: string): void {
    this.#inTurn(async () => {
      const answer = readOffer(text);
      const peer = this.#peer;
      const verdict = judgeAnswer(this.#agreement, answer);
      if (peer === null || verdict === "late") {
        return;
      }
      if (verdict === "loaded-anew") {
        return this.#propose("anew");
      }
      await peer.accept(answer.sdp);
      await this.#agree(peer, answer.sdp);
    });
  }

  heardCandidate(candidate: Candidate): void {
    this.#inTurn(async () => {
      if (this.#peer !== null && isExpected(this.#agreement, candidate)) {
        await this.#addTo(this.#peer, candidate);
      } else {
        this.#agreement = keptForLater(this.#agreement, candidate);
      }
    });
  }

  send(kind: MediaKind, track: MediaStreamTrack | null): void {
    this.#tracks.set(kind, track);
    this.#inTurn(async () => {
      if (this.#tracks.get(kind) === track) {
        await this.#peer?.send(kind, track);
      }
    });
  }

  tell(sending: Sending): void {
    this.#sending = sending;
    this.#peer?.tell(sending);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#dropPeer();
  }

  #become(next: LinkState): void {
    if (next !== this.#state && !this.#isClosed) {
      this.#state = next;
      this.#parts.onState(next);
    }
  }

  /** Descriptions change the connection in steps; a second one waits until the first is through. */
  #inTurn(job: () => Promise<void>): void {
    this.#work = this.#work.then(async () => {
      if (this.#isClosed) {
        return;
      }
      try {
        await job();
      } catch (error) {
        if (!this.#isClosed) {
          // What was begun came to nothing; the next attempt starts from nothing too.
          this.#dropPeer();
          this.#parts.onTrouble(error);
          this.#healAfter(AFTER_TROUBLE_MS);
        }
      }
    });
  }

  #dropPeer(): void {
    this.#peer?.close();
    this.#peer = null;
    this.#agreement = givenUp(this.#agreement);
    this.#isConnected = false;
  }

  async #freshPeer(): Promise<Peer> {
    this.#dropPeer();
    // Another connection begins anew, as if its way were good.
    this.#parts.onWeak(false);
    let made: Peer | null = null;
    const isCurrent = () => made !== null && made === this.#peer;
    made = await this.#parts.newPeer({
      onState: (next) => isCurrent() && this.#heardState(next),
      onCandidate: (candidate) => isCurrent() && this.#parts.send.candidate(candidate),
      onRemote: (stream) => isCurrent() && this.#parts.onRemote(stream),
      onTold: (told) => isCurrent() && this.#parts.onTold(told),
      onWeak: (isWeak) => isCurrent() && this.#parts.onWeak(isWeak),
    });
    if (this.#isClosed) {
      made.close();
      throw new Error("The call was over before the connection was made");
    }
    this.#peer = made;
    for (const [kind, track] of this.#tracks) {
      await made.send(kind, track);
    }
    if (this.#sending !== null) {
      made.tell(this.#sending);
    }
    return made;
  }

  #heardState(next: RTCPeerConnectionState): void {
    this.#isConnected = next === "connected";
    if (this.#isConnected) {
      clearTimeout(this.#timer);
      this.#become("connected");
    } else if (next === "disconnected") {
      this.#tryingState();
      this.#healAfter(MENDS_ITSELF_MS, "mend");
    } else if (next === "failed") {
      this.#tryingState();
      this.#heal("mend");
    }
  }

  /** Pictures that still arrive while new ways are sought are not an interruption. */
  #tryingState(): void {
    if (!this.#isConnected) {
      const wasConnected = this.#state === "connected" || this.#state === "reconnecting";
      this.#become(wasConnected ? "reconnecting" : "connecting");
    }
  }

  #watchAttempt(): void {
    if (!this.#isConnected) {
      this.#healAfter(ATTEMPT_MS);
    }
  }

  #healAfter(ms: number, way: Way = "anew"): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#heal(way), ms);
  }

  #heal(way: Way): void {
    if (this.#isClosed) {
      return;
    }
    // When it cannot be reached now, its coming back begins the next attempt; this one looks again.
    this.#healAfter(ATTEMPT_MS);
    if (!this.#parts.isReachable()) {
      return;
    }
    if (this.#parts.makesOffers) {
      this.#inTurn(() => this.#propose(way));
    } else {
      this.#parts.askForOffer();
    }
  }

  async #propose(way: Way): Promise<void> {
    const mendable = way === "mend" && canBeMended(this.#agreement) ? this.#peer : null;
    const from = mendable ?? (await this.#freshPeer());
    this.#tryingState();
    const offerId = this.#parts.newId();
    this.#agreement = offered(this.#agreement, offerId);
    const sdp = await from.offer(mendable !== null);
    this.#parts.send.offer(nameOffer(sdp, offerId));
    this.#watchAttempt();
  }

  async #agree(current: Peer, sdp: string): Promise<void> {
    const { agreement, ready } = agreed(this.#agreement, sdp);
    this.#agreement = agreement;
    for (const candidate of ready) {
      await this.#addTo(current, candidate);
    }
  }

  async #addTo(current: Peer, candidate: Candidate): Promise<void> {
    try {
      await current.add(candidate);
    } catch (error) {
      // One way less to the other side; whether any is left, the connection's state tells.
      if (!this.#isClosed && current === this.#peer) {
        this.#parts.onTrouble(error);
      }
    }
  }
}
