import { expect, it, onTestFinished } from "vitest";
import { startRelayDevice } from "../../../../testing/relay-device.ts";
import { systemClock } from "../../../platform/clock.ts";
import { silentLog } from "../../../platform/log.ts";
import { HttpInput } from "./http-input.ts";

it("reads its state where it stands in JSON, with Digest, and knows nothing of what is nonsense", async () => {
  let answer = '{"inputs":[{"input":0}],"other":1}';
  const device = await startRelayDevice({ auth: "SHA-256", answer: () => ({ body: answer }) });
  const input = new HttpInput(
    {
      kind: "http",
      address: `http://usuario:clave@${device.host}/status`,
      everyMs: 200,
      closedText: "1",
      openText: "0",
      path: "inputs.0.input",
    },
    { clock: systemClock(), log: silentLog },
  );
  onTestFinished(() => input.stop());
  const told: (boolean | null)[] = [];
  input.start((isClosed) => {
    if (told.at(-1) !== isClosed) {
      told.push(isClosed);
    }
  });
  await expect.poll(() => told).toEqual([false]);
  answer = '{"inputs":[{"input":1}]}';
  await expect.poll(() => told).toEqual([false, true]);
  answer = '{"inputs":[{"input":10}]}';
  await expect.poll(() => told).toEqual([false, true, null]);
  answer = '{"inputs":[{"input":0}]}';
  await expect.poll(() => told).toEqual([false, true, null, false]);
  // One nonce was enough for all of it.
  expect(device.refusals).toHaveLength(1);
});

it("asks by the method and body that its device wants", async () => {
  const device = await startRelayDevice({
    auth: "bearer",
    answer: ({ body }) => ({ body: body === '{"id":3}' ? "on" : "nonsense" }),
  });
  const input = new HttpInput(
    {
      kind: "http",
      address: `http://:clave@${device.host}/rpc`,
      everyMs: 200,
      closedText: "on",
      openText: "off",
      method: "POST",
      body: '{"id":3}',
      auth: "bearer",
    },
    { clock: systemClock(), log: silentLog },
  );
  onTestFinished(() => input.stop());
  const told: (boolean | null)[] = [];
  input.start((isClosed) => void told.push(isClosed));
  await expect.poll(() => told[0]).toBe(true);
  expect(device.asked[0]).toMatchObject({ method: "POST", body: '{"id":3}' });
});
