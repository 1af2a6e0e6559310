import { CodedPictures } from "../video/coded-pictures.ts";
import { RtpPictures } from "../video/rtp-pictures.ts";
import { type ChunkListener, type VideoDriver, VideoFailure } from "../video/video-driver.ts";
import { playRtsp } from "./rtsp-session.ts";

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

  async capture(onChunk: ChunkListener, signal: AbortSignal): Promise<void> {
    const began = this.#now();
    let packets: RtpPictures | undefined;
    let pictures: CodedPictures | undefined;
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
          for (const picture of packets?.push(packet) ?? []) {
            // A picture's time is when it came: cameras' own jump where their clocks are set.
            const chunk = pictures?.take(picture, Math.round((this.#now() - began) * 1000));
            if (chunk && !signal.aborted) {
              onChunk(chunk);
            }
          }
        },
      },
      signal,
    );
  }
}
