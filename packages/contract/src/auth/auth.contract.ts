import { z } from "zod";
import { anybody, endpoint, whoMay } from "../lib/endpoint.ts";
import { message } from "../lib/message.ts";
import { PasskeyAnswer } from "../lib/passkeys.ts";
import { personal } from "../lib/personal.ts";
import { Role, UserType } from "../lib/roles.ts";
import { normalCedula } from "../registration/personal-data.ts";

export const BuildingType = z.enum(["RESIDENTIAL", "MIXED", "OFFICE"]);
export type BuildingType = z.infer<typeof BuildingType>;
export const ApartmentType = z.enum(["APARTMENT", "HOUSE", "OFFICE", "SHOP"]);
export type ApartmentType = z.infer<typeof ApartmentType>;

/** A building as whoever belongs to it knows it. */
export const KnownBuilding = z.object({
  id: z.uuid(),
  name: z.string(),
  address1: z.string(),
  city: z.string(),
  state: z.string(),
  type: BuildingType,
  /** IANA name: dates of this building are shown in it. */
  timeZone: z.string(),
});

/** A role in a place: what a person is, and where. Only approved, active ones travel. */
export const Space = z.object({
  id: z.uuid(),
  role: z.object({ name: Role }),
  building: KnownBuilding,
  apartment: z
    .object({ id: z.uuid(), name: z.string(), address: z.string(), apartmentType: ApartmentType })
    .nullable(),
});
export type Space = z.infer<typeof Space>;

/**
 * Where somebody stands who belongs nowhere now: what is true of the latest of their requests and spaces.
 * `removed`: somebody took the space away. `ended`: it ran out at its own date.
 */
export const Standing = z.object({
  state: z.enum(["pending", "rejected", "removed", "ended"]),
  /** When it was asked for, rejected, taken away, or ran out. */
  since: z.iso.datetime(),
  role: Role,
  building: z.object({ name: z.string(), timeZone: z.string() }),
  apartment: z.object({ name: z.string() }).nullable(),
});
export type Standing = z.infer<typeof Standing>;

/** The person who is signed in. `role`, `apartment` and `building` repeat the first space's. */
export const CurrentUser = z.object({
  id: z.uuid(),
  cedula: personal("identity", z.string()),
  name: personal("identity", z.string()),
  email: personal("contact", z.string()),
  phone: personal("contact", z.string()),
  userType: UserType,
  tokenFirebase: personal("secret", z.string().nullable()),
  /** A short-lived signed address, or null when the person has no picture. */
  photo: personal("image", z.string().nullable()),
  role: Role.optional(),
  apartment: Space.shape.apartment.optional(),
  building: Space.shape.building.optional(),
  /** Only of a person of a building without any space; absent too when they never had or asked for one. */
  standing: Standing.optional(),
});
export type CurrentUser = z.infer<typeof CurrentUser>;

const Credentials = z.strictObject({
  cedula: personal("identity", z.string().trim().min(1).max(40).transform(normalCedula)),
  password: personal("secret", z.string().min(1).max(200)),
  userType: UserType,
});

/** The device of a building's lobby at which somebody is on shift, or which nobody uses: its name, and whose lobby it is. */
export const Kiosk = z.object({ id: z.uuid(), name: z.string(), building: KnownBuilding });
export type Kiosk = z.infer<typeof Kiosk>;

export const SignedIn = z.object({
  token: personal("secret", z.string()),
  user: CurrentUser,
  spaces: z.array(Space),
  /** Only at a device of the lobby. There nothing is told of its person but name and face. */
  kiosk: Kiosk.optional(),
});
export type SignedIn = z.infer<typeof SignedIn>;

/** Bytes of a login body at most (specification §9). */
const SMALL_BODY = 2000;

/** Sign-in of the people of a building. Any failure of the pair is the one refusal BAD_CREDENTIALS. */
export const userLogin = endpoint({
  method: "POST",
  path: "/api/user/auth/login",
  summary: "Sign in as a person of a building",
  access: anybody,
  params: z.strictObject({}),
  query: z.strictObject({}),
  body: Credentials,
  reply: SignedIn,
  bodyLimit: SMALL_BODY,
});

/** A code of the app, or one of the codes for who lost it; spaces and dashes do not matter. */
export const SecondFactorCode = z
  .string()
  .min(1)
  .max(30)
  .transform((code) => code.replace(/[\s-]/g, "").toUpperCase());

/**
 * Sign-in of platform administrators. Who has a second factor sends its code along: without it the answer is
 * SECOND_FACTOR_NEEDED, and SECOND_FACTOR_NOT_VALID for a wrong or used one. Who must have one and has none gets
 * SECOND_FACTOR_ENROLMENT with a secret, and signs in with its first code. Nothing is open before that. Who has
 * passkeys is told with SECOND_FACTOR_NEEDED what one of them may sign instead, once; PASSKEY_NOT_TAKEN for an answer
 * that is not good.
 */
export const adminLogin = endpoint({
  method: "POST",
  path: "/api/{product}/auth/login",
  summary: "Sign in as a platform administrator",
  access: anybody,
  params: z.strictObject({}),
  query: z.strictObject({}),
  body: Credentials.extend({
    code: personal("secret", SecondFactorCode).optional(),
    passkey: PasskeyAnswer.optional(),
  }),
  reply: SignedIn.extend({
    /** Once, for who just took up their second factor: to keep on paper. */
    recoveryCodes: personal("secret", z.array(z.string())).optional(),
  }),
  bodyLimit: SMALL_BODY,
});

export const currentUser = endpoint({
  method: "GET",
  path: "/api/user/auth/currentUser",
  summary: "The person who is signed in, and their approved spaces, the last used first",
  access: whoMay("session.own", "somewhere"),
  params: z.strictObject({}),
  query: z.strictObject({}),
  body: z.undefined(),
  reply: z.object({ user: CurrentUser, spaces: z.array(Space), kiosk: Kiosk.optional() }),
});

/** Ends the session that asks: its token and its sockets are refused at once. */
export const logout = endpoint({
  method: "POST",
  path: "/api/user/auth/logout",
  summary: "Sign out",
  access: whoMay("profile.own", "somewhere"),
  params: z.strictObject({}),
  query: z.strictObject({}),
  body: z.strictObject({}).optional(),
  reply: z.object({ ok: z.literal(true) }),
});

/** Puts one of the person's spaces first: the one the next screens are about. */
export const useSpace = endpoint({
  method: "PUT",
  path: "/api/user/spaces/{spaceId}/current",
  summary: "Make one of my spaces the current one",
  access: whoMay("profile.own", "somewhere"),
  params: z.strictObject({ spaceId: z.uuid() }),
  query: z.strictObject({}),
  body: z.strictObject({}).optional(),
  reply: z.object({ user: CurrentUser, spaces: z.array(Space) }),
});

/** First message of a socket. Until it succeeded nothing else is heard; a failed second one changes nothing. */
export const init = message({
  event: "init",
  summary: "Sign this socket in",
  access: anybody,
  payload: z.strictObject({
    token: personal("secret", z.string().min(1).max(2000)),
    /** Signed in already: what rings and what is active is named once more, before the acknowledgement. */
    tellAgain: z.boolean().optional(),
  }),
  reply: z.object({ userId: z.uuid(), socketId: z.string() }),
});

/** Server → a person's devices: their spaces are others now. The current-user call says which. */
export const authEvents = { "spaces:changed": z.object({}) } as const;
