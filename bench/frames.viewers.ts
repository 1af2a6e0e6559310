import { io } from "socket.io-client";
import { z } from "zod";
import { countFrames } from "./meter.ts";

/** Where they look, and as whom: a person for each, since one token may not sign in so often. */
const Where = z.object({
  url: z.string(),
  tokens: z.array(z.string()).min(1),
  buildingId: z.string(),
  camId: z.string(),
});

// Viewers of one camera, each with a connection of their own.
const { url, tokens, buildingId, camId } = Where.parse(JSON.parse(process.argv[2] ?? ""));
const frames = countFrames();
for (const token of tokens) {
  const socket = io(url, { transports: ["websocket"], forceNew: true });
  await allowed(socket.emitWithAck("init", { token }));
  await allowed(socket.emitWithAck("subscribe:cam_stream", { buildingId, camId }));
  socket.on(`cam_streaming_${camId}`, () => frames.one());
}
process.send?.("ready");

/** A viewer who was refused would be counted as one who is sent nothing. */
async function allowed(reply: Promise<unknown>): Promise<void> {
  z.object({ ok: z.literal(true) }).parse(await reply);
}
