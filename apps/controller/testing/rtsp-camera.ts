import { type AddressInfo, createServer, type Socket } from "node:net";
import { createServer as createSecureServer } from "node:tls";
import { onTestFinished } from "vitest";
import { selfSigned } from "./self-signed.ts";

/** A camera that answers each RTSP question with what `answer` says, and what it was asked. */
export async function answeringCamera(answer: (head: string, line: Socket) => string, isSecure = false) {
  const asked: string[] = [];
  const lines = new Set<Socket>();
  const listen = (line: Socket) => {
    lines.add(line);
    let heard = "";
    line.on("error", () => undefined);
    line.on("data", (part) => {
      heard += part.toString();
      for (let end = heard.indexOf("\r\n\r\n"); end >= 0; end = heard.indexOf("\r\n\r\n")) {
        const head = heard.slice(0, end);
        heard = heard.slice(end + 4);
        asked.push(head);
        const sequence = /CSeq: (\d+)/.exec(head)?.[1];
        line.write(answer(head, line).replace("\r\n", `\r\nCSeq: ${sequence}\r\n`));
      }
    });
  };
  const server = isSecure ? createSecureServer(selfSigned, listen) : createServer(listen);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    for (const line of lines) {
      line.destroy();
    }
    server.close();
  });
  return { asked, host: `127.0.0.1:${(server.address() as AddressInfo).port}` };
}
