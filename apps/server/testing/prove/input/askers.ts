import type { Access } from "@umbral/contract/lib/endpoint";
import { reachOfKiosk, reachOfPlatform, reachOfRole } from "@umbral/contract/lib/policy";
import type { Role } from "@umbral/contract/lib/roles";

/** Whoever asks, as one process tells another. */
export interface Asker {
  name: string;
  /** A stranger has an open line where controllers sign in, and signs nothing. */
  kind: "nobody" | "person" | "guest" | "sign" | "token" | "controller" | "stranger";
  /** What their requests say of them; null for who makes none. */
  headers: Readonly<Record<string, string>> | null;
  /** What signs their line in; null for who has none. */
  line: { token: string } | { controllerId: string; pem: string } | null;
  /** Whose session it is, for another one where it ended. */
  userId?: string;
  /** Where they ask from, for another one of the same kind where they lost their place. */
  buildingId?: string;
  /** What they are, for what they may. */
  role?: Role | "PLATFORM" | "KIOSK";
  /** Do they sign in with the password that is one for all? */
  hasPassword?: boolean;
  /** Things of theirs with their ids, and words that they know, as replies have them. */
  own?: unknown;
}

/** Is this operation or message meant for them, whatever they may? */
export function isFor(asker: Asker, access: Access): boolean {
  const { kind } = asker;
  switch (access.kind) {
    case "permission":
      return (
        (kind === "person" && mayIn(asker, access)) ||
        ((kind === "guest" || kind === "sign") && access.guests === true)
      );
    case "party":
      return kind === "person" || ((kind === "guest" || kind === "sign") && access.guests === true);
    case "guest":
    case "sign":
    case "token":
    case "controller":
      return kind === access.kind;
    default:
      return kind === "nobody" || kind === "person" || kind === "stranger";
  }
}

/** Is there a place where they may do this? */
function mayIn(
  { role }: Asker,
  { permission, or = permission }: Extract<Access, { kind: "permission" }>,
): boolean {
  return [permission, or].some((one) => {
    switch (role) {
      case undefined:
        return true;
      case "PLATFORM":
        return reachOfPlatform(one) !== "no";
      case "KIOSK":
        return reachOfKiosk(one) !== "no";
      default:
        return reachOfRole(role, one) !== "no";
    }
  });
}
