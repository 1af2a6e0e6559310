import type { Candidate, MediaKind, Peer, PeerEvents, Sending } from "../src/features/calls/media/peer.ts";

let made = 1000;
const nextNumber = (): string => {
  made += 1;
  return String(made);
};

/** A connection without a network. Its descriptions have the lines that a call reads. */
export class FakePeer implements Peer {
  readonly connection = nextNumber();
  readonly events: PeerEvents;
  readonly added: string[] = [];
  readonly sends = new Map<MediaKind, MediaStreamTrack | null>();
  readonly told: Sending[] = [];
  /** The other side's text that this one agreed to. */
  remote: string | null = null;
  isClosed = false;
  #rounds = 0;

  constructor(events: PeerEvents) {
    this.events = events;
  }

  /** Candidates of this one's last description carry this name. */
  get name(): string {
    return `u${this.connection}-${this.#rounds}`;
  }

  candidate(text: string): Candidate {
    return { candidate: text, sdpMid: "0", sdpMLineIndex: 0, usernameFragment: this.name };
  }

  async offer(restart: boolean): Promise<string> {
    this.#refuseWhenClosed();
    this.#rounds += restart || this.#rounds === 0 ? 1 : 0;
    return this.#describe();
  }

  async answer(offer: string): Promise<string> {
    this.#refuseWhenClosed();
    this.remote = offer;
    this.#rounds += 1;
    return this.#describe();
  }

  async accept(answer: string): Promise<void> {
    this.#refuseWhenClosed();
    this.remote = answer;
  }

  async add({ candidate, usernameFragment }: Candidate): Promise<void> {
    if (this.remote === null || !this.remote.includes(`a=ice-ufrag:${usernameFragment}`)) {
      throw new Error(`candidate ${candidate} before its description`);
    }
    this.added.push(candidate);
  }

  async send(kind: MediaKind, track: MediaStreamTrack | null): Promise<void> {
    this.sends.set(kind, track);
  }

  tell(sending: Sending): void {
    this.told.push(sending);
  }

  close(): void {
    this.isClosed = true;
  }

  #describe(): string {
    return `v=0\r\no=- ${this.connection} ${this.#rounds} IN IP4 0.0.0.0\r\ns=-\r\na=ice-ufrag:${this.name}\r\n`;
  }

  #refuseWhenClosed(): void {
    if (this.isClosed) {
      throw new Error("closed");
    }
  }
}
