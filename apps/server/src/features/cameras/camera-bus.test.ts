import { WATCH_LEASE_MS } from "@umbral/contract/controllers/controller-orders.contract";
import { expect, it } from "vitest";
import { CameraBus } from "./camera-bus.ts";

const HERE = "00000000-0000-4000-8000-000000000001";
const [OLDER, NEWER, NEWEST] = [2, 3, 4].map((last) => `00000000-0000-4000-8000-00000000000${last}`);
const camId = "00000000-0000-4000-8000-0000000000aa";
const picture = { kind: "picture", camId, jpeg: Buffer.from([0xff, 0xd8, 0xff, 0xd9]) } as const;

it("says a picture once to all that hear with others, and to each of an earlier version by itself", () => {
  let now = 0;
  let hear: (message: unknown) => void = () => undefined;
  const channels: string[] = [];
  const bus = new CameraBus({
    nodeId: HERE,
    now: () => now,
    bus: {
      listen: (_, listener) => {
        hear = listener;
      },
      listenToAll: () => undefined,
      read: () => undefined,
      say: () => true,
      stream: (channel) => channels.push(channel) > 0,
    },
  });
  bus.hear({
    part: () => undefined,
    beginning: () => [],
    controllerBack: () => undefined,
    cameraMoved: () => undefined,
  });
  const wanted = { kind: "wanted", camId, pictures: true, video: false };
  bus.pass(picture);
  hear({ ...wanted, nodeId: OLDER });
  hear({ ...wanted, nodeId: NEWER, hearsWithOthers: true });
  now = WATCH_LEASE_MS - 1;
  hear({ ...wanted, nodeId: NEWEST, hearsWithOthers: true });
  bus.pass(picture);
  now = WATCH_LEASE_MS;
  bus.pass(picture);
  expect(channels).toEqual([
    `camera-pictures:${OLDER}:${camId}`,
    `camera-pictures:${NEWER},${NEWEST}:${camId}`,
    `camera-pictures:${NEWEST}:${camId}`,
  ]);
});
