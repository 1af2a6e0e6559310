import { randomUUID } from "node:crypto";
import type { ControllerFact } from "@umbral/contract/controllers/controller-facts.contract";
import { expect, it } from "vitest";
import { picture } from "../../../testing/test-forms.ts";
import { readPictures } from "./taken-facts.ts";

it("pictures of one controller keep no other's waiting, however many it comes with", async () => {
  const jpeg = new Uint8Array(await (await picture({ width: 600, height: 400 })).arrayBuffer());
  const told = (seq: number): ControllerFact => ({
    seq,
    at: "2026-03-01T12:00:00.000Z",
    kind: "opening-picture",
    openingId: randomUUID(),
    cameraId: randomUUID(),
    jpeg,
  });
  const [many, one] = [randomUUID(), randomUUID()];
  // One is decoded and twelve wait: that is a controller's share.
  const flood = Array.from({ length: 13 }, (_, seq) => readPictures([told(seq)], many));
  expect((await readPictures([told(1)], one)).get(1)).toBeInstanceOf(Buffer);
  for (const pictures of await Promise.all(flood)) {
    expect([...pictures.values()]).toEqual([expect.any(Buffer)]);
  }
});
