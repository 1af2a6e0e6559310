import type { CameraState } from "@umbral/contract/cameras/cameras.contract";

/**
 * What the screen says of one camera. `live` only when a picture was drawn; `stalled` when no more came
 * and nobody said why; `unreachable` when it is our own line that is lost.
 */
export type CameraView =
  | { readonly kind: "connecting"; readonly isSlow: boolean }
  | { readonly kind: "live" }
  | { readonly kind: "stalled" | "no-signal" | "away"; readonly since: string }
  | { readonly kind: "unreachable" }
  | { readonly kind: "refused"; readonly sentence: string };

export type CameraNews =
  /** The camera is being asked for, for the first time or again. */
  | { kind: "asked" }
  | { kind: "told"; state: CameraState["state"]; since: string }
  | { kind: "drawn" }
  /** Nothing was drawn for this long. `tolerableMs` follows the camera's own pace. */
  | { kind: "silence"; forMs: number; tolerableMs: number; since: string }
  | { kind: "line-lost" }
  | { kind: "refused"; sentence: string };

/** A camera that shows nothing after this long is slow, and the screen says so. */
export const SLOW_MS = 8000;
/** A moving picture that stands still for this long is not one any more. */
export const STALL_MS = 5000;
/** A camera that sends a picture now and then may be silent for this many of its own pauses. */
const STALL_PAUSES = 3;
const STALL_AT_MOST_MS = 60_000;

export const CONNECTING: CameraView = { kind: "connecting", isSlow: false };
const SLOW: CameraView = { kind: "connecting", isSlow: true };
const LIVE: CameraView = { kind: "live" };
const UNREACHABLE: CameraView = { kind: "unreachable" };

/** How long a camera may be silent that last paused this long between two pictures. */
export function tolerableSilence(lastPauseMs: number): number {
  return Math.min(Math.max(STALL_MS, lastPauseMs * STALL_PAUSES), STALL_AT_MOST_MS);
}

/** The next view. The same object when nothing changes on screen. */
export function nextView(view: CameraView, news: CameraNews): CameraView {
  switch (news.kind) {
    case "asked":
      // What was known stays true until the answer says otherwise.
      return hasSince(view) ? view : connecting(view);
    case "told":
      return afterTold(view, news.state, news.since);
    case "drawn":
      return LIVE;
    case "silence":
      return afterSilence(view, news);
    case "line-lost":
      return UNREACHABLE;
    case "refused":
      return { kind: "refused", sentence: news.sentence };
  }
}

function afterTold(view: CameraView, state: CameraState["state"], since: string): CameraView {
  switch (state) {
    case "starting":
      // The server's first answer, before the controller has said how the camera is.
      return view.kind === "live" || view.kind === "stalled" || view.kind === "no-signal"
        ? view
        : connecting(view);
    case "live":
      // Told is not seen: only a drawn picture is live.
      return view.kind === "live" || view.kind === "stalled" ? view : connecting(view);
    case "no-signal":
    case "away":
      return view.kind === state && view.since === since ? view : { kind: state, since };
  }
}

function afterSilence(
  view: CameraView,
  { forMs, tolerableMs, since }: Extract<CameraNews, { kind: "silence" }>,
): CameraView {
  if (view.kind === "live" && forMs >= tolerableMs) {
    return { kind: "stalled", since };
  }
  return view.kind === "connecting" && forMs >= SLOW_MS ? SLOW : view;
}

const hasSince = (view: CameraView): boolean => "since" in view;
const connecting = (view: CameraView): CameraView => (view.kind === "connecting" ? view : CONNECTING);
