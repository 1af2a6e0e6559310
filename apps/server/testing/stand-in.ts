import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";

export interface HeardRequest {
  method: string;
  path: string;
  headers: IncomingMessage["headers"];
  body: Buffer;
  /** The body read as a form. */
  form: Record<string, string>;
}

export interface Answer {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

export type Answering = (request: HeardRequest) => Answer | undefined | Promise<Answer | undefined>;

/** A provider in a test's hands: it records what it is asked and answers what it is told to. */
export interface StandIn {
  url: string;
  requests: HeardRequest[];
  /** How requests are answered from now on; one that returns nothing never comes back. */
  answerWith(answer: Answering): void;
  /** Nobody listens there any more, until {@link StandIn.up}. */
  down(): Promise<void>;
  up(): Promise<void>;
  close(): Promise<void>;
}

/** @param tls key and certificate: it then speaks HTTPS as `localhost` */
export async function startStandIn(first: Answering, tls?: { key: string; cert: string }): Promise<StandIn> {
  const requests: HeardRequest[] = [];
  let answer = first;

  const hear = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) {
      chunks.push(Buffer.from(chunk));
    }
    const body = Buffer.concat(chunks);
    const heard: HeardRequest = {
      method: request.method ?? "",
      path: request.url ?? "",
      headers: request.headers,
      body,
      form: Object.fromEntries(new URLSearchParams(body.toString())),
    };
    requests.push(heard);
    const reply = await answer(heard);
    if (reply) {
      response.writeHead(reply.status, {
        "content-type": "application/json",
        // A line that is kept would still be there when nobody listens any more.
        connection: "close",
        ...reply.headers,
      });
      response.end(reply.body === undefined ? "" : JSON.stringify(reply.body));
    }
  };
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    // Who asked may have gone; that is theirs to notice.
    hear(request, response).catch(() => response.destroy());
  };

  let server: Server = make();
  await listen(server, 0);
  const { port } = server.address() as AddressInfo;

  function make(): Server {
    return tls ? createSecureServer(tls, listener) : createServer(listener);
  }
  const down = async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeAllConnections();
    await closed;
  };
  return {
    url: tls ? `https://localhost:${port}` : `http://127.0.0.1:${port}`,
    requests,
    answerWith(next) {
      answer = next;
    },
    down,
    async up() {
      server = make();
      await listen(server, port);
    },
    close: down,
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => resolve());
  });
}
