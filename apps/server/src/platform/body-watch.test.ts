import { once } from "node:events";
import { createServer, type IncomingMessage, request as requestOf, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, vi } from "vitest";
import { BodyWatch } from "./body-watch.ts";

/** A request with a body, as the watch sees it. */
function newBody(headers: Record<string, string> = { "content-length": "3000000" }) {
  const socket = { bytesRead: 700 };
  const destroy = vi.fn<() => void>();
  const body = {
    headers,
    socket,
    destroy,
    complete: false,
    destroyed: false,
    readableFlowing: true as boolean | null,
  };
  return { body, destroy, request: body as unknown as IncomingMessage };
}

/** Looks once a second while so many bytes come in each second. */
function pass(
  watch: BodyWatch,
  { body }: ReturnType<typeof newBody>,
  seconds: number,
  bytesPerSecond: number,
): void {
  for (let second = 0; second < seconds; second += 1) {
    body.socket.bytesRead += bytesPerSecond;
    watch.look();
  }
}

describe("a body that comes in", () => {
  it("slower than 8 kB/s over 15 s is cut, once", () => {
    for (const rate of [0, 1, 1000, 7999]) {
      const watch = new BodyWatch();
      const slow = newBody();
      watch.watch(slow.request);
      pass(watch, slow, 15, rate);
      expect(slow.destroy).not.toHaveBeenCalled();
      pass(watch, slow, 10, rate);
      expect(slow.destroy).toHaveBeenCalledOnce();
    }
  });

  it("from a phone goes on: slow and steady, or with the time of a lift in between", () => {
    const watch = new BodyWatch();
    const steady = newBody();
    watch.watch(steady.request);
    pass(watch, steady, 230, 8000);
    expect(steady.destroy).not.toHaveBeenCalled();

    const lift = newBody({ "transfer-encoding": "chunked" });
    watch.watch(lift.request);
    for (let floor = 0; floor < 5; floor += 1) {
      pass(watch, lift, 6, 40_000);
      pass(watch, lift, 10, 0);
    }
    expect(lift.destroy).not.toHaveBeenCalled();
    pass(watch, lift, 16, 0);
    expect(lift.destroy).toHaveBeenCalledOnce();
  });

  it("that nobody reads yet is not its sender's fault, and one that is whole is no concern", () => {
    const watch = new BodyWatch();
    const waiting = newBody();
    waiting.body.readableFlowing = null;
    watch.watch(waiting.request);
    pass(watch, waiting, 60, 0);
    expect(waiting.destroy).not.toHaveBeenCalled();
    waiting.body.readableFlowing = true;
    pass(watch, waiting, 14, 0);
    expect(waiting.destroy).not.toHaveBeenCalled();
    waiting.body.complete = true;
    pass(watch, waiting, 60, 0);
    expect(waiting.destroy).not.toHaveBeenCalled();
  });

  it("is watched only where there is one", () => {
    const watch = new BodyWatch();
    for (const headers of [{}, { "content-length": "0" }]) {
      const none = newBody(headers as Record<string, string>);
      watch.watch(none.request);
      pass(watch, none, 60, 0);
      expect(none.destroy).not.toHaveBeenCalled();
    }
  });

  it("is let go of with its line where it was refused before it was read", async () => {
    const watch = new BodyWatch();
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    watch.start();
    const server = createServer().listen(0, "127.0.0.1");
    try {
      await once(server, "listening");
      const { port } = server.address() as AddressInfo;
      const client = requestOf({
        port,
        method: "POST",
        headers: { "content-length": "3000000", connection: "close" },
      });
      client.on("error", () => undefined);
      client.flushHeaders();
      const [request, reply] = (await once(server, "request")) as [IncomingMessage, ServerResponse];
      watch.watch(request);
      const gone = once(request.socket, "close");
      reply.writeHead(401).end();
      await once(client, "response");
      client.destroy();
      await gone;
      expect(request.complete).toBe(false);
      expect(vi.getTimerCount()).toBe(1);

      watch.look();

      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
      server.close();
    }
  });
});
