import { isOver } from "@umbral/contract/calls/call-machine";
import type {
  acceptCall,
  Call,
  callEvents,
  restoreCall,
  webrtcAnswer,
  webrtcIceCandidate,
  webrtcOffer,
} from "@umbral/contract/calls/calls.contract";
import type { Message } from "@umbral/contract/lib/message";
import type { z } from "zod";
import type { HeardEvents } from "../../../lib/connection.ts";
import { CallRefused } from "../../../lib/failures.ts";
import type { CallLine } from "../call-line.ts";
import type { Peer, PeerEvents, Sending } from "../media/index.ts";
import {
  createLocalMedia,
  createPeerLink,
  type Devices,
  type LinkState,
  type PeerLink,
} from "../media/index.ts";
import { sayGoodbye } from "./call-goodbye.ts";
import { type CallEnd, type CallView, drawCallView } from "./call-view.ts";

export interface CallToEnter {
  callId: string;
  /** Who is signed in on this device. */
  personId: string;
  /** What brings this device into the call; without it the call is read first. */
  entry?: CallEntry | undefined;
}

export interface CallSessionParts extends CallToEnter {
  line: CallLine;
  readCall(): Promise<Call>;
  /** Asks whether the call may end in which this person stands elsewhere. */
  mayEndOther(): Promise<boolean>;
  /** The other way to hang up, for when the line is away. */
  endOverHttp(): Promise<unknown>;
  newPeer(events: PeerEvents): Promise<Peer>;
  devices: Devices;
  newId(): string;
  onTrouble(error: unknown): void;
}

/** `answer`: it rings here and was just taken. `answered`: the other side has just answered this call. */
export type CallEntry =
  /** `endsRunning`: they have said that the call in which they stand may end. */
  { how: "answer"; endsRunning?: boolean } | { how: "answered"; call: Call };

export interface CallSession {
  view(): CallView;
  subscribe(listener: () => void): () => void;
  start(): void;
  /** The page goes away: lets go of devices and connection without ending the call. */
  close(): void;
}

/** A question that failed for a reason that passes is asked again after this long. */
const AGAIN_MS = 2000;

/** Refusals that pass: the call itself may be fine. */
const PASSING: readonly string[] = ["TOO_OFTEN", "FAULT", "UNAVAILABLE"];
const isFinal = (error: unknown) => error instanceof CallRefused && !PASSING.includes(error.code);

type CallEvent = Exclude<keyof typeof callEvents, "request">;

