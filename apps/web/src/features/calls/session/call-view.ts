import type { Call } from "@umbral/contract/calls/calls.contract";
import type { LinkState, LocalMedia, LocalMediaView, Sending } from "../media/index.ts";

/**
 * - `loading`: what call this is
 * - `unreachable`: that could not be read; it is tried again with the line, or by hand
 * - `ringing`: its caller waits for an answer
 * - `waiting`: answered; the other side is not in it yet
 * - `connecting`, `connected`, `reconnecting`: sound and picture
 * - `over`: see {@link CallEnd}
 */
export type CallPhase =
  | "loading"
  | "unreachable"
  | "ringing"
  | "waiting"
  | "over"
  | Exclude<LinkState, "idle">;

/**
 * `here`: by this person. `other`: by the other side, or because both were gone too long. `unavailable`:
 * it was over before. `elsewhere`: another device of this person has it. `telephone`: it was answered with a
 * key of the automatic phone call, in which there is nobody to see or hear.
 */
export type CallEnd = "here" | "other" | "rejected" | "missed" | "unavailable" | "elsewhere" | "telephone";

/** What can be done now. One that is missing is a button that is not there. */
export interface CallActions {
  hangUp?: () => void;
  retry?: () => void;
  mute?: () => void;
  unmute?: () => void;
  cameraOff?: () => void;
  cameraOn?: () => void;
  switchCamera?: () => void;
  askForDevices?: () => void;
}

/** Everything that the screen of a call shows, and what can be done there. */
export interface CallView {
  phase: CallPhase;
  call: Call | null;
  isCaller: boolean;
  ended: CallEnd | null;
  remote: MediaStream | null;
  /** What the other side says that it sends; null until it has said so. */
  otherSends: Sending | null;
  /** The own picture is sent smaller, because the way to the other side is bad. */
  isWeak: boolean;
  own: LocalMediaView;
  /** May let the person at the door in. */
  mayOpenDoor: boolean;
  actions: CallActions;
}

/** What a session knows, from which its view follows. */
export interface CallFacts {
  personId: string;
  call: Call | null;
  ended: CallEnd | null;
  isUnreachable: boolean;
  link: LinkState;
  remote: MediaStream | null;
  otherSends: Sending | null;
  isWeak: boolean;
  media: LocalMedia;
  hangUp(): void;
  retry(): void;
}

export function drawCallView(facts: CallFacts): CallView {
  const { call, ended, remote, otherSends, media } = facts;
  const isCaller = call?.caller.id === facts.personId;
  return {
    phase: phaseOf(facts, isCaller),
    call,
    isCaller,
    ended,
    remote,
    otherSends,
    isWeak: facts.isWeak,
    own: media.view(),
    mayOpenDoor: ended === null && !isCaller && call?.may.openDoor === true,
    actions: ended === null ? actionsOf(facts) : {},
  };
}

function phaseOf({ call, ended, isUnreachable, link }: CallFacts, isCaller: boolean): CallPhase {
  if (ended !== null) {
    return "over";
  }
  if (isUnreachable) {
    return "unreachable";
  }
  if (call === null) {
    return "loading";
  }
  if (call.status === "ENTRANTE") {
    return isCaller ? "ringing" : "loading";
  }
  return link === "idle" ? "waiting" : link;
}

function actionsOf({ isUnreachable, media, hangUp, retry }: CallFacts): CallActions {
  const own = media.view();
  const isTroubled = [own.microphone, own.camera].some(
    (state) => state === "refused" || state === "missing" || state === "busy",
  );
  return {
    hangUp,
    ...(isUnreachable ? { retry } : {}),
    ...(own.microphone === "on" ? { mute: () => media.setMicrophone(false) } : {}),
    ...(own.microphone === "off" ? { unmute: () => media.setMicrophone(true) } : {}),
    ...(own.camera === "on" ? { cameraOff: () => void media.setCamera(false) } : {}),
    ...(own.camera === "off" ? { cameraOn: () => void media.setCamera(true) } : {}),
    ...(own.canSwitchCamera ? { switchCamera: () => void media.switchCamera() } : {}),
    ...(isTroubled ? { askForDevices: () => void media.open() } : {}),
  };
}
