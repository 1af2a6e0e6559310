import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, expect, it } from "vitest";
import type { Asker } from "./prove/input/askers.ts";
import { makeAskers, mended, renewed } from "./prove/input/installation.ts";
import { nothingTried, tryInputs } from "./prove/input/try-inputs.ts";
import { seeMessages } from "./seen-messages.ts";
import { startTestServer } from "./test-server.ts";

/** Of what `npm run prove:input` tries without end, these few, always the same. */
const CASES = 800;
const SEED = 2026;

/** What these leave behind in memory, by halves: caches are filled by then. */
const MOST_GROWN_MB = 40;

const server = await startTestServer({ TRUSTED_PROXIES: "127.0.0.1" });
afterAll(() => server.close());

it(`answers whatever is sent to it, ${CASES} cases of seed ${SEED}`, async () => {
  await seeMessages(server);
  const { askers, seen } = await makeAskers(server);
  const tried = nothingTried();
  const half = async (seed: number) => {
    const renew = (asker: Asker) => renewed(server, asker);
    const mend = (all: readonly Asker[]) => mended(server, all);
    const trial = { url: server.url, askers, seen, cases: CASES / 2, seed, atOnce: 16, renew, mend };
    await tryInputs(trial, tried);
    return usedMegabytes();
  };
  const before = await half(SEED);
  expect((await half(SEED + 1)) - before).toBeLessThan(MOST_GROWN_MB);
  expect(tried.remarks).toEqual([]);
  expect(tried.cases).toBe(CASES);
  // What is only refused would prove little.
  expect(tried.outcomes.done).toBeGreaterThan(CASES / 20);
});

/** What is still in use of this process's memory. */
function usedMegabytes(): number {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
  return process.memoryUsage().heapUsed / 1e6;
}
