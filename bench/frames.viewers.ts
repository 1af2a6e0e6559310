import { io } from "socket.io-client";
import { countFrames } from "./meter.ts";

// Viewers of one camera, each with a connection of their own.
const [where = "{}", count = "0"] = process.argv.slice(2);
const { url, token, buildingId, camId } = JSON.parse(where) as Record<string, string>;
const frames = countFrames();
for (let viewer = 0; viewer < Number(count); viewer += 1) {
  const socket = io(url ?? "", { transports: ["websocket"], forceNew: true });
  await socket.emitWithAck("init", { token });
  await socket.emitWithAck("subscribe:cam_stream", { buildingId, camId });
  socket.on(`cam_streaming_${camId}`, () => frames.one());
}
process.send?.("ready");
