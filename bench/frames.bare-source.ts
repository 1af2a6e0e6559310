import { randomBytes } from "node:crypto";
import { WebSocket } from "ws";
import { filmsWhenTold } from "./meter.ts";

// A camera for the bare server: the same frame, evenly.
const [url = "", bytes = "", perSecond = ""] = process.argv.slice(2);
const socket = new WebSocket(url, { perMessageDeflate: false });
const frame = randomBytes(Number(bytes));
socket.on("open", () => {
  filmsWhenTold(() => socket.send(frame), Number(perSecond));
  process.send?.("ready");
});
