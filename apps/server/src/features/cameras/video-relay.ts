import { PictureGroup } from "@umbral/contract/cameras/picture-group";
import {
  type VideoChunk,
  VideoCodec,
  type VideoKey,
  type VideoTrouble,
} from "@umbral/contract/cameras/video.contract";
import type { Server, Socket } from "socket.io";
import { type Audience, cameraOfWatchers, watchersOf } from "../../platform/live.ts";
import { VideoFanOut } from "../../platform/video-fan-out.ts";
import { LastPictures } from "./last-pictures.ts";

/** A video that sends nothing for so long has stopped: its viewers get pictures until it goes on. */
const VIDEO_SILENT_MS = 4000;
/** A video that came before is waited for so long before pictures are asked for beside it. */
export const VIDEO_GRACE_MS = 2500;

/** Those of a camera's watchers who decode its video. */
const videoWatchersOf = (codec: VideoCodec, camId: string): Audience => ({
  room: `video:${codec}:${camId}`,
});

/** A key as it lies here. */
export type KeptKey = VideoKey & { data: Uint8Array };

interface CameraVideo {
  group: PictureGroup;
  /** Known once a key came. */
  codec: VideoCodec | undefined;
  /** How the key that is kept is decoded, and when it was shown in the stream. */
  kept: Omit<VideoKey, "data"> | undefined;
  lastAt: number;
  /** When it was begun to be waited for. */
  askedAt: number | undefined;
  /** It came before, so that it is worth waiting for. */
  isUsual: boolean;
  trouble: VideoTrouble | undefined;
}

/** Bytes of the last keys at most, of all cameras together. */
const KEPT_AT_MOST = 64 * 1024 * 1024;

interface VideoRelayParts {
  io: Server;
  /** Milliseconds that only grow. */
  now: () => number;
  date: () => Date;
  /** Does another process want it? Then what came since the last key is kept for it. */
  isWantedElsewhere: (camId: string) => boolean;
  /** Whether a camera's watchers need its pictures may be otherwise now. */
  onChanged: (camId: string) => void;
}

/**
 * The videos of the cameras that somebody watches, for those of the watchers who decode them. Who watches at all, and
 * may, is the camera relay's business: whoever leaves a camera's watchers leaves here too.
 */
export class VideoRelay {
  readonly #parts: VideoRelayParts;
  readonly #fanOut: VideoFanOut;
  readonly #videos = new Map<string, CameraVideo>();
  /** What each camera showed last, so that who comes to look sees something at once. */
  readonly #last = new LastPictures(KEPT_AT_MOST);

  constructor(parts: VideoRelayParts) {
    this.#parts = parts;
    this.#fanOut = new VideoFanOut(parts.io);
  }

  start(): void {
    this.#parts.io.of("/").adapter.on("leave-room", this.#onLeft);
  }

  stop(): void {
    this.#parts.io.of("/").adapter.off("leave-room", this.#onLeft);
  }

  /** A watcher says what it decodes; it begins at once with what came since the last key. */
  async join(socket: Socket, camId: string, decodes: readonly VideoCodec[]): Promise<void> {
    const video = this.#videoOf(camId);
    for (const codec of VideoCodec.options) {
      const { room } = videoWatchersOf(codec, camId);
      await (decodes.includes(codec) ? socket.join(room) : socket.leave(room));
    }
    if (decodes.length > 0) {
      video.askedAt ??= this.#parts.now();
    }
    const isDecoded = video.codec !== undefined && decodes.includes(video.codec);
    this.#fanOut.begin(socket, camId, isDecoded && this.flows(camId) ? video.group.chunks : []);
  }

  /** What the camera showed last, for who decodes it; undefined while its video flows, with which they begin. */
  lastKey(camId: string, decodes: readonly VideoCodec[]): { at: Date; key: KeptKey } | undefined {
    return this.flows(camId) ? undefined : this.keptKey(camId, decodes);
  }

  /** The last key, also of a video that flows. */
  keptKey(camId: string, decodes: readonly VideoCodec[]): { at: Date; key: KeptKey } | undefined {
    const kept = this.#videos.get(camId)?.kept;
    const last = this.#last.of(camId);
    return kept && last && decodes.includes(kept.config.codec)
      ? { at: last.at, key: { ...kept, data: last.jpeg } }
      : undefined;
  }

