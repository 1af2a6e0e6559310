import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { WebSocket, WebSocketServer } from "ws";
import { answersWith } from "./sockets.weigh.ts";

// The least that a broadcast can be: `ws` alone, the same words to everybody who is connected.
const http = createServer();
const server = new WebSocketServer({ server: http, perMessageDeflate: false });
const words = `42["building:changed",{"buildingId":"${randomUUID()}"}]`;
answersWith(() => {
  for (const client of server.clients) {
    if (client.readyState === WebSocket.OPEN) {
      client.send(words);
    }
  }
});
http.listen(0, "127.0.0.1", () =>
  process.send?.({ url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`, tokens: [] }),
);
