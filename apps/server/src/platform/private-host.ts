import { BlockList, isIPv6 } from "node:net";
import { privateNetworks } from "@umbral/contract/lib/private-networks";

const privately = new BlockList();
for (const { address, prefix, family } of privateNetworks) {
  privately.addSubnet(address, prefix, family);
}

/** Is it an address of a private network, or of this machine? */
export function isPrivateAddress(text: string): boolean {
  const address = text.replace(/^::ffff:/, "");
  return privately.check(address, isIPv6(address) ? "ipv6" : "ipv4");
}

/** The same as an address says it (`[fd00::1]`, `localhost`). A name is none: it can be made to mean another machine. */
export const isPrivateHost = (hostname: string): boolean =>
  hostname === "localhost" || isPrivateAddress(hostname.replace(/^\[|\]$/g, ""));
