import { WebSocket } from "ws";

// The agent of the bare relay: it answers at once.
const socket = new WebSocket(`ws://127.0.0.1:${process.argv[2]}/agent`);
socket.on("open", () => process.send?.("ready"));
socket.on("message", (press) => socket.send(press));
