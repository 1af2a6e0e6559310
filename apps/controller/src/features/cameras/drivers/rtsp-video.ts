import { CodedPictures } from "../video/coded-pictures.ts";
import { type PictureUnits, RtpPictures } from "../video/rtp-pictures.ts";
import { type ChunkListener, type VideoDriver, VideoFailure } from "../video/video-driver.ts";
import { playRtsp } from "./rtsp-session.ts";

/** A camera's own time, in ticks for a millisecond (RFC 6184, RFC 7798). */
const TICKS_PER_MS = 90;
/** What came at once came over so long at most. */
const TOGETHER_MS = 250;

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
      const now = this.#now() - began;
      const last = together.at(-1)?.time ?? 0;
      for (const picture of together) {
        // A picture's time is when it came: cameras' own jump where their clocks are set. It tells how those lay that came at once.
        const ago = Math.min(TOGETHER_MS, Math.max(0, ((last - picture.time) | 0) / TICKS_PER_MS));
        before = Math.max(before, isAwaited() ? now : now - ago);
        const chunk = pictures?.take(picture, Math.round(before * 1000));
        if (chunk && !signal.aborted) {
          onChunk(chunk, now - before);
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