/** One call on this device, from opening its screen to its end. Without React, so that every ending can be tried. */
export function createCallSession(parts: CallSessionParts): CallSession {
  const { callId, line } = parts;
  const listeners = new Set<() => void>();
  const undo: (() => void)[] = [];
  let again: ReturnType<typeof setTimeout> | undefined;
  let link: PeerLink | null = null;
  let call: Call | null = null;
  let ended: CallEnd | null = null;
  let isUnreachable = false;
  let isOtherThere = false;
  /** Has this device stood in the call? What ends it then is news, not a link that came too late. */
  let wasIn = false;
  let isClosed = false;
  /** This person would rather stay in the call in which they stand. */
  let isDeclined = false;
  let linkState: LinkState = "idle";
  let remote: MediaStream | null = null;
  let otherSends: Sending | null = null;

  const media = createLocalMedia({
    devices: parts.devices,
    onTrack: (kind, track) => link?.send(kind, track),
    onChange: () => {
      link?.tell(media.sending());
      changed();
    },
  });
  let view = draw();

  function draw(): CallView {
    return drawCallView({
      personId: parts.personId,
      call,
      ended,
      isUnreachable,
      link: linkState,
      remote,
      otherSends,
      media,
      hangUp: () => finish("here"),
      retry: () => void enter(),
    });
  }

  const changed = () => {
    if (!isClosed) {
      view = draw();
      for (const listener of listeners) {
        listener();
      }
    }
  };

  const isConnected = () => line.state() === "connected";

  /** What is known already is not asked first: every question before the picture is one too many. */
  const begin = async () => {
    const { entry } = parts;
    if (entry?.how === "answered") {
      call = entry.call;
      link ??= newLink(true);
      void media.open();
      await stand({ isOtherExpected: true });
    } else if (entry?.how === "answer" && isConnected()) {
      // Before the answer is sent: the offer may come at once.
      link ??= newLink(false);
      void media.open();
      await answer();
    } else {
      await enter();
    }
  };

  /** Answers on this device. Who stands in another call is asked; after a no it is rejected here, and this is null. */
  const accept = async (): Promise<Call | null> => {
    const { entry } = parts;
    const hasSaidSo = entry?.how === "answer" && entry.endsRunning === true;
    const ask = (endsRunning: boolean) =>
      line.ask<typeof acceptCall>("call_accepted", endsRunning ? { callId, endsRunning } : { callId });
    try {
      return (await ask(hasSaidSo)).call;
    } catch (error) {
      if (!(error instanceof CallRefused && error.code === "ALREADY_IN_CALL")) {
        throw error;
      }
    }
    const goesOn = await parts.mayEndOther();
    if (ended !== null || isClosed) {
      return null;
    }
    if (!goesOn) {
      isDeclined = true;
      finish("here");
      return null;
    }
    return (await ask(true)).call;
  };

  const answer = async () => {
    try {
      const accepted = await accept();
      if (accepted === null) {
        return;
      }
      call = accepted;
      wasIn = true;
      changed();
    } catch (error) {
      if (isFinal(error)) {
        finish("unavailable");
      } else if (ended === null && !isClosed) {
        await enter();
      }
    }
  };

  /** Reads what call this is, takes it when it rings for this person, and stands in it. */
  const enter = async () => {
    isUnreachable = false;
    changed();
    let read: Call;
    try {
      read = await parts.readCall();
    } catch (error) {
      if (isFinal(error)) {
        finish("unavailable");
      } else {
        isUnreachable = true;
        changed();
      }
      return;
    }
    if (ended !== null || isClosed) {
      return;
    }
    call = read;
    if (isOver(read.status)) {
      finish("unavailable");
      return;
    }
    if (read.answeredBy === "telefono") {
      finish("telephone");
      return;
    }
    link ??= newLink(read.caller.id === parts.personId);
    changed();
    void media.open();
    await stand();
  };

  /**
   * Takes this device's place in the call, whenever the line is there anew. When the other side is expected
   * there, the offer follows at once: messages of one device are handled in their order.
   */
  const stand = async ({ isOtherExpected = false } = {}) => {
    clearTimeout(again);
    const isTooEarly = call === null || !isConnected() || view.phase === "ringing";
    if (isTooEarly || ended !== null || isClosed) {
      return;
    }
    try {
      if (call?.status === "ENTRANTE") {
        // Answering is standing in it: the caller comes in next, and begins.
        const accepted = await accept();
        if (accepted === null) {
          return;
        }
        call = accepted;
      } else {
        const asked = line.ask<typeof restoreCall>("restablecer", { callId });
        if (isOtherExpected) {
          isOtherThere = true;
          link?.begin();
        }
        const there = await asked;
        call = there.call;
        isOtherThere = there.otherPresent;
      }
      wasIn = true;
      changed();
      if (isOtherThere && !isOtherExpected) {
        link?.begin();
      }
    } catch (error) {
      if (isFinal(error)) {
        finish(wasIn ? "other" : "unavailable");
      } else if (ended === null && !isClosed) {
        // Without a line, its coming back asks as well.
        again = setTimeout(() => void stand(), AGAIN_MS);
      }
    }
  };

  const newLink = (makesOffers: boolean) =>
    createPeerLink({
      makesOffers,
      newPeer: parts.newPeer,
      send: {
        offer: (sdp) =>
          say<typeof webrtcOffer>("webrtc_offer", { callId, description: { type: "offer", sdp } }),
        answer: (sdp) =>
          say<typeof webrtcAnswer>("webrtc_answer", { callId, description: { type: "answer", sdp } }),
        candidate: (candidate) =>
          say<typeof webrtcIceCandidate>("webrtc_ice_candidate", { callId, candidate }),
      },
      // The caller hears that this side is back, and begins.
      askForOffer: () => void stand(),
      isReachable: () => isConnected() && (isOtherThere || !makesOffers),
      newId: parts.newId,
      onState(next) {
        linkState = next;
        changed();
      },
      onRemote(stream) {
        remote = stream;
        changed();
      },
      onTold(told) {
        otherSends = told;
        changed();
      },
      onTrouble: parts.onTrouble,
    });

  /** Media messages are not waited for: one that is lost is made good by the next attempt. */
  function say<M extends Message>(event: M["event"], payload: z.input<M["payload"]>): void {
    line.ask<M>(event, payload).catch((error: unknown) => {
      if (isFinal(error)) {
        void lookAgain();
      }
    });
  }

  /** The server does not relay for this call any more: has it ended without our hearing of it? */
  const lookAgain = async () => {
    try {
      const { status } = await parts.readCall();
      if (isOver(status)) {
        finish("other");
      }
    } catch (error) {
      parts.onTrouble(error);
    }
  };

  const finish = (how: CallEnd) => {
    if (ended !== null || isClosed) {
      return;
    }
    ended = how;
    letGo();
    changed();
    if (how === "here") {
      const { endOverHttp, onTrouble } = parts;
      const isUnanswered = isDeclined || (call?.status === "ENTRANTE" && !view.isCaller);
      void sayGoodbye({ line, callId, isUnanswered, endOverHttp, onTrouble });
    }
  };

  const letGo = () => {
    clearTimeout(again);
    link?.close();
    media.close();
    for (const stop of undo.splice(0)) {
      stop();
    }
  };

  const listen = () => {
    let wasConnected = isConnected();
    undo.push(
      line.subscribe(() => {
        const isBack = !wasConnected && isConnected();
        wasConnected = isConnected();
        if (isBack) {
          void (isUnreachable ? enter() : stand());
        }
      }),
      hear("end", ({ status }) => finish(status === "PERDIDA" ? "missed" : "other")),
      hear("reject_call", ({ rejectMessage }) => {
        call = call && { ...call, rejectMessage };
        finish(view.isCaller ? "rejected" : "elsewhere");
      }),
      hear("call_accepted:from_other_session", ({ answeredBy }) =>
        finish(answeredBy === "telefono" ? "telephone" : "elsewhere"),
      ),
      hear("call_accepted", ({ answeredBy }) => {
        if (answeredBy === "telefono") {
          finish("telephone");
        } else if (call !== null && view.isCaller) {
          call = { ...call, status: "CONTESTADA" };
          changed();
          void stand();
        }
      }),
      hear("restablecer", () => {
        isOtherThere = true;
        link?.begin();
      }),
      hear("webrtc_offer", ({ description }) => link?.heardOffer(description.sdp)),
      hear("webrtc_answer", ({ description }) => link?.heardAnswer(description.sdp)),
      hear("webrtc_ice_candidate", ({ candidate }) => {
        if (candidate !== null) {
          const { sdpMid = null, sdpMLineIndex = null, usernameFragment = null } = candidate;
          link?.heardCandidate({ candidate: candidate.candidate, sdpMid, sdpMLineIndex, usernameFragment });
        }
      }),
    );
  };

  /** Hears what is said of this call, and of no other. */
  function hear<E extends CallEvent>(event: E, listener: (payload: HeardEvents[E]) => void): () => void {
    return line.hear(event, (payload) => {
      if (payload.callId === callId) {
        listener(payload);
      }
    });
  }

  return {
    view: () => view,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    start() {
      listen();
      void begin();
    },
    close() {
      isClosed = true;
      letGo();
    },
  };
}
