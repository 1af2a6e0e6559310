import type { IncomingHttpHeaders } from "node:http";
import { isIPv6 } from "node:net";

const FORWARDING = [
  "forwarded",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-real-ip",
  "via",
];

/** Does this address lead nowhere but to this machine? */
export function isLoopbackAddress(text: string | undefined): boolean {
  const address = text?.replace(/^::ffff:/, "") ?? "";
  return address === "::1" || address.startsWith("127.");
}

/** From a program on this machine, through no proxy. Judged by the socket itself, never by a header. */
export function cameDirectlyFromThisMachine(request: {
  headers: IncomingHttpHeaders;
  socket: { remoteAddress?: string | undefined };
}): boolean {
  return (
    isLoopbackAddress(request.socket.remoteAddress) &&
    FORWARDING.every((header) => request.headers[header] === undefined)
  );
}

/** Groups of 16 bits that name a network of IPv6; the other half names a device in it, and is anybody's to choose. */
const NETWORK_GROUPS = 4;

/**
 * Whom an address counts as wherever attempts are counted: an IPv4 address as itself, also where it is written as
 * IPv6, and an IPv6 address as its /64 (decisions §3).
 * @param address `request.ip` is not there once who asked has hung up, whatever its type says
 */
export function networkOf(address: string | undefined): string {
  const [plain = ""] = (address ?? "").replace(/^::ffff:(?=[\d.]+$)/i, "").split("%");
  if (!isIPv6(plain)) {
    return plain;
  }
  // The URL parser writes every spelling of one address the same way.
  const [head = "", tail] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const groups = [...before, ...Array<string>(8 - before.length - after.length).fill("0"), ...after];
  const [, , , , , marker, high, low] = groups;
  if (marker === "ffff" && groups.slice(0, 5).every((group) => group === "0")) {
    const bits = [high, low].map((group) => Number.parseInt(group ?? "0", 16));
    return bits.flatMap((pair) => [pair >> 8, pair & 255]).join(".");
  }
  return `${groups.slice(0, NETWORK_GROUPS).join(":")}::/64`;
}
