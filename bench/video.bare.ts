import { spawn } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { WebSocketServer } from "ws";

// The least that passing on a video can be: `ffmpeg -c copy`, and each picture to every page over `ws`.
const [address = ""] = process.argv.slice(2);
const http = createServer((_request, response) => {
  response.writeHead(200, { "content-type": "text/html" });
  response.end("<!doctype html><title>bare</title>");
});
const server = new WebSocketServer({ server: http, perMessageDeflate: false });
const ffmpeg = spawn(
  "ffmpeg",
  [
    ["-nostdin", "-loglevel", "quiet", "-probesize", "32768", "-analyzeduration", "0"],
    ["-rtsp_transport", "tcp", "-i", address, "-map", "0:v:0", "-c:v", "copy", "-flush_packets", "1"],
    ["-bsf:v", "dump_extra=freq=keyframe", "-f", "mpjpeg", "pipe:1"],
  ].flat(),
  { stdio: ["ignore", "pipe", "ignore"] },
);
let rest: Buffer = Buffer.alloc(0);
ffmpeg.stdout.on("data", (bytes: Buffer) => {
  rest = Buffer.concat([rest, bytes]);
  for (;;) {
    // Multipart: a head with the length of each picture, and a boundary behind it.
    const end = rest.indexOf("\r\n\r\n");
    const length = Number(/Content-length: (\d+)/.exec(rest.toString("latin1", 0, Math.max(end, 0)))?.[1]);
    if (end < 0 || rest.length < end + 4 + length) {
      return;
    }
    const picture = rest.subarray(end + 4, end + 4 + length);
    for (const client of server.clients) {
      client.send(picture);
    }
    rest = rest.subarray(end + 4 + length);
  }
});
http.listen(0, "127.0.0.1", () => process.send?.((http.address() as AddressInfo).port));
const end = () => {
  ffmpeg.kill("SIGKILL");
  process.exit();
};
process.on("SIGTERM", end);
// Whoever started it may have been killed.
process.on("disconnect", end);
