import { once } from "node:events";
import { WebSocket } from "ws";
import { countFrames } from "./meter.ts";

const [where = "{}", count = "0"] = process.argv.slice(2);
const { url } = JSON.parse(where) as { url: string };
const frames = countFrames();
for (let viewer = 0; viewer < Number(count); viewer += 1) {
  const socket = new WebSocket(url, { perMessageDeflate: false });
  await once(socket, "open");
  socket.on("message", () => frames.one());
}
process.send?.("ready");
