import { createStore, type Readable } from "../../lib/store.ts";
import type { CameraAt, CameraFeeds, Feed } from "./camera-feeds.ts";
import { type CameraNews, type CameraView, CONNECTING, nextView, tolerableSilence } from "./camera-view.ts";
import type { FramePump } from "./frame-pump.ts";
import type { VideoPlayer } from "./video-player.ts";

export interface LiveCameraParts {
  feeds: CameraFeeds;
  pump: FramePump;
  player: VideoPlayer;
  sentenceFor(error: unknown): string;
  /** Wall time, for what people read. */
  now(): Date;
  /** Milliseconds that only grow, for how long something lasts. */
  steadyMs(): number;
}

export interface LiveCamera {
  view: Readable<CameraView>;
  /** When the picture was taken that stands there while none is live; null without one. */
  pictureAt: Readable<string | null>;
  /** Begins to look. Returns how to stop; looking can begin again. */
  start(): () => void;
}

/** How often it is looked whether pictures still come. */
const LOOK_MS = 1000;
/** A camera that should send and does not is asked for again this often. */
const ASK_AGAIN_MS = 10_000;

/** One camera on one canvas: pictures to the pump, everything else to what the screen says of it. */
export function createLiveCamera(camera: CameraAt, parts: LiveCameraParts): LiveCamera {
  const { feeds, pump, player, sentenceFor } = parts;
  const shown = createStore<CameraView>(CONNECTING);
  const pictureAt = createStore<string | null>(null);
  /** When the last picture was drawn, or looking began. */
  let last = { steadyMs: 0, at: new Date(0) };
  let pauseMs = 0;
  /** When the picture was taken that is drawn, also a live one. */
  let standsAt: string | null = null;

  const hear = (news: CameraNews) => {
    const view = shown.current();
    const next = nextView(view, news);
    if (next !== view && next.kind === "connecting" && view.kind !== "connecting") {
      // From here on it may take its time again.
      touch();
    }
    shown.set(next);
    // What is told may be of another moment: the line was lost for an hour, and the building for the last minute of it.
    pictureAt.set(next.kind === "live" ? null : standsAt);
  };

  const drew = (at: string) => {
    standsAt = at;
    pictureAt.set(at);
  };

  const touch = () => {
    last = { steadyMs: parts.steadyMs(), at: parts.now() };
  };

  const onDrawn = () => {
    pauseMs = parts.steadyMs() - last.steadyMs;
    touch();
    standsAt = last.at.toISOString();
    hear({ kind: "drawn" });
  };

  return {
    view: shown,
    pictureAt,
    start() {
      touch();
      pauseMs = 0;
      // Chunks of a video that is there already come before the feed is at hand.
      let feed: Feed | undefined;
      feed = feeds.watch(camera, {
        lastPicture: (jpeg, at) => pump.push(jpeg, () => drew(at)),
        lastKey: (key, at) => player.show(key, { drawn: () => drew(at), broke: () => feed?.giveUpVideo() }),
        frame: (jpeg) => pump.push(jpeg, onDrawn),
        video: (chunk) =>
          player.push(chunk, {
            drawn: () => {
              // What waits to be decoded is older.
              pump.clear();
              onDrawn();
            },
            broke: () => feed?.giveUpVideo(),
          }),
        asked: () => hear({ kind: "asked" }),
        told: ({ state, since }) => {
          if (state === "no-signal" || state === "away") {
            // A picture from before the news must not be drawn after it.
            pump.clear();
            player.clear();
          }
          hear({ kind: "told", state, since });
        },
        lineLost: () => {
          pump.clear();
          player.clear();
          hear({ kind: "line-lost" });
        },
        refused: (error) => hear({ kind: "refused", sentence: sentenceFor(error) }),
      });

      let askedMs = last.steadyMs;
      const look = setInterval(() => {
        const nowMs = parts.steadyMs();
        hear({
          kind: "silence",
          forMs: nowMs - last.steadyMs,
          tolerableMs: tolerableSilence(pauseMs),
          since: last.at.toISOString(),
        });
        const view = shown.current();
        const isSilent = view.kind === "stalled" || (view.kind === "connecting" && view.isSlow);
        if (isSilent && nowMs - Math.max(askedMs, last.steadyMs) >= ASK_AGAIN_MS) {
          askedMs = nowMs;
          feed?.askAgain();
        }
      }, LOOK_MS);

      return () => {
        clearInterval(look);
        feed?.stop();
        pump.clear();
        player.clear();
      };
    },
  };
}