  /** What whoever comes to watch begins with; nothing while it does not flow. */
  sinceKey(camId: string): readonly VideoChunk[] {
    return this.flows(camId) ? (this.#videos.get(camId)?.group.chunks ?? []) : [];
  }

  chunk(camId: string, chunk: VideoChunk): void {
    const video = this.#videoOf(camId);
    const flowed = this.flows(camId);
    if (chunk.kind === "key") {
      video.codec = chunk.config.codec;
      video.isUsual = true;
      video.trouble = undefined;
    }
    // Without anybody who decodes it, it was under way when the last one left.
    const isTaken = this.#takers(camId) > 0 || this.#parts.isWantedElsewhere(camId);
    if (video.codec === undefined || !isTaken) {
      this.#rest(video);
      return;
    }
    video.group.add(chunk);
    if (chunk.kind === "key") {
      const { data, ...kept } = chunk;
      video.kept = kept;
      this.#last.keep(camId, new Uint8Array(data), this.#parts.date());
    }
    this.#fanOut.send(videoWatchersOf(video.codec, camId).room, camId, chunk);
    if (chunk.kind === "key" || flowed) {
      video.lastAt = this.#parts.now();
    }
    if (!flowed && this.flows(camId)) {
      this.#parts.onChanged(camId);
    }
  }

  /** Told again with every renewal of the lease, until the controller tries again or the camera is another. */
  trouble(camId: string, kind: VideoTrouble): void {
    const video = this.#videoOf(camId);
    if (video.trouble === kind) {
      return;
    }
    video.trouble = kind;
    this.#rest(video);
    video.isUsual = false;
    this.#parts.onChanged(camId);
  }

  /** What was learned of these cameras may be otherwise: their controller, or what they are, is another. */
  forget(camIds: readonly string[]): void {
    for (const camId of camIds) {
      const video = this.#videos.get(camId);
      if (video) {
        this.#rest(video);
        Object.assign(video, { codec: undefined, trouble: undefined, isUsual: false });
      }
    }
  }

  /** It is at another address: what it showed last was elsewhere. */
  moved(camId: string): void {
    this.forget([camId]);
    this.#last.forget(camId);
  }

  /** Nobody watches this camera any more. */
  end(camId: string): void {
    const video = this.#videos.get(camId);
    if (video) {
      this.#rest(video);
      video.askedAt = undefined;
    }
  }

  /** Is there somebody who decodes it? When it is worth trying, its controller knows. */
  isWanted(camId: string): boolean {
    return this.#takers(camId) > 0;
  }

  /** Does some watcher get nothing of its video, so that pictures are needed? */
  needsPictures(camId: string): boolean {
    const watchers = this.#count(watchersOf(camId).room);
    if (watchers === 0) {
      return false;
    }
    const video = this.#videos.get(camId);
    if (video?.trouble || this.#takers(camId) < watchers) {
      return true;
    }
    const waited = this.#parts.now() - (video?.askedAt ?? 0);
    return !this.flows(camId) && !(video?.isUsual && waited < VIDEO_GRACE_MS);
  }

  /** Whose pictures are left out while the video flows; undefined while it does not. */
  viewers(camId: string): Audience | undefined {
    const codec = this.#videos.get(camId)?.codec;
    return codec !== undefined && this.flows(camId) ? videoWatchersOf(codec, camId) : undefined;
  }

  /** How this camera's video was last seen; null while nobody asked for it. */
  stateOf(camId: string): { codec: VideoCodec | null; trouble: VideoTrouble | null } | null {
    const video = this.#videos.get(camId);
    return video && (video.trouble || video.isUsual)
      ? { codec: video.codec ?? null, trouble: video.trouble ?? null }
      : null;
  }

  flows(camId: string): boolean {
    const video = this.#videos.get(camId);
    return video !== undefined && this.#parts.now() - video.lastAt < VIDEO_SILENT_MS;
  }

  #rest(video: CameraVideo): void {
    video.group.clear();
    video.lastAt = Number.NEGATIVE_INFINITY;
  }

  /** How many decode what this camera speaks, or anything while that is not known. */
  #takers(camId: string): number {
    const codec = this.#videos.get(camId)?.codec;
    const codecs = codec === undefined ? VideoCodec.options : [codec];
    return Math.max(...codecs.map((one) => this.#count(videoWatchersOf(one, camId).room)));
  }

  #count(room: string): number {
    return this.#parts.io.of("/").adapter.rooms.get(room)?.size ?? 0;
  }

  #videoOf(camId: string): CameraVideo {
    const known = this.#videos.get(camId);
    if (known) {
      return known;
    }
    const video: CameraVideo = {
      group: new PictureGroup(),
      codec: undefined,
      kept: undefined,
      lastAt: Number.NEGATIVE_INFINITY,
      askedAt: undefined,
      isUsual: false,
      trouble: undefined,
    };
    this.#videos.set(camId, video);
    return video;
  }

  readonly #onLeft = (room: string, socketId: string): void => {
    const camId = cameraOfWatchers(room);
    if (camId !== null && this.#videos.has(camId)) {
      for (const codec of VideoCodec.options) {
        void this.#parts.io.of("/").adapter.del(socketId, videoWatchersOf(codec, camId).room);
      }
    }
  };
}
