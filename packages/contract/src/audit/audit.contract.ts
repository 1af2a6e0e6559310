import { z } from "zod";
import { endpoint, whoMay } from "../lib/endpoint.ts";
import { eventFile, eventPages } from "../lib/event-lists.ts";
import { personal } from "../lib/personal.ts";
import { type AuditAction, auditActions } from "./audit-actions.ts";

/** Actions on one page. */
export const AUDIT_PAGE = 40;

const actions = Object.keys(auditActions).filter((action): action is AuditAction => action in auditActions);
export const Action = z.enum(actions);

const Value = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** An action as it was written down, with the names that its ids have today. */
export const AuditEntry = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  action: z.string(),
  /** Null for what is of no building; its name is null when it is gone since. */
  building: z
    .object({ id: z.uuid(), name: z.string().nullable(), timeZone: z.string().nullable() })
    .nullable(),
  /** Null when the server did it by itself; the name is null when the account is gone since. */
  actor: z.object({ id: z.uuid(), name: personal("identity", z.string().nullable()) }).nullable(),
  /** The people, doors, apartments… that it was about, by name. */
  about: z.array(z.string()),
  /** From where it was asked; null when nobody asked, or when it was erased. */
  origin: z
    .object({ address: personal("movement", z.string()), device: personal("movement", z.string()) })
    .nullable(),
  /** What was before and after, by field; null when nothing changed, or when it was erased. */
  change: z.object({ before: z.record(z.string(), Value), after: z.record(z.string(), Value) }).nullable(),
  /** Something of it was erased, with the person whom it was about. */
  isErased: z.boolean(),
  isSealed: z.boolean(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

const filters = {
  /** Beginnings of words of the name of who did it, or of their document number. */
  person: z.string().trim().max(100).default(""),
  action: Action.optional(),
};

export const listAudit = eventPages({
  path: "/api/{product}/audit",
  summary: "Who did what, the newest first, in one building or in all",
  filters,
  size: AUDIT_PAGE,
  events: { entries: z.array(AuditEntry) },
});

export const exportAudit = eventFile({
  path: "/api/{product}/audit.csv",
  summary: "The same as a file for a spreadsheet, without pages",
  filters,
});

/** Cannot be undone. The lines stay, and hold; 404 for somebody who is not there, PERSON_HELD (409) under a legal hold. */
export const forgetInAudit = endpoint({
  method: "DELETE",
  path: "/api/{product}/audit/people/{personId}",
  summary: "Erase what the audit keeps of a person: addresses, devices, and their data before and after",
  access: whoMay("platform.administer", "somewhere"),
  params: z.strictObject({ personId: z.uuid() }),
  query: z.strictObject({}),
  body: z.undefined(),
  reply: z.object({ erased: z.number().int() }),
});
