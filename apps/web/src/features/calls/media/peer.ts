/** What a connection carries each way. */
export type MediaKind = "audio" | "video";

/** What one side sends at the moment, as it tells the other: darkness and silence look like a fault otherwise. */
export interface Sending {
  microphone: boolean;
  camera: boolean;
}

/** One way by which the other side may be reached, as it travels. */
export interface Candidate {
  candidate: string;
  sdpMid: string | null;
  sdpMLineIndex: number | null;
  usernameFragment: string | null;
}

/** What a connection between the two browsers says while it lives. */
export interface PeerEvents {
  onState(state: RTCPeerConnectionState): void;
  onCandidate(candidate: Candidate): void;
  /** Sound and picture of the other side; the same object for the whole life of the connection. */
  onRemote(stream: MediaStream): void;
  onTold(sending: Sending): void;
  /** The way is too bad for the whole of the own picture, or is no more. */
  onWeak(isWeak: boolean): void;
}

/**
 * One connection between the two browsers, in the few steps that a call needs. Sound and picture have
 * their place in it from the start, so that a track can come, change and go without a new agreement.
 */
export interface Peer {
  /** Proposes the connection, or with `restart` new ways through the network for the same one. */
  offer(restart: boolean): Promise<string>;
  answer(offer: string): Promise<string>;
  accept(answer: string): Promise<void>;
  add(candidate: Candidate): Promise<void>;
  send(kind: MediaKind, track: MediaStreamTrack | null): Promise<void>;
  tell(sending: Sending): void;
  close(): void;
}
