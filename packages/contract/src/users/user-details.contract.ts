import { z } from "zod";
import { CardType } from "../cards/cards.contract.ts";
import { csvFile, endpoint, whoMay } from "../lib/endpoint.ts";
import { chosenRows, countedPages, Direction, Search, wholeOrPage } from "../lib/pages.ts";
import { personal } from "../lib/personal.ts";
import { Picture } from "../lib/pictures.ts";
import { Role } from "../lib/roles.ts";
import { isName, NAME_LENGTH, normalCedula, normalName, normalPhone } from "../registration/personal-data.ts";

/** Somebody as the platform's administration sees them (specification §3, User detail). */
export const UserDetail = z.object({
  id: z.uuid(),
  /** Short-lived signed address of the face; that it was shown is written down. */
  photo: personal("image", z.string().nullable()),
  name: personal("identity", z.string()),
  cedula: personal("identity", z.string()),
  phone: personal("contact", z.string()),
  email: personal("contact", z.string()),
  active: z.boolean(),
  verified: z.boolean(),
  /**
   * Verified by others than the reader's building counts on: it validates them anew before it gives them a card. Only of
   * who was found by their document; absent of everybody else.
   */
  isVerifiedByOthers: z.literal(true).optional(),
  /** Of the first place, the last used one; null for who is nothing anywhere. */
  roleName: Role.nullable(),
  apartmentName: z.string().nullable(),
  buildingName: z.string().nullable(),
  /** Everything that they are, the last used first. */
  places: z.array(
    z.object({
      roleName: Role,
      buildingName: z.string(),
      /** By whose clock what is of this person is told. */
      timeZone: z.string(),
      apartmentName: z.string().nullable(),
    }),
  ),
  tags: z.array(z.object({ tag: personal("movement", z.string()), type: CardType })),
  /** How the administration calls them, beside their name. */
  alias: personal("identity", z.string()),
  /** Since when they have an account. Only of a list that comes in pages. */
  createdAt: z.iso.datetime().optional(),
  /** When they last used a session; null for never. Only of such a list, and for the platform's administrators. */
  seenAt: personal("movement", z.iso.datetime().nullable()).optional(),
});
export type UserDetail = z.infer<typeof UserDetail>;

/** What people are put in order by: how they are called, when their account was made, when they were last here. */
export const UserOrder = z.enum(["name", "created", "seen"]);
export type UserOrder = z.infer<typeof UserOrder>;

/** People on a page of the administration's list unless another number is asked for. */
export const USERS_PAGE = 50;
/**
 * A search can be leafed through for so many people: `totalPages` reaches as far as this, and `isMore` says that
 * there are others, whom one word more leads to.
 */
export const USERS_REACH = 1000;

const none = z.strictObject({});
const byUser = z.strictObject({ id: z.uuid() });
const administrators = whoMay("buildings.administer", "somewhere");
const ofPlatform = whoMay("platform.administer", "somewhere");

const Document = z.string().trim().min(1).max(40).transform(normalCedula);

/**
 * People by name. Every word of `search` is the beginning of a word of their document, name, e-mail, alias,
 * tag, apartment or building, whatever its accents and capitals. Whole without `page` and `limit`, and by name then.
 * Refusals: PLATFORM_ONLY (403) for a building's administration that asks who was here last.
 */
export const listUserDetails = endpoint({
  method: "GET",
  path: "/api/{product}/usersV2/ResidentUserDetails",
  summary: "People of all buildings, by name",
  access: administrators,
  params: none,
  query: z.strictObject({
    ...wholeOrPage,
    sort: UserOrder.default("name"),
    direction: Direction.default("asc"),
  }),
  body: z.undefined(),
  reply: z.object({
    users: z.array(UserDetail),
    ...countedPages,
    /** With `totalPages`. */
    isMore: z.boolean().optional(),
  }),
});

/** Without pictures. That somebody took it is written down. */
export const exportUserDetails = csvFile({
  path: "/api/{product}/usersV2/ResidentUserDetails.csv",
  summary: "The same as a file for a spreadsheet, without pages and without pictures",
  access: administrators,
  params: none,
  query: z.strictObject({ search: Search, ...chosenRows }),
});

/** Refusals: USER_NOT_FOUND (404). */
export const findUserDetail = endpoint({
  method: "GET",
  path: "/api/{product}/users/{cedula}",
  summary: "Somebody by their document's number",
  access: administrators,
  params: z.strictObject({ cedula: personal("identity", Document) }),
  query: none,
  body: z.undefined(),
  reply: z.object({ user: UserDetail }),
});

