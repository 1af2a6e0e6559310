import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { WebSocket, WebSocketServer } from "ws";

// The least that a ringing can be: what one page sends, every other page gets. It also serves an empty page,
// so that both have an origin of their own.
const http = createServer((_request, response) => {
  response.writeHead(200, { "content-type": "text/html" });
  response.end("<!doctype html><title>bare</title>");
});
const server = new WebSocketServer({ server: http, perMessageDeflate: false });
server.on("connection", (socket) => {
  socket.on("message", (message) => {
    for (const other of server.clients) {
      if (other !== socket && other.readyState === WebSocket.OPEN) {
        other.send(message);
      }
    }
  });
});
http.listen(0, "127.0.0.1", () => process.send?.((http.address() as AddressInfo).port));
// Whoever started it may have been killed.
process.on("disconnect", () => process.exit());
