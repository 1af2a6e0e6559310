import type { leaveCamera, subscribeCamera } from "@umbral/contract/cameras/cameras.contract";
import type { ErrorCode } from "@umbral/contract/lib/refusals";
import { CallRefused } from "../../lib/failures.ts";
import { ask, connection } from "../../lib/socket.ts";
import { createCameraFeeds, type FeedLine } from "./camera-feeds.ts";
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

const line: FeedLine = {
  state() {
    switch (connection.state()) {
      case "connected":
        return "connected";
      case "disconnected":
        return "lost";
      default:
        return "waiting";
    }
  },
  onChange: (listener) => connection.subscribe(listener),
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
  leave: (camera) => ask<typeof leaveCamera>("leave:cam_stream", camera),
  onFrame: (camId, listener) => connection.hear(`cam_streaming_${camId}`, listener),
  onVideo: (camId, listener) => connection.hear(`cam_video_${camId}`, listener),
  giveUpVideo: (camId) => void withoutVideo.add(camId),
  onState: (listener) => connection.hear("cam_state", listener),
  isFinal: (error) => error instanceof CallRefused && FINAL.has(error.code),
};

const asBuffer = (bytes: Uint8Array | ArrayBuffer): ArrayBuffer =>
  bytes instanceof ArrayBuffer ? bytes : new Uint8Array(bytes).buffer;

/** The cameras of this page, on the page's one line. */
export const cameraFeeds = createCameraFeeds(line);
