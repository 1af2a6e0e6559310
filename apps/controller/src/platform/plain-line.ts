import { BlockList, isIPv6 } from "node:net";
import { privateNetworks } from "@umbral/contract/lib/private-networks";
import { type Settings, SetupMistake } from "./env.ts";

const privately = new BlockList();
for (const { address, prefix, family } of privateNetworks) {
  privately.addSubnet(address, prefix, family);
}

/**
 * Without TLS whoever is on the way reads pictures and gives orders. It is taken to a private address alone, and
 * only when whoever sets the controller up says so; a name is none, because it can be made to mean another machine.
 * @throws {SetupMistake} for any other plain line, outside the demonstration
 */
export function refusePlainLine({
  serverUrl,
  allowsPlainLine,
  isDemonstration,
}: Pick<Settings, "serverUrl" | "allowsPlainLine" | "isDemonstration">): void {
  const { protocol, hostname } = new URL(serverUrl);
  if (protocol === "https:" || isDemonstration) {
    return;
  }
  if (!isPrivate(hostname)) {
    throw new SetupMistake(
      "SERVER_URL: la dirección debe empezar por https://. Sin cifrar solo se acepta una dirección IP privada " +
        "(10.…, 172.16–31.…, 192.168.…, fd…), nunca un nombre, y con ALLOW_PLAIN_LINE=1.",
    );
  }
  if (!allowsPlainLine) {
    throw new SetupMistake(
      "SERVER_URL: la línea con el servidor no va cifrada. Usa https://, o ALLOW_PLAIN_LINE=1 si esa red es solo " +
        "del edificio y nadie más está en ella.",
    );
  }
}

function isPrivate(hostname: string): boolean {
  const address = hostname.replace(/^\[|\]$/g, "");
  return address === "localhost" || privately.check(address, isIPv6(address) ? "ipv6" : "ipv4");
}
