import type { CameraState } from "@umbral/contract/cameras/cameras.contract";
import { PictureGroup } from "@umbral/contract/cameras/picture-group";
import type { VideoChunk, VideoKey } from "@umbral/contract/cameras/video.contract";
import { createEarlyPictures, type LastShown } from "./early-pictures.ts";

/** One camera of one building. */
export interface CameraAt {
  buildingId: string;
  camId: string;
}

/** The part of the realtime line that feeds need. */
export interface FeedLine {
  /** `waiting`: not there yet. `lost`: it was, or cannot be reached. */
  state(): "connected" | "waiting" | "lost";
  onChange(listener: () => void): () => void;
  /** Throws when the server says no or does not answer. */
  subscribe(camera: CameraAt): Promise<Subscribed>;
  /** What the server has of a building's cameras, asked beside the line. */
  lastShown(buildingId: string): Promise<LastShown>;
  leave(camera: CameraAt): Promise<unknown>;
  onFrame(camId: string, listener: (jpeg: ArrayBuffer) => void): () => void;
  onVideo(camId: string, listener: (chunk: VideoChunk) => void): () => void;
  /** From the next subscription on this camera is asked for as pictures. */
  giveUpVideo(camId: string): void;
  onState(listener: (state: CameraState) => void): () => void;
  /** Is this error the server's last word, so that asking again would be vain? */
  isFinal(error: unknown): boolean;
}

/** Somebody who looks at a camera. */
export interface FeedListener {
  /** What the camera showed before this one began to look: a picture, and no news. */
  lastPicture(jpeg: ArrayBuffer, at: string): void;
  /** The same out of its video. */
  lastKey(key: VideoKey, at: string): void;
  frame(jpeg: ArrayBuffer): void;
  /** Begins with a key. */
  video(chunk: VideoChunk): void;
  asked(): void;
  told(state: CameraState): void;
  lineLost(): void;
  refused(error: unknown): void;
}

export interface Feed {
  /** Asks for the camera once more: it should send and does not. */
  askAgain(): void;
  /** Its video cannot be decoded here: asks for pictures instead. */
  giveUpVideo(): void;
  stop(): void;
}

export interface CameraFeeds {
  watch(camera: CameraAt, listener: FeedListener): Feed;
}

/** Between the wall and the enlarged picture nobody looks for a moment; the camera goes on. */
export const LINGER_MS = 300;
/** A subscription that failed for a reason that passes is tried again after this long. */
export const RETRY_MS = 5000;

/** A picture, and when it was taken. */
interface LastPicture {
  jpeg: ArrayBuffer;
  at: string;
}

/** The first word about a camera. */
export type Subscribed = CameraState & { last?: LastPicture; lastKey?: { at: string; key: VideoKey } };

interface Entry {
  camera: CameraAt;
  listeners: Set<FeedListener>;
  isSubscribed: boolean;
  /** A question is under way; the next one waits for its answer, or they would overtake each other. */
  isAsking: boolean;
  /** The last question failed: not asked again until something changes. */
  isHeld: boolean;
  /** Its newest picture, from this page's line or from what the server kept. */
  last: LastPicture | null;
  /** Its video since the last key. */
  group: PictureGroup;
  told: CameraState | null;
  timer: ReturnType<typeof setTimeout> | undefined;
  stopHearing(): void;
}

/**
 * One subscription for each camera that somebody on this page looks at, however many pictures of it are
 * drawn: subscribes for the first, leaves after the last, and subscribes anew after a reconnection.
 */
