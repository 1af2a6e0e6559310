import type { AddressInfo } from "node:net";
import { Client } from "pg";
import { type WebSocket, WebSocketServer } from "ws";

// The server of the bare relay: each press is committed, sent to the agent, and its answer passed on.
const database = new Client(JSON.parse(process.argv[2] ?? "{}"));
await database.connect();

let agent: WebSocket | undefined;
let client: WebSocket | undefined;
const server = new WebSocketServer({ port: 0, host: "127.0.0.1", perMessageDeflate: false });
server.on("connection", (socket, request) => {
  if (request.url === "/agent") {
    agent = socket;
    socket.on("message", (answer) => client?.send(answer));
  } else {
    client = socket;
    socket.on("message", (press) => {
      void database.query("insert into presses (at) values (now())").then(() => agent?.send(press));
    });
  }
});
server.on("listening", () => process.send?.((server.address() as AddressInfo).port));
