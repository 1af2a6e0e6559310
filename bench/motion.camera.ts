import { readFile } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import { z } from "zod";

// A network camera that shows a film: its first picture again and again until it is told to begin, then
// each picture in its time, to whoever is connected.
const [file = "", everyMs = ""] = process.argv.slice(2);
const film = z
  .object({ lengths: z.array(z.number()) })
  .parse(JSON.parse(await readFile(`${file}.json`, "utf8")));
const bytes = await readFile(file);
let from = 0;
const frames = film.lengths.map((length) => {
  from += length;
  return bytes.subarray(from - length, from);
});

const BOUNDARY = "frame";
const viewers = new Set<ServerResponse>();
const server = createServer((_request, response) => {
  response.writeHead(200, { "content-type": `multipart/x-mixed-replace; boundary=${BOUNDARY}` });
  viewers.add(response);
  response.on("close", () => viewers.delete(response));
  process.send?.({ kind: "viewers", count: viewers.size });
});

let beganAt: number | undefined;
let shown = 0;
const every = Number(everyMs);
setInterval(() => {
  if (beganAt !== undefined) {
    shown = Math.floor((performance.now() - beganAt) / every);
  }
  const frame = frames[shown];
  if (!frame) {
    process.send?.({ kind: "ended" });
    process.exit(0);
  }
  for (const viewer of viewers) {
    viewer.write(`--${BOUNDARY}\r\ncontent-type: image/jpeg\r\ncontent-length: ${frame.length}\r\n\r\n`);
    viewer.write(frame);
    viewer.write("\r\n");
  }
}, every);
process.on("message", () => {
  beganAt = performance.now();
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.send?.({ kind: "listens", port: typeof address === "object" && address ? address.port : 0 });
});