/** `search` finds words as it does among all people, but for those of other buildings. */
export const listApartmentUserDetails = endpoint({
  method: "GET",
  path: "/api/{product}/apartments/{apartmentId}/users",
  summary: "People of an apartment, by name; in pages when a page is asked for",
  access: whoMay("buildings.administer", { apartment: "apartmentId" }),
  params: z.strictObject({ apartmentId: z.uuid() }),
  query: z.strictObject(wholeOrPage),
  body: z.undefined(),
  reply: z.object({
    apartment: z.object({
      id: z.uuid(),
      name: z.string(),
      buildingName: z.string(),
      timeZone: z.string(),
    }),
    users: z.array(UserDetail),
    ...countedPages,
  }),
});

/**
 * Refusals: USER_NOT_FOUND (404); PLATFORM_ONLY (403) for a number that a building's administration would write, and for
 * people who have spaces elsewhere. What is absent stays as it is.
 */
export const changeUser = endpoint({
  method: "PUT",
  path: "/api/{product}/userV2/{id}",
  summary: "Change somebody's telephone number or alias",
  access: whoMay("buildings.administer", { person: "id" }),
  params: byUser,
  query: none,
  body: z.strictObject({
    alias: personal(
      "identity",
      z
        .string()
        .max(NAME_LENGTH)
        .transform(normalName)
        .refine(isName, "tiene signos que no se pueden mostrar"),
    ).optional(),
    phone: personal(
      "contact",
      z
        .string()
        .trim()
        .max(40)
        .transform((written, context) => {
          const phone = written === "" ? "" : normalPhone(written);
          if (phone === null) {
            context.addIssue({ code: "custom", message: "no es un número de teléfono válido" });
            return z.NEVER;
          }
          return phone;
        }),
    ).optional(),
  }),
  reply: z.object({ user: UserDetail }),
});

/** Ends every session of theirs at once, on HTTP and on sockets. Refusals: USER_NOT_FOUND (404). */
export const deactivateUser = endpoint({
  method: "PUT",
  path: "/api/{product}/usersV2/{id}/deactivate",
  summary: "Take from somebody that they may sign in and open doors",
  access: ofPlatform,
  params: byUser,
  query: none,
  body: z.strictObject({ shouldDeactivateCards: z.boolean().default(true) }),
  /**
   * With what was taken: whether they had access until now, and the cards that opened. Whoever takes it back gives these
   * back and no others.
   */
  reply: z.object({ user: UserDetail, wasActive: z.boolean(), cardIds: z.array(z.uuid()) }),
});

/** Refusals: USER_NOT_FOUND (404). */
export const activateUser = endpoint({
  method: "PUT",
  path: "/api/{product}/usersV2/{id}/activate",
  summary: "Let somebody sign in and open doors again",
  access: ofPlatform,
  params: byUser,
  query: none,
  body: z.strictObject({
    shouldActivateCards: z.boolean().default(true),
    /** Only these of their cards. */
    cardIds: z.array(z.uuid()).max(1000).optional(),
  }),
  reply: z.object({ user: UserDetail }),
});

/**
 * 'Recuperar cédula': a stranger registered it. Their account loses the number and everything that it is: every
 * space, session and card, its addresses and its password; whoever the number belongs to can register then, or
 * accept what they were invited to. Refusals: WRONG_PASSWORD (422) of the administrator's own, USER_NOT_FOUND (404),
 * PERSON_HELD (409) under a legal hold.
 */
export const freeCedula = endpoint({
  method: "POST",
  path: "/api/{product}/usersV2/{id}/free-cedula",
  summary: "Take a document number from the account of somebody whose it is not",
  access: ofPlatform,
  params: byUser,
  query: none,
  body: z.strictObject({ currentPassword: personal("secret", z.string().min(1).max(200)) }),
  reply: z.object({ ok: z.literal(true) }),
});

/**
 * Keeps somebody's face and both sides of their document: from then on they are verified. Done again, the
 * new pictures take the place of the old. Refusals: USER_NOT_FOUND (404), INCOMPLETE (422) when one of
 * them is missing, PICTURE_NOT_VALID (422).
 */
export const verifyUser = endpoint({
  method: "POST",
  path: "/api/{product}/userv2",
  summary: "Verify somebody with their face and their document",
  access: administrators,
  params: none,
  query: none,
  body: z.strictObject({
    cedula: personal("identity", Document),
    photo: personal("image", Picture),
    cedulaFrontal: personal("image", Picture),
    cedulaPosterior: personal("image", Picture),
  }),
  reply: z.object({ user: UserDetail }),
  isForm: true,
});
