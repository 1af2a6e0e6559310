import { readFileSync } from "node:fs";
import { WebSocket } from "ws";

/** What its file says: as many lines as tokens, to the product or to a bare server. */
export interface Held {
  url: string;
  tokens: string[];
  isBare: boolean;
}

// Many browsers' lines in one process, as light as can be: of Socket.IO only the packets that a line needs.
const [file = ""] = process.argv.slice(2);
const { url, tokens, isBare } = JSON.parse(readFileSync(file, "utf8")) as Held;
const CONNECTING_AT_ONCE = 48;

/** When each line heard what is told now, in milliseconds since 1970. */
let heard: number[] = [];

async function hold(token: string): Promise<void> {
  const address = isBare ? url : `${url}/socket.io/?EIO=4&transport=websocket`;
  const socket = new WebSocket(address.replace("http", "ws"), { perMessageDeflate: false });
  await new Promise<void>((resolve, reject) => {
    socket.once("error", reject);
    socket.once("close", () => reject(new Error("a line was closed")));
    if (isBare) {
      socket.once("open", () => resolve());
    }
    socket.on("message", (data) => {
      const words = String(data);
      if (words.startsWith("42")) {
        heard.push(performance.timeOrigin + performance.now());
      } else if (words === "2") {
        socket.send("3");
      } else if (words.startsWith("0")) {
        socket.send("40");
      } else if (words.startsWith("40")) {
        socket.send(`420${JSON.stringify(["init", { token }])}`);
      } else if (words.startsWith("430")) {
        words.includes('"ok":true') ? resolve() : reject(new Error(words));
      }
    });
  });
}

let next = 0;
const lane = async () => {
  while (next < tokens.length) {
    next += 1;
    await hold(tokens[next - 1] ?? "");
  }
};
await Promise.all(Array.from({ length: CONNECTING_AT_ONCE }, lane));
process.on("message", (asked: "count" | "take") => {
  process.send?.(asked === "count" ? heard.length : heard);
  heard = asked === "take" ? [] : heard;
});
process.on("disconnect", () => process.exit());
process.send?.("ready");
