import { expect, it } from "vitest";
import { readWay } from "./way-reading.ts";

const pair = {
  type: "candidate-pair",
  nominated: true,
  availableOutgoingBitrate: 900_000,
  currentRoundTripTime: 0.2,
};
const sent = { type: "outbound-rtp", kind: "video", framesPerSecond: 24 };
const heard = { type: "remote-inbound-rtp", kind: "video", fractionLost: 0.05, roundTripTime: 0.12 };

it("reads loss, round trip, what the way is good for and the pictures sent, of the picture alone", () => {
  const sound = { type: "remote-inbound-rtp", kind: "audio", fractionLost: 0.9, roundTripTime: 9 };
  const unused = { type: "candidate-pair", nominated: false, availableOutgoingBitrate: 1 };
  expect(readWay([sound, unused, pair, sent, heard])).toEqual({
    lost: 0.05,
    roundTripMs: 120,
    availableBitrate: 900_000,
    framesPerSecond: 24,
  });
});

it("knows what a browser leaves out as unknown, and nothing while no picture is sent", () => {
  expect(readWay([pair, sent])).toMatchObject({ lost: null, roundTripMs: 200, availableBitrate: 900_000 });
  const nothing = { lost: null, roundTripMs: null, availableBitrate: null, framesPerSecond: null };
  expect(readWay([pair, heard])).toEqual(nothing);
  expect(readWay([null, "stats", { type: 3 }, { ...sent, framesPerSecond: Number.NaN }])).toEqual(nothing);
});
