import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import type { SimulatedOsdpReader } from "./osdp-reader.ts";

/** A bridge between a network and a line with one reader. */
export async function newOsdpBridge(reader: SimulatedOsdpReader) {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on("data", (bytes) => socket.write(Buffer.concat(reader.receive(bytes))));
    socket.on("error", () => undefined);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const close = () => {
    server.close();
    for (const socket of sockets) {
      socket.destroy();
    }
  };
  onTestFinished(close);
  return { line: `tcp://127.0.0.1:${port}`, sockets, close };
}
