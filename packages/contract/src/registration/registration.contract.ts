import { z } from "zod";
import { anybody, endpoint } from "../lib/endpoint.ts";
import { personal } from "../lib/personal.ts";
import { Picture } from "../lib/pictures.ts";
import {
  documentTypes,
  isCedulaOf,
  isName,
  lengthOf,
  NAME_LENGTH,
  normalCedula,
  normalName,
  normalPhone,
} from "./personal-data.ts";

/** The kinds of identity documents of the specification (§3). */
export const DocumentType = z.enum(documentTypes);

/** What somebody may ask to be in an apartment; a leader or the administration decides (decisions §5). */
export const ResidentRole = z.enum([
  "RESIDENTE",
  "RESIDENTE_TEMPORAL",
  "EMPLEADO_ADMINISTRATIVO",
  "SERVICIOS",
]);
export type ResidentRole = z.infer<typeof ResidentRole>;

export const OwnerRole = z.enum(["PROPIETARIO", "RESIDENTE_LIDER"]);
export type OwnerRole = z.infer<typeof OwnerRole>;

/** Bytes of a visitor form's texts together at most (specification §5). */
const SMALL_TEXTS = 2000;
/** The other forms carry three ids more. */
const TEXTS = 4000;

/*
 * Forms carry texts. What is wrong with a field is said in `errors` as [{ property, message }], in words
 * that follow the field's name (specification §8): 400 when a field is wrong, 422 when one is missing.
 */

export const Cedula = z.string().trim().min(1).max(40, "es demasiado larga").transform(normalCedula);

export const Phone = z
  .string()
  .trim()
  .min(1)
  .max(40, "no es un número de teléfono válido")
  .transform((written, context) => {
    const phone = normalPhone(written);
    if (phone === null) {
      context.addIssue({ code: "custom", message: "no es un número de teléfono válido" });
      return z.NEVER;
    }
    return phone;
  });

export const PersonName = z
  .string()
  .transform(normalName)
  .pipe(
    z
      .string()
      .min(1)
      .refine((name) => lengthOf(name) <= NAME_LENGTH, `puede tener hasta ${NAME_LENGTH} caracteres`)
      .refine(isName, "tiene caracteres que no se pueden mostrar"),
  );

export const Email = z
  .string()
  .trim()
  .min(1)
  .max(254, "es demasiado largo")
  .pipe(z.email("no es un correo electrónico válido"));

/** The client's own words for an unticked box are those for an empty field. */
const AcceptTerms = z.literal("true", "should not be null");

/** Somebody who only passes by: no name, no password (decisions §3). */
const passingBy = {
  cedula: personal("identity", Cedula),
  documentType: personal("identity", DocumentType.default("CEDULA_CIUDADANIA")),
  phone: personal("contact", Phone),
  photo: personal("image", Picture),
  buildingId: z.uuid("no existe"),
  acceptTerms: AcceptTerms,
  /** The six digits sent by SMS; asked for with CLAIM_CODE_SENT. */
  claimCode: personal(
    "secret",
    z
      .string()
      .trim()
      .regex(/^\d{6}$/, "son seis dígitos"),
  ).optional(),
};

const account = {
  ...passingBy,
  name: personal("identity", PersonName),
  email: personal("contact", Email),
  // Its rules are of the room of passwords; here only what no password is longer than.
  password: personal("secret", z.string().min(1).max(200, "es demasiado larga")),
  passwordConfirmation: personal("secret", z.string().min(1)),
};

/** What of a form is kept with its person's account; the picture beside it, the password as its digest. */
export type SaidOfPerson = Omit<
  z.output<z.ZodObject<typeof account>>,
  "photo" | "password" | "passwordConfirmation" | "buildingId" | "acceptTerms" | "claimCode"
>;

const home = {
  ...account,
  towerId: z.uuid("no existe"),
  floorId: z.uuid("no existe"),
  /** The same as in the path. */
  apartmentId: z.uuid("no existe"),
};

interface Papers {
  cedula: string;
  documentType: z.infer<typeof DocumentType>;
}

const fits = ({ cedula, documentType }: Papers): boolean => isCedulaOf(documentType, cedula);
const ofItsKind = { path: ["cedula"], error: "no es un número válido para ese tipo de documento" };

interface Passwords {
  password: string;
  passwordConfirmation: string;
}
const saidTwice = ({ password, passwordConfirmation }: Passwords): boolean =>
  password === passwordConfirmation;
