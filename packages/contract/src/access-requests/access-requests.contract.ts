import { z } from "zod";
import { csvFile, endpoint, whoMay } from "../lib/endpoint.ts";
import { chosenRows } from "../lib/pages.ts";
import { personal } from "../lib/personal.ts";
import type { Permission } from "../lib/policy.ts";
import { Role } from "../lib/roles.ts";

/** Two lists of their own: `owners` are decided by administrators alone, `employees` by leaders too. */
export const AccessKind = z.enum(["employees", "owners"]);
export type AccessKind = z.infer<typeof AccessKind>;

/** Who asks to own or to lead an apartment; all others ask to live or to work in one. */
export const ownerRoles = ["PROPIETARIO", "RESIDENTE_LIDER"] as const satisfies readonly Role[];

export const kindOfRole = (role: Role): AccessKind =>
  ownerRoles.some((owner) => owner === role) ? "owners" : "employees";

/**
 * Who decides about a request of this role: a home's leader lets in who lives there and who serves it, everybody
 * else needs the administration (decisions §8).
 */
export const permissionForRole = (role: Role): Permission =>
  kindOfRole(role) === "owners" || role === "EMPLEADO_ADMINISTRATIVO"
    ? "access-requests.decide-owners"
    : "access-requests.decide-residents";

/** What somebody asks for with a form, besides where: kept with the space that waits, read by who decides. */
const Asked = z.object({
  role: Role,
  /** Until when a temporary resident asks to stay; null for everybody else. */
  endsAt: z.iso.datetime().nullable(),
  /** An owner who says that they live there. */
  livesHere: z.boolean(),
});
/** The same with the end as a moment, as the server holds it. */
export type Asked = Omit<z.infer<typeof Asked>, "endsAt"> & { endsAt: Date | null };

/** Somebody who waits for a yes. Its id is that of the space which it asks for. */
export const AccessRequest = z.object({
  id: z.uuid(),
  user: z.object({
    id: z.uuid(),
    name: personal("identity", z.string()),
    cedula: personal("identity", z.string()),
    phone: personal("contact", z.string()),
    /** Short-lived signed address of the face; that it was shown is written down. */
    photo: personal("image", z.string().nullable()),
  }),
  apartment: z.object({ id: z.uuid(), name: z.string() }),
  building: z.object({ id: z.uuid(), name: z.string(), timeZone: z.string() }),
  ...Asked.shape,
  createdAt: z.iso.datetime(),
});
export type AccessRequest = z.infer<typeof AccessRequest>;

/** Without `page` and `limit` the list answers whole. */
const ListQuery = z.strictObject({
  /** Part of a name, a cédula or an apartment's name. */
  search: z.string().trim().max(100).optional(),
  page: z.coerce.number().int().min(1).max(100_000).optional(),
  limit: z.coerce.number().int().min(1).max(100).optional(),
});

const ListReply = z.object({
  accessRequests: z.array(AccessRequest),
  /** Only when `page` or `limit` was given. */
  totalPages: z.number().int().optional(),
});

/** An apartment's id or a building's: ids are unique, and a building means all its apartments. */
const here = { apartmentOrBuilding: "id" } as const;
const byId = z.strictObject({ id: z.uuid() });
const byRequest = z.strictObject({ id: z.uuid(), x: z.uuid() });

export const listEmployeeRequests = endpoint({
  method: "GET",
  path: "/api/apartments/{id}/access",
  summary: "Residents and employees who wait for approval in an apartment or in a building",
  access: whoMay("access-requests.decide-residents", here),
  params: byId,
  query: ListQuery,
  body: z.undefined(),
  reply: ListReply,
});

export const listOwnerRequests = endpoint({
  method: "GET",
  path: "/api/buildings/{id}/access",
  summary: "Owners and leaders who wait for approval in an apartment or in a building",
  access: whoMay("access-requests.decide-owners", here),
  params: byId,
  query: ListQuery,
  body: z.undefined(),
  reply: ListReply,
});

export const exportEmployeeRequests = csvFile({
  path: "/api/apartments/{id}/access.csv",
  summary: "The same as a file for a spreadsheet",
  access: whoMay("access-requests.decide-residents", here),
  params: byId,
  query: ListQuery.pick({ search: true }).extend(chosenRows),
});

export const exportOwnerRequests = csvFile({
  path: "/api/buildings/{id}/access.csv",
  summary: "The same as a file for a spreadsheet",
  access: whoMay("access-requests.decide-owners", here),
  params: byId,
  query: ListQuery.pick({ search: true }).extend(chosenRows),
});

const Decided = z.object({
  accessRequest: z.object({ id: z.uuid(), approved: z.boolean(), decidedAt: z.iso.datetime() }),
});

/** A second decision is ACCESS_ALREADY_DECIDED, and says in `decided` what was decided, by whom and when. */
export const decideEmployeeRequest = endpoint({
  method: "POST",
  path: "/api/apartments/{id}/access/{x}",
  summary: "Approve or reject a resident or an employee",
  access: whoMay("access-requests.decide-residents", here),
  params: byRequest,
  query: z.strictObject({}),
  body: z.strictObject({ approved: z.boolean() }),
  reply: Decided,
});

/** `apartmentId` is the request's own: the two must agree. Approving makes the apartment active. */
export const decideOwnerRequest = endpoint({
  method: "POST",
  path: "/api/buildings/{id}/access/{x}",
  summary: "Approve or reject an owner or a leader",
  access: whoMay("access-requests.decide-owners", here),
  params: byRequest,
  query: z.strictObject({}),
  body: z.strictObject({ approved: z.boolean(), apartmentId: z.uuid() }),
  reply: Decided,
});

/** A place where this person decides, and how many wait there. */
export const WaitingPlace = z.object({
  building: z.object({ id: z.uuid(), name: z.string() }),
  /** Null for a whole building. */
  apartment: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  employees: z.number().int(),
  /** Null where this person decides about residents alone. */
  owners: z.number().int().nullable(),
});
export type WaitingPlace = z.infer<typeof WaitingPlace>;

export const listWaitingPlaces = endpoint({
  method: "GET",
  path: "/api/access-requests/waiting",
  summary: "Where I decide requests, and how many wait; a platform administrator sees where any waits",
  access: whoMay("access-requests.decide-residents", "somewhere"),
  params: z.strictObject({}),
  query: z.strictObject({}),
  body: z.undefined(),
  reply: z.object({ places: z.array(WaitingPlace) }),
});

/** Server → whoever decides there: lists of this kind are different now. Ask again. */
export const accessRequestEvents = {
  "access:changed": z.object({ buildingId: z.uuid(), apartmentId: z.uuid(), kind: AccessKind }),
} as const;
