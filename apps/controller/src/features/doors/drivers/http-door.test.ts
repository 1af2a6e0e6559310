import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { describe, expect, it, onTestFinished } from "vitest";
import { MomentPassed } from "../door-driver.ts";
import { HttpDoor } from "./http-door.ts";

async function relay(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const root = `http://admin:hunter2@127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
  const door = new HttpDoor({ kind: "http", openAddress: `${root}/open?t=3`, closeAddress: `${root}/close` });
  return { door, asked };
}
const order = (more: object = {}) => ({
  pulseMs: 3000,
  mayMove: () => undefined,
  signal: new AbortController().signal,
  ...more,
});

describe("a relay that is asked over HTTP", () => {
  it("opens and closes with one request each", async () => {
    const { door, asked } = await relay((_request, response) => response.end());
    await door.open(order());
    await door.close(order());
    expect(asked).toEqual(["/open?t=3", "/close"]);
  });

  it("has not moved when it says anything but yes, and its password is not told", async () => {
    const { door } = await relay((_request, response) => response.writeHead(500).end());
    await expect(door.open(order())).rejects.toThrow("500");
    const away = new HttpDoor({
      kind: "http",
      openAddress: "http://a:hunter2@127.0.0.1:9/",
      closeAddress: null,
    });
    const error = await away.open(order()).catch((reason: unknown) => String(reason));
    expect(error).toContain("ECONNREFUSED");
    expect(error).not.toContain("hunter2");
    await expect(away.close(order())).rejects.toThrow("no address for closing");
  });

  it("is asked once, also when it hangs up without an answer", async () => {
    const { door, asked } = await relay((request) => request.socket.destroy());
    await expect(door.open(order())).rejects.toThrow("cannot be reached");
    expect(asked).toEqual(["/open?t=3"]);
  });

  it("is not waited for beyond the order's time, nor asked after it", async () => {
    const { door, asked } = await relay(() => undefined);
    const late = new AbortController();
    const open = door.open(order({ signal: late.signal }));
    late.abort();
    await expect(open).rejects.toThrow("ABORT_ERR");
    const mayMove = () => {
      throw new MomentPassed();
    };
    await expect(door.open(order({ mayMove }))).rejects.toBeInstanceOf(MomentPassed);
    expect(asked.length).toBeLessThanOrEqual(1);
  });
});
