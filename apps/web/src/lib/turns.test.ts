import { expect, it } from "vitest";
import { turn } from "./turns.ts";

it("lets the first go on at once, and each further one in a task of its own", async () => {
  const seen: string[] = [];
  const take = async (name: string) => {
    await turn();
    seen.push(name);
  };
  const [first, second, third] = [take("a"), take("b"), take("c")];
  await first;
  expect(seen).toEqual(["a"]);
  await second;
  expect(seen).toEqual(["a", "b"]);
  await third;
  expect(seen).toEqual(["a", "b", "c"]);
});

it("keeps nobody waiting once all went on", async () => {
  await turn();
  await turn();
  await new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
  expect(turn()).toBeUndefined();
});
