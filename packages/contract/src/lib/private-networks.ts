/** A range of addresses: the first of it, and how many bits it is known by. */
interface Network {
  address: string;
  prefix: number;
  family: "ipv4" | "ipv6";
}

/**
 * Where a line that is not encrypted stays within a building: private networks (RFC 1918, RFC 4193) and the machine
 * itself. The controller asks it of the server's address, the server of the controller's.
 */
export const privateNetworks: readonly Network[] = [
  { address: "10.0.0.0", prefix: 8, family: "ipv4" },
  { address: "172.16.0.0", prefix: 12, family: "ipv4" },
  { address: "192.168.0.0", prefix: 16, family: "ipv4" },
  { address: "127.0.0.0", prefix: 8, family: "ipv4" },
  { address: "fc00::", prefix: 7, family: "ipv6" },
  { address: "::1", prefix: 128, family: "ipv6" },
];