export function createCameraFeeds(line: FeedLine): CameraFeeds {
  const entries = new Map<string, Entry>();
  /** Counts lost lines, so that an answer of an older one is not taken for the present one's. */
  let turn = 0;
  let isListening = false;
  const early = createEarlyPictures(line);
  /** Who has a picture already. */
  const shown = new WeakSet<FeedListener>();

  const tell = (entry: Entry, say: (listener: FeedListener) => void) => {
    for (const listener of [...entry.listeners]) {
      say(listener);
    }
  };

  const show = (entry: Entry, say: (listener: FeedListener) => void) =>
    tell(entry, (listener) => {
      shown.add(listener);
      say(listener);
    });

  const onLineChange = () => {
    turn += 1;
    early.forget();
    for (const entry of [...entries.values()]) {
      entry.isSubscribed = false;
      entry.isAsking = false;
      entry.isHeld = false;
      entry.told = null;
      entry.group.clear();
      if (line.state() === "lost") {
        tell(entry, (listener) => listener.lineLost());
      }
      reconcile(entry);
    }
  };

  const listen = () => {
    if (!isListening) {
      isListening = true;
      line.onChange(onLineChange);
      line.onState((state) => {
        const entry = entries.get(state.camId);
        if (entry) {
          entry.told = state;
          tell(entry, (listener) => listener.told(state));
        }
      });
    }
  };

  /** Does the one next thing that brings what is towards what is wanted. */
  const reconcile = (entry: Entry) => {
    const isWanted = entry.listeners.size > 0;
    if (entry.isAsking) {
      return;
    }
    if (!isWanted && !entry.isSubscribed) {
      clearTimeout(entry.timer);
      entry.stopHearing();
      entries.delete(entry.camera.camId);
    } else if (!isWanted) {
      void leave(entry);
    } else if (!entry.isSubscribed && !entry.isHeld && line.state() === "connected") {
      void subscribe(entry);
    }
  };

  const subscribe = async (entry: Entry) => {
    const current = turn;
    clearTimeout(entry.timer);
    entry.isAsking = true;
    tell(entry, (listener) => listener.asked());
    try {
      const state = await line.subscribe(entry.camera);
      if (current !== turn) {
        return;
      }
      entry.isSubscribed = true;
      // What the controller says may have overtaken this answer, and knows better.
      if (entry.told === null || state.state === "away") {
        entry.told = state;
        tell(entry, (listener) => listener.told(state));
      }
      // What its video shows already is newer than both; while this page's line was lost, others may have looked.
      const { last, lastKey }: Partial<Subscribed> = entry.group.chunks.length > 0 ? {} : state;
      if (last !== undefined && last.at > (entry.last?.at ?? "")) {
        entry.last = last;
        show(entry, (listener) => listener.lastPicture(last.jpeg, last.at));
      }
      if (lastKey !== undefined) {
        show(entry, (listener) => listener.lastKey(lastKey.key, lastKey.at));
      }
    } catch (error) {
      if (current !== turn) {
        return;
      }
      onSubscribeFailed(entry, error);
    }
    entry.isAsking = false;
    reconcile(entry);
  };

  const onSubscribeFailed = (entry: Entry, error: unknown) => {
    if (entry.listeners.size === 0 && !line.isFinal(error)) {
      // Without an answer it may have been heard all the same: who leaves must leave for real.
      entry.isSubscribed = true;
      return;
    }
    entry.isHeld = true;
    if (line.isFinal(error)) {
      tell(entry, (listener) => listener.refused(error));
    } else {
      entry.timer = setTimeout(() => {
        entry.isHeld = false;
        reconcile(entry);
      }, RETRY_MS);
    }
  };

  const leave = async (entry: Entry) => {
    const current = turn;
    entry.isAsking = true;
    entry.told = null;
    try {
      await line.leave(entry.camera);
    } catch {
      // Without a line nothing comes through it, and the server forgets us with it.
    }
    if (current === turn) {
      entry.isSubscribed = false;
      entry.isAsking = false;
      reconcile(entry);
    }
  };

  const entryOf = (camera: CameraAt): Entry => {
    const known = entries.get(camera.camId);
    if (known) {
      return known;
    }
    const stopPictures = line.onFrame(camera.camId, (jpeg) => {
      entry.last = { jpeg, at: new Date().toISOString() };
      show(entry, (listener) => listener.frame(jpeg));
    });
    const stopVideo = line.onVideo(camera.camId, (chunk) => {
      entry.group.add(chunk);
      show(entry, (listener) => listener.video(chunk));
    });
    const entry: Entry = {
      camera,
      listeners: new Set(),
      isSubscribed: false,
      isAsking: false,
      isHeld: false,
      last: null,
      told: null,
      timer: undefined,
      group: new PictureGroup(),
      stopHearing: () => {
        stopPictures();
        stopVideo();
      },
    };
    entries.set(camera.camId, entry);
    return entry;
  };

  return {
    watch(camera, listener) {
      listen();
      const entry = entryOf(camera);
      entry.listeners.add(listener);
      entry.isHeld = false;
      clearTimeout(entry.timer);
      if (line.state() === "lost") {
        listener.lineLost();
      } else {
        listener.asked();
      }
      if (entry.told !== null) {
        listener.told(entry.told);
      }
      if (entry.last !== null) {
        shown.add(listener);
        listener.lastPicture(entry.last.jpeg, entry.last.at);
      }
      for (const chunk of entry.group.chunks) {
        shown.add(listener);
        listener.video(chunk);
      }
      if (line.state() !== "connected" && !shown.has(listener)) {
        // What the line brings is never older.
        void early.show(camera, listener, () => entry.listeners.has(listener) && !shown.has(listener));
      }
      reconcile(entry);
      const subscribeAnew = () => {
        if (entry.isSubscribed && !entry.isAsking) {
          entry.isSubscribed = false;
          reconcile(entry);
        }
      };
      return {
        askAgain: subscribeAnew,
        giveUpVideo() {
          line.giveUpVideo(entry.camera.camId);
          entry.group.clear();
          subscribeAnew();
        },
        stop() {
          entry.listeners.delete(listener);
          if (entry.listeners.size === 0) {
            clearTimeout(entry.timer);
            entry.timer = setTimeout(() => reconcile(entry), LINGER_MS);
          }
        },
      };
    },
  };
}
