import { createHash, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { onTestFinished } from "vitest";
import { selfSigned } from "./self-signed.ts";

/** What a device was asked, once it believed who asks. */
export interface Asked {
  method: string;
  path: string;
  body: string;
}

interface DeviceOptions {
  /** How it wants to be told who asks; `open` believes everybody. */
  auth: "open" | "basic" | "bearer" | "MD5" | "SHA-256";
  user?: string;
  password?: string;
  isSecure?: boolean;
  /** A nonce is good for so many requests, and stale afterwards. */
  nonceUses?: number;
  /** What it answers to what it believes. */
  answer(asked: Asked): { status?: number; body: string };
}

/** A relay on the building's network, in this process: it checks by itself what it is told, as RFC 7616 and 7617 say. */
export async function startRelayDevice(options: DeviceOptions) {
  const { user = "usuario", password = "clave", isSecure = false, nonceUses = 1000 } = options;
  const asked: Asked[] = [];
  const refusals: { header: string; stale: boolean }[] = [];
  const nonces = new Map<string, number>();

  const isDigestRight = (header: string, method: string, path: string): "right" | "stale" | "wrong" => {
    const part = (name: string) => new RegExp(`\\b${name}="?([^",]+)"?`).exec(header)?.[1] ?? "";
    const hash = (text: string) =>
      createHash(options.auth === "MD5" ? "md5" : "sha256")
        .update(text)
        .digest("hex");
    const nonce = part("nonce");
    const uses = nonces.get(nonce);
    const count = Number.parseInt(part("nc"), 16);
    const who = hash(`${user}:${part("realm")}:${password}`);
    const what = hash(`${method}:${path}`);
    const wanted = hash(`${who}:${nonce}:${part("nc")}:${part("cnonce")}:auth:${what}`);
    if (part("username") !== user || part("uri") !== path || part("response") !== wanted) {
      return "wrong";
    }
    // Each count once: a request that was overheard is worth nothing.
    if (uses === undefined || count !== uses + 1 || count > nonceUses) {
      return "stale";
    }
    nonces.set(nonce, count);
    return "right";
  };

  const believes = (header: string, method: string, path: string): "right" | "stale" | "wrong" => {
    switch (options.auth) {
      case "open":
        return "right";
      case "bearer":
        return header === `Bearer ${password}` ? "right" : "wrong";
      case "basic":
        return header === `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`
          ? "right"
          : "wrong";
      default:
        return header.startsWith("Digest ") ? isDigestRight(header, method, path) : "wrong";
    }
  };

  const challenge = (stale: boolean): string => {
    if (options.auth === "basic" || options.auth === "bearer") {
      return `${options.auth === "basic" ? "Basic" : "Bearer"} realm="relay"`;
    }
    const nonce = randomUUID();
    nonces.set(nonce, 0);
    return `Digest realm="relay", qop="auth", nonce="${nonce}", algorithm=${options.auth}${stale ? ", stale=true" : ""}`;
  };

  const listen: RequestListener = (request: IncomingMessage, response: ServerResponse) => {
    let body = "";
    request.setEncoding("utf8");
    request.on("data", (part: string) => {
      body += part;
    });
    request.on("end", () => {
      const [method, path] = [request.method ?? "", request.url ?? ""];
      const header = request.headers.authorization ?? "";
      const belief = believes(header, method, path);
      if (belief !== "right") {
        refusals.push({ header, stale: belief === "stale" });
        response.writeHead(401, { "www-authenticate": challenge(belief === "stale") });
        response.end();
        return;
      }
      asked.push({ method, path, body });
      const { status = 200, body: answer } = options.answer({ method, path, body });
      response.writeHead(status);
      response.end(answer);
    });
  };
  const server = isSecure ? createSecureServer(selfSigned, listen) : createServer(listen);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const listening = server.address();
  const port = typeof listening === "object" && listening ? listening.port : 0;
  return { asked, refusals, host: `127.0.0.1:${port}` };
}
