import { randomBytes } from "node:crypto";
import { WebSocket } from "ws";

// A camera for the bare server: the same frame, evenly.
const [url = "", bytes = "", perSecond = ""] = process.argv.slice(2);
const socket = new WebSocket(url, { perMessageDeflate: false });
const frame = randomBytes(Number(bytes));
socket.on("open", () => {
  setInterval(() => socket.send(frame), 1000 / Number(perSecond));
  process.send?.("ready");
});
