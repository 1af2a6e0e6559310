import type { VideoChunk } from "@umbral/contract/cameras/video.contract";
import { beforeAll, describe, expect, it } from "vitest";
import {
  counted,
  type FfmpegFilm,
  filmedByFfmpeg,
  sendingCamera,
  shownOf,
  unitsIn,
} from "../../../../testing/ffmpeg-camera.ts";
import { RtspVideoDriver } from "./rtsp-video.ts";

const PICTURES = 45;
const DAY_MS = 24 * 60 * 60 * 1000;
/** As H.264 numbers what says how the rest is decoded. */
const PARAMETER_SETS = [7, 8];

let film: FfmpegFilm;
beforeAll(async () => {
  film = await filmedByFfmpeg(PICTURES);
});

/** Reads so many pictures of a camera. */
async function read(address: string, pictures: number, now?: () => number): Promise<VideoChunk[]> {
  const chunks: VideoChunk[] = [];
  const end = new AbortController();
  await new RtspVideoDriver(address, now).capture((chunk) => {
    chunks.push(chunk);
    if (chunks.length === pictures) {
      end.abort();
    }
  }, end.signal);
  return chunks;
}

describe("what ffmpeg films and sends", () => {
  it("is read picture by picture where pictures need later ones and parameter sets stand in the SDP alone", async () => {
    expect(film.kinds).toMatch(/^IBBP.*B/);
    expect(PARAMETER_SETS.filter((kind) => unitsIn(film.packets).has(kind))).toEqual([]);
    const { address } = await sendingCamera(film.sdp, film.packets);
    const chunks = await read(address, PICTURES);
    expect(chunks.filter(({ kind }) => kind === "key")).toHaveLength(PICTURES / 15);
    expect(film.shown).toHaveLength(PICTURES);
    expect(await shownOf(chunks)).toEqual(film.shown);
  });

  it("is the same a day later, over the turn of the camera's own counters", async () => {
    const middle = film.packets[Math.floor(film.packets.length / 2)];
    const turn = {
      sequence: 2 ** 16 - (middle?.readUInt16BE(2) ?? 0),
      time: 2 ** 32 - (middle?.readUInt32BE(4) ?? 0),
    };
    const { address } = await sendingCamera(film.sdp, counted(film.packets, turn));
    // Each look at the clock is a day later.
    let day = 0;
    const chunks = await read(address, PICTURES, () => day++ * DAY_MS);
    expect(chunks.map(({ at }) => at)).toEqual(chunks.map((_, index) => (index + 1) * DAY_MS * 1000));
    expect(await shownOf(chunks)).toEqual(film.shown);
  });

  it("goes on with its next key where the camera begins anew in the middle of a picture and of its session", async () => {
    const begun = film.packets.slice(0, Math.floor(film.packets.length / 2));
    // Of the picture that is cut off its last packet is missing.
    const lastWhole = begun.findLastIndex((packet) => (packet[1] ?? 0) >> 7 === 1);
    const cut = begun.length - 1 === lastWhole ? begun.slice(0, -1) : begun;
    const before = cut.filter((packet) => (packet[1] ?? 0) >> 7 === 1).length;
    const anew = counted(film.packets, { sequence: 30_000, time: 1_234_567_890 });
    const { address } = await sendingCamera(film.sdp, [...cut, ...anew]);
    const chunks = await read(address, before + PICTURES);
    expect(chunks[before]?.kind).toBe("key");
    expect(await shownOf(chunks.slice(before))).toEqual(film.shown);
  });
});
