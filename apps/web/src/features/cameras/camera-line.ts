import type { leaveCamera, listLastShown, subscribeCamera } from "@umbral/contract/cameras/cameras.contract";
import type { VideoKey } from "@umbral/contract/cameras/video.contract";
import type { ErrorCode } from "@umbral/contract/lib/refusals";
import type { z } from "zod";
import { bytesOf } from "../../lib/base64.ts";
import { call } from "../../lib/call.ts";
import { CallRefused } from "../../lib/failures.ts";
import { mayDecodeVideo } from "../../lib/may-decode-video.ts";
import { ask, connection } from "../../lib/socket.ts";
import { createCameraFeeds, type FeedLine } from "./camera-feeds.ts";
import type { ShownLast } from "./early-pictures.ts";
import { decodable } from "./video-decoding.ts";

/** Asking again would be answered the same. */
const FINAL: ReadonlySet<ErrorCode> = new Set([
  "NOT_ALLOWED",
  "NOT_FOUND",
  "CAMERA_NOT_FOUND",
  "BAD_REQUEST",
]);

/** Cameras whose video this page could not decode. */
const withoutVideo = new Set<string>();

/** Pictures go on while the page asks what it missed of the rest. */
function stateOfLine(): ReturnType<FeedLine["state"]> {
  if (connection.isUp()) {
    return "connected";
  }
  return connection.state() === "disconnected" ? "lost" : "waiting";
}

const line: FeedLine = {
  state: stateOfLine,
  onChange(listener) {
    let known = stateOfLine();
    return connection.subscribe(() => {
      const before = known;
      known = stateOfLine();
      if (known !== before) {
        listener();
      }
    });
  },
  async subscribe(camera) {
    const codecs = withoutVideo.has(camera.camId) ? [] : await decodable();
    const { last, lastKey, ...state } = await ask<typeof subscribeCamera>("subscribe:cam_stream", {
      ...camera,
      ...(codecs.length > 0 ? { decodes: [...codecs] } : {}),
    });
    return {
      ...state,
      ...(last ? { last: { at: last.at, jpeg: asBuffer(last.jpeg) } } : {}),
      ...(lastKey ? { lastKey } : {}),
    };
  },
  async lastShown(id) {
    // As the page's first script asked, which could not wait to hear what decodes here.
    const { pictures, keys } = await call<typeof listLastShown>(
      "GET",
      "/api/buildings/{id}/cameras/last-shown",
      { params: { id }, query: mayDecodeVideo() ? { decodes: "h264" } : {} },
    );
    const codecs = keys.length === 0 ? [] : await decodable();
    const shown = new Map<string, ShownLast>();
    for (const { camId, at, jpeg } of pictures) {
      shown.set(camId, { at, jpeg: bytesOf(jpeg).buffer });
    }
    for (const { camId, at, key } of keys) {
      if (codecs.includes(key.codec) && !withoutVideo.has(camId)) {
        shown.set(camId, { at, key: keyOutOf(key) });
      }
    }
    return shown;
  },
  leave: (camera) => ask<typeof leaveCamera>("leave:cam_stream", camera),
  onFrame: (camId, listener) => connection.hear(`cam_streaming_${camId}`, listener),
  onVideo: (camId, listener) => connection.hear(`cam_video_${camId}`, listener),
  giveUpVideo: (camId) => void withoutVideo.add(camId),
  onState: (listener) => connection.hear("cam_state", listener),
  isFinal: (error) => error instanceof CallRefused && FINAL.has(error.code),
};

type KeyInText = z.output<typeof listLastShown.reply>["keys"][number]["key"];

const keyOutOf = ({ codec, codecName, description, chunkAt, chunk }: KeyInText): VideoKey => ({
  kind: "key",
  config: { codec, name: codecName, description: bytesOf(description) },
  at: chunkAt,
  data: bytesOf(chunk),
});

const asBuffer = (bytes: Uint8Array | ArrayBuffer): ArrayBuffer =>
  bytes instanceof ArrayBuffer ? bytes : new Uint8Array(bytes).buffer;

/** The cameras of this page, on the page's one line. */
export const cameraFeeds = createCameraFeeds(line);
