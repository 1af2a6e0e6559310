import { CodedPictures } from "../video/coded-pictures.ts";
import { type PictureUnits, RtpPictures } from "../video/rtp-pictures.ts";
import { type ChunkListener, type VideoDriver, VideoFailure } from "../video/video-driver.ts";
import { playRtsp } from "./rtsp-session.ts";

/** A camera's own time, in ticks for a millisecond (RFC 6184, RFC 7798). */
const TICKS_PER_MS = 90;
/** What came at once came over so long at most. */
const TOGETHER_MS = 250;
/** No two are of one microsecond: a film's pictures each last. */
const LEAST_APART_MS = 0.001;

/** The video of an RTSP camera as it comes, read by ourselves: no process, nothing decoded, no picture waits for the next. */
export class RtspVideoDriver implements VideoDriver {
  readonly longestGapMs = 1000;
  readonly #address: string;
  readonly #now: () => number;

  /** @param now milliseconds that only grow */
  constructor(address: string, now: () => number = () => performance.now()) {
    this.#address = address;
    this.#now = now;
  }

  async capture(
    onChunk: ChunkListener,
    signal: AbortSignal,
    isAwaited: () => boolean = () => true,
  ): Promise<void> {
    const began = this.#now();
    let packets: RtpPictures | undefined;
    let pictures: CodedPictures | undefined;
    let came: PictureUnits[] = [];
    let before = 0;
    const passOn = () => {
      const together = came;
      came = [];
      const last = together.at(-1)?.time ?? 0;
      // A picture's time is when it came: cameras' own jump where their clocks are set. They tell how those lay that came at once,
      // in the order in which they are shown.
      const agos = together
        .map(({ time }) => Math.min(TOGETHER_MS, Math.max(0, ((last - time) | 0) / TICKS_PER_MS)))
        .sort((one, other) => other - one);
      for (const [index, picture] of together.entries()) {
        const now = this.#now() - began;
        before = Math.max(before + LEAST_APART_MS, isAwaited() ? now : now - (agos[index] ?? 0));
        const chunk = pictures?.take(picture, Math.round(before * 1000));
        if (chunk && !signal.aborted) {
          onChunk(chunk, Math.max(0, now - before));
        }
      }
    };
    await playRtsp(
      this.#address,
      {
        onOffer: ({ codec, payloadType, parameterSets }) => {
          if (codec === undefined) {
            throw new VideoFailure("a codec that is not passed on", "other-codec");
          }
          packets = new RtpPictures(codec, payloadType);
          pictures = new CodedPictures(codec, parameterSets);
        },
        onPacket: (packet) => {
          came.push(...(packets?.push(packet) ?? []));
        },
        onPause: passOn,
        isAwaited,
      },
      signal,
    );
  }
}
