import type {
  acceptCall,
  Call,
  restoreCall,
  webrtcAnswer,
  webrtcIceCandidate,
  webrtcOffer,
} from "@umbral/contract/calls/calls.contract";
import type { Message } from "@umbral/contract/lib/message";
import type { z } from "zod";
import { CallRefused } from "../../../lib/failures.ts";
import { keepPageFor } from "../../../lib/page-version.ts";
import { createStore } from "../../../lib/store.ts";
import type { CallLine } from "../call-line.ts";
import {
  type CallSide,
  createLocalMedia,
  type Devices,
  type Peer,
  type PeerEvents,
  PeerLink,
} from "../media/index.ts";
import { runMachine } from "../run-machine.ts";
import { listenInCall } from "./call-ears.ts";
import { sayGoodbye } from "./call-goodbye.ts";
import { type CallView, drawCallView } from "./call-view.ts";
import type { Acceptance, CallEntry, SessionEffect, SessionEvent, SessionState } from "./session-events.ts";
import { newSession, next } from "./session-machine.ts";

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
  newPeer(events: PeerEvents, side: CallSide): Promise<Peer>;
  devices: Devices;
  newId(): string;
  onTrouble(error: unknown): void;
}

export interface CallSession {
  view(): CallView;
  subscribe(listener: () => void): () => void;
  start(): void;
  /** Resolves when its first offer or answer has left, or none will. */
  begun(): Promise<void>;
  /** The page goes away: lets go of devices and connection without ending the call. */
  close(): void;
}

/** A question that failed for a reason that passes is asked again after this long. */
const AGAIN_MS = 2000;

/** Refusals that pass: the call itself may be fine. */
const PASSING: readonly string[] = ["TOO_OFTEN", "FAULT", "UNAVAILABLE"];
const isFinal = (error: unknown) => error instanceof CallRefused && !PASSING.includes(error.code);
const failureOf = (error: unknown) => (isFinal(error) ? "final" : "passing");

/** One call on this device, from opening its screen to its end: does what `session-machine.ts` says. */
export function createCallSession(parts: CallSessionParts): CallSession {
  const { callId, line } = parts;
  let stopListening = () => {};
  let again: ReturnType<typeof setTimeout> | undefined;
  let link: PeerLink | null = null;
  let begin: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });

  const isConnected = () => line.isUp();
  const { state, happen } = runMachine<SessionState, SessionEvent, SessionEffect>({
    first: newSession({ personId: parts.personId, entry: parts.entry }),
    next,
    act,
    onChange: changed,
  });
  const media = createLocalMedia({
    devices: parts.devices,
    onTrack: (kind, track) => link?.send(kind, track),
    onChange: () => {
      link?.tell(media.sending());
      changed();
    },
  });
  const view = createStore(draw());

  function draw(): CallView {
    return drawCallView({
      ...state(),
      media,
      hangUp: () => happen({ kind: "hang-up" }),
      retry: () => happen({ kind: "retry" }),
    });
  }

  function changed(): void {
    if (!state().isClosed) {
      view.set(draw());
    }
  }

  function act(effect: SessionEffect): void {
    switch (effect.do) {
      case "read":
        parts.readCall().then(
          (call) => happen({ kind: "read", call }),
          (error: unknown) => happen({ kind: "not-read", failure: failureOf(error) }),
        );
        break;
      case "accept":
        accept(effect.acceptance);
        break;
      case "ask-to-end-other": {
        const { acceptance } = effect;
        parts.mayEndOther().then(
          (goesOn) => happen({ kind: "may-end-other", acceptance, goesOn }),
          (error: unknown) => happen({ kind: "not-accepted", acceptance, failure: failureOf(error) }),
        );
        break;
      }
      case "stand":
        stand(effect.hasBegun);
        break;
      case "stand-later":
        clearTimeout(again);
        again = setTimeout(() => happen({ kind: "stand-again" }), AGAIN_MS);
        break;
      case "stand-no-more":
        clearTimeout(again);
        break;
      case "look":
        parts
          .readCall()
          .then(({ status, answeredBy }) => happen({ kind: "looked", status, answeredBy }), parts.onTrouble);
        break;
      case "open-link":
        link = newLink(effect.makesOffers);
        break;
      case "begin-link":
        link?.begin();
        break;
      case "open-media":
        void media.open();
        break;
      case "let-go":
        letGo();
        break;
      case "say-goodbye": {
        const { endOverHttp, onTrouble } = parts;
        keepPageFor(sayGoodbye({ line, callId, isUnanswered: effect.isUnanswered, endOverHttp, onTrouble }));
        break;
      }
    }
  }

  function accept(acceptance: Acceptance): void {
    const { endsRunning } = acceptance;
    line.ask<typeof acceptCall>("call_accepted", endsRunning ? { callId, endsRunning } : { callId }).then(
      ({ call }) => happen({ kind: "accepted", call, acceptance }),
      (error: unknown) => {
        const isElsewhere = error instanceof CallRefused && error.code === "ALREADY_IN_CALL";
        happen({ kind: "not-accepted", acceptance, failure: isElsewhere ? "elsewhere" : failureOf(error) });
      },
    );
  }

  function stand(hasBegun: boolean): void {
    line.ask<typeof restoreCall>("restablecer", { callId }).then(
      ({ call, otherPresent }) => happen({ kind: "stood", call, isOtherThere: otherPresent, hasBegun }),
      (error: unknown) => happen({ kind: "not-stood", failure: failureOf(error) }),
    );
  }

  function newLink(makesOffers: boolean): PeerLink {
    return new PeerLink({
      makesOffers,
      newPeer: (events) => parts.newPeer(events, makesOffers ? "caller" : "callee"),
      send: {
        offer: (sdp) =>
          say<typeof webrtcOffer>("webrtc_offer", { callId, description: { type: "offer", sdp } }),
        answer: (sdp) =>
          say<typeof webrtcAnswer>("webrtc_answer", { callId, description: { type: "answer", sdp } }),
        candidate: (candidate) =>
          say<typeof webrtcIceCandidate>("webrtc_ice_candidate", { callId, candidate }),
      },
      askForOffer: () => happen({ kind: "stand-again" }),
      isReachable: () => isConnected() && (state().isOtherThere || !makesOffers),
      newId: parts.newId,
      onState: (next) => happen({ kind: "link", change: { link: next } }),
      onRemote: (remote) => happen({ kind: "link", change: { remote } }),
      onTold: (otherSends) => happen({ kind: "link", change: { otherSends } }),
      onWeak: (isWeak) => happen({ kind: "link", change: { isWeak } }),
      onTrouble: parts.onTrouble,
    });
  }

  /** Media messages are not waited for: one that is lost is made good by the next attempt. */
  function say<M extends Message>(event: M["event"], payload: z.input<M["payload"]>): void {
    const said = line.ask<M>(event, payload);
    begin();
    said.catch((error: unknown) => {
      if (isFinal(error)) {
        // Has it ended without our hearing of it?
        happen({ kind: "not-relayed" });
      }
    });
  }

  function letGo(): void {
    begin();
    clearTimeout(again);
    stopListening();
    link?.close();
    media.close();
  }

  return {
    view: view.current,
    subscribe: view.subscribe,
    start() {
      stopListening = listenInCall(line, callId, { happen, link: () => link });
      happen({ kind: "opened", isConnected: isConnected() });
    },
    begun: () => begun,
    close: () => happen({ kind: "close" }),
  };
}
