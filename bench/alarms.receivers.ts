import { readFileSync } from "node:fs";
import { io } from "socket.io-client";
import { WebSocket } from "ws";

/** What its file says: connections to the product, each with its own session, or bare ones. */
export interface Receivers {
  url: string;
  /** One for each connection; for bare ones only their number counts. */
  tokens: string[];
  isBare: boolean;
}

/** What this process tells when it is asked. */
export interface Heard {
  id: string;
  /** Milliseconds since 1970, one for each connection that heard. */
  at: number[];
}

// Everybody who hears an alarm, in one process: when each connection heard it.
const [file = ""] = process.argv.slice(2);
const { url, tokens, isBare } = JSON.parse(readFileSync(file, "utf8")) as Receivers;
const CONNECTING_AT_ONCE = 100;

const heard = new Map<string, Set<number>>();
const times = new Map<string, number[]>();

function note(id: string, receiver: number): void {
  const who = heard.get(id) ?? new Set();
  heard.set(id, who);
  if (who.has(receiver)) {
    return;
  }
  who.add(receiver);
  const at = times.get(id) ?? [];
  times.set(id, at);
  at.push(performance.timeOrigin + performance.now());
}

async function connect(token: string, receiver: number): Promise<void> {
  if (isBare) {
    const socket = new WebSocket(url.replace("http", "ws"), { perMessageDeflate: false });
    await new Promise<void>((resolve, reject) => {
      socket.once("open", () => resolve());
      socket.once("error", reject);
    });
    socket.on("message", (text) => note((JSON.parse(String(text)) as { id: string }).id, receiver));
    return;
  }
  const socket = io(url, { transports: ["websocket"], forceNew: true });
  socket.on("user_event", (news: { id: string; silencedBy?: unknown }) => {
    if (news.silencedBy === undefined) {
      note(news.id, receiver);
    }
  });
  const answer: { ok: boolean } = await socket.emitWithAck("init", { token });
  if (!answer.ok) {
    throw new Error("a session was not let in");
  }
}

for (let first = 0; first < tokens.length; first += CONNECTING_AT_ONCE) {
  const some = tokens.slice(first, first + CONNECTING_AT_ONCE);
  await Promise.all(some.map((token, at) => connect(token, first + at)));
}
process.on("message", (id: string) => process.send?.({ id, at: times.get(id) ?? [] } satisfies Heard));
process.on("disconnect", () => process.exit());
process.send?.("ready");
