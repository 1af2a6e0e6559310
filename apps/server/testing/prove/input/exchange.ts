import { type Agent, type IncomingMessage, request } from "node:http";

/** What is asked. */
export interface Asked {
  method: string;
  address: URL;
  headers: Readonly<Record<string, string>>;
  body: Buffer | undefined;
}

export interface Answered {
  status: number;
  type: string;
  text: string;
}

/**
 * Gives up after so many seconds in which this process ran: one that got no processor for a while waits no less for that.
 * @returns what ends the waiting
 */
export function patience(seconds: number, giveUp: () => void): () => void {
  let left = seconds;
  const timer = setInterval(() => {
    left -= 1;
    if (left === 0) {
      clearInterval(timer);
      giveUp();
    }
  }, 1000);
  return () => clearInterval(timer);
}

/**
 * One request and its answer, over a connection that is kept.
 * @returns undefined where none came
 */
export async function exchange(
  agent: Agent,
  asked: Asked,
  patienceSeconds: number,
): Promise<Answered | undefined> {
  try {
    return await once(agent, asked, patienceSeconds);
  } catch (error) {
    // The server may end a connection that rests just as it is used again: any client asks anew then, once.
    return error instanceof OldConnection
      ? once(agent, asked, patienceSeconds).catch(() => undefined)
      : undefined;
  }
}

class OldConnection extends Error {}

function once(
  agent: Agent,
  { method, address, headers, body }: Asked,
  patienceSeconds: number,
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const asking = request(address, {
      agent,
      method,
      headers: { ...headers, ...(body === undefined ? {} : { "content-length": String(body.length) }) },
    });
    const end = patience(patienceSeconds, () => asking.destroy(new Error("no answer")));
    asking.once("response", (reply) => {
      read(reply).then(resolve, reject).finally(end);
    });
    asking.once("error", (error) => {
      end();
      const isReset = "code" in error && (error.code === "ECONNRESET" || error.code === "EPIPE");
      reject(asking.reusedSocket && isReset ? new OldConnection() : error);
    });
    asking.end(body);
  });
}

async function read(reply: IncomingMessage): Promise<Answered> {
  const parts: Buffer[] = [];
  for await (const part of reply) {
    parts.push(part);
  }
  return {
    status: reply.statusCode ?? 0,
    type: reply.headers["content-type"] ?? "",
    text: Buffer.concat(parts).toString("utf8"),
  };
}
