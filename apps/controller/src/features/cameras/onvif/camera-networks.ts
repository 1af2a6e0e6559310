import { BlockList, isIPv4 } from "node:net";
import { networkInterfaces } from "node:os";
import { privateNetworks } from "@umbral/contract/lib/private-networks";

const ofBuildings = new BlockList();
for (const { address, prefix, family } of privateNetworks) {
  if (family === "ipv4" && !address.startsWith("127.")) {
    ofBuildings.addSubnet(address, prefix, family);
  }
}
// Cameras that nobody gave an address take one of these (RFC 3927).
ofBuildings.addSubnet("169.254.0.0", 16, "ipv4");

/**
 * May a camera be asked at this address? In a building's own networks alone; the machine itself only where
 * simulated cameras live on it.
 */
export function isOfBuilding(address: string, allowsLoopback: boolean): boolean {
  return isIPv4(address) && (ofBuildings.check(address) || (allowsLoopback && address.startsWith("127.")));
}

/** The machine's own addresses in networks where cameras may be. */
export function ownAddresses(allowsLoopback: boolean): string[] {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .map(({ address }) => address)
    .filter((address) => isOfBuilding(address, allowsLoopback));
}
