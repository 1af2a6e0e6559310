import { expect, it } from "vitest";
import { SaidNotices } from "./said-notices.ts";

const arrival = { title: "Llegó Camilo", sentence: "Entró a las 3:05 PM." };
const gone = Promise.resolve();

it("answers once for what was said a moment ago, and for nothing else", async () => {
  let nowMs = 0;
  const said = new SaidNotices(() => nowMs);
  said.add(arrival);
  expect(await said.take({ ...arrival, sentence: "Salió." }, gone)).toBe(false);
  expect(await said.take(arrival, gone)).toBe(true);
  expect(await said.take(arrival, gone)).toBe(false);
  said.add(arrival);
  nowMs += 60_001;
  expect(await said.take(arrival, gone)).toBe(false);
});

it("waits a moment for a line that is slower than the push", async () => {
  const said = new SaidNotices();
  const asked = said.take(arrival, new Promise(() => undefined));
  said.add({ ...arrival, title: "Llegó otra" });
  said.add(arrival);
  expect(await asked).toBe(true);
});
