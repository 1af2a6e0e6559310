import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Server } from "socket.io";
import { io as connect } from "socket.io-client";
import { afterAll, describe, expect, it, vi } from "vitest";
import { FrameFanOut } from "./frame-fan-out.ts";

const http = createServer();
const io = new Server(http, { transports: ["websocket"] });
http.listen(0, "127.0.0.1");
await once(http, "listening");
afterAll(() => io.close());
const { port } = http.address() as AddressInfo;
const frames = new FrameFanOut(io);
const ROOM = "camera:1";
const EVENT = "cam_streaming_1";

/** Somebody who watches, and what they hear of it in its order. */
async function viewer() {
  const joined = new Promise<void>((resolve) => {
    io.once("connection", async (socket) => {
      await socket.join(ROOM);
      resolve();
    });
  });
  const client = connect(`http://127.0.0.1:${port}`, { transports: ["websocket"], forceNew: true });
  const heard: unknown[] = [];
  client.onAny((event: string, value: Buffer) => heard.push(event === EVENT ? value.toString("hex") : event));
  await joined;
  return { client, heard };
}

describe("a picture for all who watch", () => {
  it.each([5, 125, 126, 40_000, 65_535, 65_536, 300_000])("of %i bytes comes as it was", async (bytes) => {
    const [one, other] = [await viewer(), await viewer()];
    // A view into something larger, as what comes from a controller is.
    const picture = randomBytes(bytes + 16).subarray(7, 7 + bytes);
    // Two messages each, of which the second is still in the engine's hand when the picture comes.
    io.to(ROOM).emit("before", Buffer.from("bytes"));
    frames.send(ROOM, EVENT, picture);
    io.to(ROOM).emit("after", Buffer.from("bytes"));
    for (const { heard } of [one, other]) {
      await expect.poll(() => heard.length).toBe(3);
      expect(heard).toEqual(["before", picture.toString("hex"), "after"]);
    }
    frames.send(ROOM, EVENT, picture);
    for (const { client, heard } of [one, other]) {
      await expect.poll(() => heard.at(-1)).toBe(picture.toString("hex"));
      client.close();
    }
    await expect.poll(() => io.of("/").adapter.rooms.has(ROOM)).toBe(false);
  });

  it("costs each line one write, of the same bytes for all", async () => {
    const all = [await viewer(), await viewer(), await viewer()];
    const lines = [...io.of("/").sockets.values()].map(({ conn }) => conn);
    await expect.poll(() => lines.every(({ transport }) => transport.writable)).toBe(true);
    const writes = lines.map(({ request }) => vi.spyOn(request.socket, "write"));
    frames.send(ROOM, EVENT, Buffer.from("a picture"));
    for (const { heard, client } of all) {
      await expect.poll(() => heard).toEqual([Buffer.from("a picture").toString("hex")]);
      client.close();
    }
    const written = writes.map(({ mock }) => mock.calls.map(([bytes]) => bytes));
    expect(written).toEqual(all.map(() => [expect.any(Buffer)]));
    expect(new Set(written.flat()).size).toBe(1);
  });

  it("is made for nobody where nobody watches", () => {
    expect(() => frames.send("camera:2", EVENT, Buffer.from("a picture"))).not.toThrow();
  });
});
