import type { IncomingHttpHeaders } from "node:http";

const FORWARDING = [
  "forwarded",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-real-ip",
  "via",
];

/** From a program on this machine, through no proxy. Judged by the socket itself, never by a header. */
export function cameDirectlyFromThisMachine(request: {
  headers: IncomingHttpHeaders;
  socket: { remoteAddress?: string | undefined };
}): boolean {
  const address = request.socket.remoteAddress?.replace(/^::ffff:/, "") ?? "";
  return (
    (address === "::1" || address.startsWith("127.")) &&
    FORWARDING.every((header) => request.headers[header] === undefined)
  );
}