const theSame = { path: ["passwordConfirmation"], error: "Las contraseñas no coinciden" };

/** What became of it. Nothing here is about anybody but the one who registered. */
export const Registration = z.object({
  /** PENDING: somebody decides it. APPROVED: visitors, at once. */
  status: z.enum(["PENDING", "APPROVED"]),
  /**
   * - `created`: a new account
   * - `known`: the person had one and proved it with its password (or, on the quick form, with the code
   *   sent to its phone); name, phone, e-mail and password stay as they were
   * - `claimed`: a quick registration became a full account with the code sent to its phone
   */
  account: z.enum(["created", "known", "claimed"]),
});
export type Registration = z.infer<typeof Registration>;

const none = z.strictObject({});
const ofApartment = z.strictObject({ apartmentId: z.uuid() });
const reply = z.object({ registration: Registration });

/*
 * Refusals of all four, besides the general ones:
 * - ALREADY_EXISTS (409), errors name `cedula` or `email`: "already exists"
 * - ACCESS_ALREADY_REQUESTED, ACCESS_ALREADY_GRANTED (409): a known person who waits there, or is there
 * - PASSWORD_NOT_ACCEPTED (422), errors say what is wrong with `password`
 * - CLAIM_CODE_SENT (422): the cédula is that of a quick registration without a password; a code went to
 *   its phone by SMS. Send the same form again with `claimCode`
 * - CLAIM_CODE_NOT_VALID (422): wrong, or too old. Without `claimCode` a new one is sent; CLAIM_USED_UP (429): too many
 *   wrong ones today
 * - PLACE_NOT_VALID (422): building, tower, floor and apartment do not belong together; errors name which
 * - APARTMENT_NOT_FOUND (404): there is no apartment with the id of the path
 * - PICTURE_NOT_VALID (422), TOO_LARGE (413), TOO_OFTEN (429)
 */

export const registerResident = endpoint({
  method: "POST",
  path: "/api/apartments/{apartmentId}/users",
  summary: "Register as a resident or authorised person of an apartment; somebody there decides",
  access: anybody,
  params: ofApartment,
  query: none,
  body: z
    .strictObject({
      ...home,
      role: ResidentRole.default("RESIDENTE"),
      /** Last day of a temporary resident's stay, in the building's own time; for that role alone. */
      endsOn: z.iso.date("no es una fecha").startsWith("20", "no es una fecha").optional(),
    })
    .refine(fits, ofItsKind)
    .refine(saidTwice, theSame)
    .refine(({ role, endsOn }) => role !== "RESIDENTE_TEMPORAL" || endsOn !== undefined, {
      path: ["endsOn"],
      error: "should not be null",
    })
    .refine(({ role, endsOn }) => role === "RESIDENTE_TEMPORAL" || endsOn === undefined, {
      path: ["endsOn"],
      error: "es solo para residentes temporales",
    }),
  reply,
  isForm: true,
  textLimit: TEXTS,
});

export const registerOwner = endpoint({
  method: "POST",
  path: "/api/apartments/{apartmentId}/owner",
  summary: "Register as the owner or leader of an apartment; the administration decides",
  access: anybody,
  params: ofApartment,
  query: none,
  body: z
    .strictObject({
      ...home,
      role: OwnerRole.default("PROPIETARIO"),
      /** An owner who says that they live there is rung too. A leader always lives there. */
      livesHere: z.enum(["true", "false"]).default("false"),
    })
    .refine(fits, ofItsKind)
    .refine(saidTwice, theSame),
  reply,
  isForm: true,
  textLimit: TEXTS,
});

export const registerVisitor = endpoint({
  method: "POST",
  path: "/api/visitors",
  summary: "Register as a frequent visitor of a building, at once",
  access: anybody,
  params: none,
  query: none,
  body: z.strictObject(account).refine(fits, ofItsKind).refine(saidTwice, theSame),
  reply,
  isForm: true,
  textLimit: SMALL_TEXTS,
});

export const registerExpress = endpoint({
  method: "POST",
  path: "/api/visitors/express",
  summary: "Register quickly as a visitor of a building, at once and without a password",
  access: anybody,
  params: none,
  query: none,
  body: z.strictObject(passingBy).refine(fits, ofItsKind),
  reply,
  isForm: true,
  textLimit: SMALL_TEXTS,
});
