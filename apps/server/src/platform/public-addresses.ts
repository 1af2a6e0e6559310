import { lookup } from "node:dns";
import { BlockList, isIPv4, type LookupFunction } from "node:net";

/** Addresses of this machine and of the networks around it: what others name must not lead there. */
const inside = new BlockList();
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["224.0.0.0", 3],
] as const) {
  inside.addSubnet(network, prefix, "ipv4");
}
for (const [network, prefix] of [
  // With what carries an address of IPv4 in it: 6to4, Teredo, NAT64 of here and of elsewhere.
  ["::", 96],
  ["64:ff9b::", 96],
  ["64:ff9b:1::", 48],
  ["2001::", 32],
  ["2002::", 16],
  ["fec0::", 10],
  ["fc00::", 7],
  ["fe80::", 10],
  ["ff00::", 8],
] as const) {
  inside.addSubnet(network, prefix, "ipv6");
}

/** Also an IPv4 address written as IPv6 is looked at as what it is. */
export const isInside = (address: string): boolean =>
  inside.check(address, isIPv4(address) ? "ipv4" : "ipv6");

/**
 * Looks a name up when the connection is made, so that a name cannot lead elsewhere than where it led
 * when it was looked at.
 */
export const publicAddressesOnly: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? [];
    if (error || first === undefined) {
      callback(error ?? new Error("no address"), "", 0);
    } else if (addresses.some(({ address }) => isInside(address))) {
      callback(Object.assign(new Error("not a public address"), { code: "NOT_PUBLIC" }), "", 0);
    } else if (options.all) {
      callback(null, addresses);
    } else {
      callback(null, first.address, first.family);
    }
  });
};
