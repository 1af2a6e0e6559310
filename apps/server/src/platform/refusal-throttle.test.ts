import { expect, it } from "vitest";
import { RefusalThrottle } from "./refusal-throttle.ts";

it("who is refused again and again waits for each answer, and nobody else does", async () => {
  let release: () => void = () => undefined;
  const rest = new Promise<void>((resolve) => {
    release = resolve;
  });
  const throttle = new RefusalThrottle(() => rest);
  const flooder = { actor: null, ip: "203.0.113.7" };
  let answered = 0;
  const refusals = Array.from({ length: 50 }, async () => {
    await throttle.hold(flooder);
    answered += 1;
  });
  await throttle.hold({ actor: null, ip: "203.0.113.8" });
  expect(answered).toBe(20);
  release();
  await Promise.all(refusals);
  expect(answered).toBe(50);
});
