import { z } from "zod";
import type { Permission } from "./policy.ts";
import type { TokenRight } from "./token-rights.ts";

/** Which path parameter (or message field) says where something is done. */
export type PlaceSource =
  | { building: string }
  | { tower: string }
  | { floor: string }
  | { apartment: string }
  | { door: string }
  | { camera: string }
  | { input: string }
  // whoever holds a place in a building, by their id or by that of their card
  | { person: string }
  | { card: string }
  // a filter: the building that it names; without it the answer is of all buildings in which the asker may
  | { buildings: string }
  // either's id: ids are unique, so which one it is is never in doubt
  | { apartmentOrBuilding: string };

/** What a push lets its device do without a session: a proof of one is worth nothing for the other. */
export type ProofPurpose = "reject-call" | "bell-test";

/**
 * Who may call an operation. Written out on each, so that nothing is open by omission:
 * - `public`: anybody
 * - `signed-address`: whoever holds a short-lived address that the API handed out
 * - `proof`: a device that shows the short-lived proof of a push, for the one thing that push offered
 * - `loopback`: programs on the machine itself
 * - `controller`: a building controller that signed in with its key
 * - `provider-signature`: the telephone provider, which signs each request with the secret shared with it
 * - `permission` (`or` another) in a place named by a parameter, or `somewhere` when the service decides where
 * - `guest`: the holder of a session of a guest's page, for its one pass
 * - `sign`: whoever stands before the sign at a building's entrance, by the session of its page
 * - `party`: one of the two people of the call named by a parameter
 * - `token`: a program that holds an API token with this right (`any`: whatever its rights), in that token's own
 *   building. A token may do nothing else, and nobody but a token may do these.
 *
 * `guests` lets in the holder of a guest's session too, and of the sign's; nothing else does.
 */
export type Access =
  | { kind: "public" }
  | { kind: "signed-address" }
  | { kind: "proof"; of: ProofPurpose }
  | { kind: "loopback" }
  | { kind: "controller" }
  | { kind: "provider-signature" }
  | { kind: "guest" }
  | { kind: "token"; right: TokenRight | "any" }
  | { kind: "sign" }
  | {
      kind: "permission";
      permission: Permission;
      or?: Permission;
      place: PlaceSource | "somewhere";
      /**
       * At a device of the lobby: `asked` wants whoever is on shift to have been there lately, and `shown` is a sign
       * that they are (decisions §9). Everywhere else it says nothing.
       */
      presence?: "asked" | "shown";
      guests?: true;
    }
  | { kind: "party"; call: string; guests?: true };

export const anybody = { kind: "public" } as const satisfies Access;
export const whoHoldsTheAddress = { kind: "signed-address" } as const satisfies Access;
export const whoHoldsTheProof = (of: ProofPurpose): Access => ({ kind: "proof", of });
export const thisMachine = { kind: "loopback" } as const satisfies Access;
export const controllers = { kind: "controller" } as const satisfies Access;
export const theTelephoneProvider = { kind: "provider-signature" } as const satisfies Access;
export const guests = { kind: "guest" } as const satisfies Access;
type OfToken = Extract<Access, { kind: "token" }>;
export const tokensThatMay = (right: TokenRight | "any"): OfToken => ({ kind: "token", right });
export const signVisitors = { kind: "sign" } as const satisfies Access;
type OfPermission = Extract<Access, { kind: "permission" }>;
type OfParties = Extract<Access, { kind: "party" }>;
export const whoMay = (permission: Permission, place: PlaceSource | "somewhere"): OfPermission => ({
  kind: "permission",
  permission,
  place,
});
/** Who may one or the other; the service finds out which of them it is about. */
export const whoMayEither = (permission: Permission, or: Permission): Access => ({
  kind: "permission",
  permission,
  or,
  place: "somewhere",
});
/** The same, and at a device of the lobby only while whoever is on shift has been there lately: it moves a door. */
export const whoMayBeingThere = (permission: Permission, place: PlaceSource | "somewhere"): Access => ({
  kind: "permission",
  permission,
  place,
  presence: "asked",
});
/** The same, and at a device of the lobby a sign that whoever is on shift is there. */
export const showingPresence = <A extends Access>(access: A): A => ({ ...access, presence: "shown" });
export const partiesOf = (call: string): OfParties => ({ kind: "party", call });
/** The same, and for a guest by their pass or who rings by the sign at the entrance: what it takes to make and hold one call. */
export const andGuests = (access: OfPermission | OfParties): Access => ({ ...access, guests: true });
export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** What one HTTP request means: where it goes, what it carries, who may make it, what comes back. */
export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
  Verb extends Method = Method,
  Path extends `/${string}` = `/${string}`,
> {
  method: Verb;
  /** Parameters are written `{name}`; `{product}` is the configured word of the admin paths. */
  path: Path;
  /** One line for the reference page. */
  summary: string;
  access: Access;
  params: Params;
  query: Query;
  body: Body;
  reply: Reply;
  /** Bytes of the JSON body at most; the server's own limit when absent. */
  bodyLimit?: number;
  /** The body travels as `multipart/form-data`: text fields, and files where its schema has them. */
  isForm?: true;
  /** The reply is a file that is kept, a part at a time: a CSV file, or a ZIP archive. */
  isFile?: "csv" | "zip";
  /** Bytes of a form's text fields together at most, files apart. */
  textLimit?: number;
}

/** Declares an endpoint, keeping the exact types of its schemas, its method and its path. */
export function endpoint<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends z.ZodType,
  const Verb extends Method,
  const Path extends `/${string}`,
>(definition: Endpoint<P, Q, B, R, Verb, Path>): Endpoint<P, Q, B, R, Verb, Path> {
  return definition;
}

/** Declares a reading whose reply is a file for a spreadsheet: a list as a whole, without its pictures. */
export const csvFile = <P extends z.ZodType, Q extends z.ZodType, const Path extends `/${string}`>(
  definition: Pick<
    Endpoint<P, Q, z.ZodType, z.ZodType, "GET", Path>,
    "path" | "summary" | "access" | "params" | "query"
  >,
) => endpoint({ ...definition, method: "GET", body: z.undefined(), isFile: "csv", reply: z.string() });

/** Declares an asking whose reply is an archive: what is asked may be secret, so it stands in a body. */
export const archiveFile = <P extends z.ZodType, B extends z.ZodType, const Path extends `/${string}`>(
  definition: Pick<
    Endpoint<P, z.ZodType, B, z.ZodType, "POST", Path>,
    "path" | "summary" | "access" | "params" | "body"
  >,
) => endpoint({ ...definition, method: "POST", query: z.strictObject({}), isFile: "zip", reply: z.string() });
