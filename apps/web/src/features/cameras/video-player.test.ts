import type { VideoChunk, VideoKey } from "@umbral/contract/cameras/video.contract";
import { describe, expect, it } from "vitest";
import { type ChunkDecoder, createVideoPlayer } from "./video-player.ts";

const config = (size: number) =>
  ({ codec: "h264", name: "avc1.42e01e", description: Uint8Array.of(size) }) as const;
const key = (at: number, size = 1): VideoKey => ({
  kind: "key",
  config: config(size),
  at,
  data: new Uint8Array(1),
});
const delta = (at: number): VideoChunk => ({ kind: "delta", at, data: new Uint8Array(1) });

/** A player whose decoders are in the test's hands. */
function newPlayer() {
  const said: string[] = [];
  const decoders: { picture(picture: number): void; broke(): void; waiting: number }[] = [];
  const player = createVideoPlayer<number>({
    makeDecoder: (hear) => {
      const held = { ...hear, waiting: 0 };
      decoders.push(held);
      const decoder: ChunkDecoder = {
        get waiting() {
          return held.waiting;
        },
        configure: ({ codec }) => void said.push(`configure ${codec}`),
        decode: ({ type, timestamp }) => void said.push(`${type} ${timestamp}`),
        flush: async () => void said.push("flush"),
        close: () => void said.push("close"),
      };
      return decoder;
    },
    draw: (picture) => void said.push(`draw ${picture}`),
    release: (picture) => void said.push(`release ${picture}`),
  });
  const heard = { drawn: () => void said.push("drawn"), broke: () => void said.push("broke") };
  return {
    push: (chunk: VideoChunk) => player.push(chunk, heard),
    show: (one: VideoKey) => player.show(one, heard),
    said,
    decoders,
  };
}

describe("a video player", () => {
  it("begins with a key, and draws each picture as it comes out of the decoder", () => {
    const { push, said, decoders } = newPlayer();
    push(delta(1));
    push(key(2));
    push(delta(3));
    decoders[0]?.picture(2);
    expect(said).toEqual(["configure avc1.42e01e", "key 2", "delta 3", "draw 2", "drawn", "release 2"]);
  });

  it("configures a decoder anew when the picture becomes another, and draws nothing of the one before", () => {
    const { push, said, decoders } = newPlayer();
    push(key(1));
    push(key(2, 2));
    decoders[0]?.picture(1);
    expect(said).toEqual([
      "configure avc1.42e01e",
      "key 1",
      "close",
      "configure avc1.42e01e",
      "key 2",
      "release 1",
    ]);
  });

  it("goes on from the next key where the device is too slow", () => {
    const { push, said, decoders } = newPlayer();
    push(key(1));
    if (decoders[0]) {
      decoders[0].waiting = 31;
    }
    push(key(2));
    expect(said.slice(2)).toEqual(["close", "configure avc1.42e01e", "key 2"]);
  });

  it("says once that it broke, and begins again with a key", () => {
    const { push, said, decoders } = newPlayer();
    push(key(1));
    decoders[0]?.broke();
    decoders[0]?.broke();
    push(delta(2));
    expect(said.filter((word) => word === "broke")).toHaveLength(1);
    expect(said).not.toContain("delta 2");
    push(key(3));
    expect(said.at(-1)).toBe("key 3");
  });

  it("shows a key by itself, and begins anew with the video behind it", () => {
    const { push, show, said, decoders } = newPlayer();
    show(key(1));
    expect(said).toEqual(["configure avc1.42e01e", "key 1", "flush"]);
    push(key(2));
    decoders[0]?.picture(1);
    decoders[1]?.picture(2);
    expect(said.filter((word) => word.startsWith("draw "))).toEqual(["draw 2"]);
  });
});
