import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { FakeClock } from "../../../testing/fake-clock.ts";
import { newStore } from "../../../testing/store.ts";
import { FactQueue } from "../../platform/facts.ts";
import { silentLog } from "../../platform/log.ts";
import { EventPictures } from "./event-pictures.ts";

it("a picture that cannot be taken ends nothing, and the next one is told", async () => {
  const clock = new FakeClock();
  const facts = new FactQueue(newStore(), clock, silentLog);
  let answer: () => Promise<Uint8Array | undefined> = () => Promise.reject(new Error("spawn ENOMEM"));
  const pictures = new EventPictures({
    cameras: { takePicture: () => answer() },
    facts,
    clock,
    log: silentLog,
  });
  const [lost, told, camera] = [randomUUID(), randomUUID(), randomUUID()];
  // A rejection that nobody hears would fail this test, and end a controller.
  pictures.ofOpening(lost, camera);
  await clock.push(1);
  answer = () => Promise.resolve(Uint8Array.of(1));
  pictures.ofOpening(told, camera);
  await clock.push(1);
  expect(facts.batchAfter(0, { facts: 9, bytes: 1e6, pictures: 9 })).toMatchObject([
    { kind: "opening-picture", openingId: told, cameraId: camera },
  ]);
});
