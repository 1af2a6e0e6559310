import type { WayReading } from "./video-quality.ts";

/** What a browser's own statistics say of the way to the other side. Of a connection without a picture: nothing. */
export function readWay(stats: Iterable<unknown>): WayReading {
  let lost: number | null = null;
  let roundTripMs: number | null = null;
  let availableBitrate: number | null = null;
  let framesPerSecond: number | null = null;
  for (const entry of stats) {
    const type = wordIn(entry, "type");
    const isVideo = wordIn(entry, "kind") === "video";
    if (type === "remote-inbound-rtp" && isVideo) {
      lost = numberIn(entry, "fractionLost");
      roundTripMs = inMs(numberIn(entry, "roundTripTime")) ?? roundTripMs;
    } else if (type === "outbound-rtp" && isVideo) {
      framesPerSecond = numberIn(entry, "framesPerSecond");
    } else if (type === "candidate-pair" && isUsed(entry)) {
      availableBitrate = numberIn(entry, "availableOutgoingBitrate");
      roundTripMs ??= inMs(numberIn(entry, "currentRoundTripTime"));
    }
  }
  return framesPerSecond === null
    ? { lost: null, roundTripMs: null, availableBitrate: null, framesPerSecond: null }
    : { lost, roundTripMs, availableBitrate, framesPerSecond };
}

const isUsed = (pair: unknown): boolean => valueIn(pair, "nominated") === true;
const inMs = (seconds: number | null): number | null => (seconds === null ? null : seconds * 1000);

function valueIn(entry: unknown, name: string): unknown {
  return typeof entry === "object" && entry !== null ? Reflect.get(entry, name) : undefined;
}

function numberIn(entry: unknown, name: string): number | null {
  const value = valueIn(entry, name);
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

function wordIn(entry: unknown, name: string): string | null {
  const value = valueIn(entry, name);
  return typeof value === "string" ? value : null;
}
