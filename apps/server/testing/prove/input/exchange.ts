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
 * One request and its answer, over a connection that is kept.
 * @returns undefined where none came
 */
export async function exchange(
  agent: Agent,
  asked: Asked,
  patienceMs: number,
): Promise<Answered | undefined> {
  try {
    return await once(agent, asked, patienceMs);
  } catch (error) {
    // The server may end a connection that rests just as it is used again: any client asks anew then, once.
    return error instanceof OldConnection ? once(agent, asked, patienceMs).catch(() => undefined) : undefined;
  }
}

class OldConnection extends Error {}

function once(
  agent: Agent,
  { method, address, headers, body }: Asked,
  patienceMs: number,
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const asking = request(address, {
      agent,
      method,
      headers: { ...headers, ...(body === undefined ? {} : { "content-length": String(body.length) }) },
    });
    const impatience = setTimeout(() => asking.destroy(new Error("no answer")), patienceMs);
    const end = () => clearTimeout(impatience);
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
