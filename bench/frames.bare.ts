import { fork } from "node:child_process";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { type WebSocket, WebSocketServer } from "ws";
import { meterThisProcess } from "./meter.ts";

// Bare `ws`: one source in, the same buffer out to everybody who is connected.
const [bytes = "", perSecond = ""] = process.argv.slice(2);
const server = new WebSocketServer({ port: 0, host: "127.0.0.1", perMessageDeflate: false });
const viewers = new Set<WebSocket>();
server.on("connection", (socket, request) => {
  if (request.url === "/source") {
    socket.on("message", (frame: Buffer) => {
      for (const viewer of viewers) {
        viewer.send(frame);
      }
    });
  } else {
    viewers.add(socket);
    socket.on("close", () => viewers.delete(socket));
  }
});
server.on("listening", () => {
  const { port } = server.address() as AddressInfo;
  const url = `ws://127.0.0.1:${port}/`;
  const source = fork(join(import.meta.dirname, "frames.bare-source.ts"), [`${url}source`, bytes, perSecond]);
  process.on("exit", () => source.kill());
  process.on("SIGTERM", () => process.exit());
  source.once("message", () => {
    meterThisProcess(source);
    process.send?.({ url });
  });
});
