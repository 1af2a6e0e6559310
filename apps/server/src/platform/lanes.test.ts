import { expect, it } from "vitest";
import { Lanes } from "./lanes.ts";

it("does the work of one key in its order, also after one that failed, and that of others beside it", async () => {
  const lanes = new Lanes();
  const steps: string[] = [];
  const work = (name: string, fails = false) =>
    lanes.inTurn(name.slice(0, 1), async () => {
      steps.push(`${name} begins`);
      await Promise.resolve();
      steps.push(`${name} ends`);
      if (fails) {
        throw new Error(name);
      }
      return name;
    });
  const failed = work("a1", true);
  const all = Promise.all([work("a2"), work("b1"), work("a3")]);
  await expect(failed).rejects.toThrow("a1");
  expect(await all).toEqual(["a2", "b1", "a3"]);
  const [own, other] = [steps.filter((step) => step.startsWith("a")), steps.indexOf("b1 begins")];
  expect(own).toEqual(["a1", "a2", "a3"].flatMap((name) => [`${name} begins`, `${name} ends`]));
  expect(other).toBeLessThan(steps.indexOf("a2 begins"));
});
