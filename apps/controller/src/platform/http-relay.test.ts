import { createServer, type ServerResponse } from "node:http";
import { expect, it, onTestFinished, vi } from "vitest";
import { askRelay, RelayRefused } from "./http-relay.ts";

/** A device whose answers have no end; resolves when it is hung up on. */
async function endlessDevice(answer: (response: ServerResponse) => void) {
  let hangUp: () => void = () => undefined;
  const hungUp = new Promise<void>((resolve) => {
    hangUp = resolve;
  });
  const server = createServer((_request, response) => {
    response.on("close", hangUp);
    answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return { address: `http://127.0.0.1:${port}/on`, hungUp };
}
const { signal } = new AbortController();

it("ends an answer that says more and more behind its yes", async () => {
  const { address, hungUp } = await endlessDevice((response) => {
    const more = () => {
      while (!response.destroyed && response.write("on ".repeat(1000))) {}
    };
    response.on("drain", more);
    more();
  });
  await askRelay(address, { signal });
  await hungUp;
});

it("ends an answer that stays silent behind its yes or its no", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  for (const status of [200, 403]) {
    const { address, hungUp } = await endlessDevice((response) => response.writeHead(status).flushHeaders());
    const asked = await askRelay(address, { signal }).catch((error: unknown) => error);
    expect(asked instanceof RelayRefused).toBe(status === 403);
    vi.advanceTimersByTime(5000);
    await hungUp;
  }
});
