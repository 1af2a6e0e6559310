import { z } from "zod";
import { endpoint, whoMay } from "../lib/endpoint.ts";
import { notPersonal } from "../lib/personal.ts";

/** What has a state and a since: the buildings' controllers and their devices, and the parts of the server itself. */
export const ComponentKind = z.enum([
  "controller",
  "controller-disk",
  "controller-clock",
  "controller-list",
  "camera",
  "reader",
  "contact",
  "relay",
  "input",
  "facts",
  "files-disk",
  "files-store",
  "clock",
  "outbox",
  "backups",
  "job",
  "certificate",
]);
export type ComponentKind = z.infer<typeof ComponentKind>;

export const Component = z.object({
  kind: ComponentKind,
  /** Of a controller or device; a word for a part of the server. */
  id: z.string(),
  building: z.object({ id: z.uuid(), name: notPersonal("of a place", z.string()) }).nullable(),
  name: notPersonal("of a device", z.string()).nullable(),
  isWell: z.boolean(),
  /** When this state began, as far as it is known. */
  since: z.iso.datetime(),
  /** When people were told of it; null where nobody was. */
  noticedAt: z.iso.datetime().nullable(),
  /** What it is measured by: free bytes of a disk, waiting messages, days of a certificate, facts set aside, seconds of the last backup. */
  figure: z.number().nullable(),
});
export type Component = z.infer<typeof Component>;

/** Troubles in one answer at most: more of them have one cause. */
export const COMPONENTS_AT_MOST = 200;

const none = z.strictObject({});
const platform = whoMay("platform.administer", "somewhere");

export const readSystemState = endpoint({
  method: "GET",
  path: "/api/{product}/system-state",
  summary: "How the controllers, their devices and the server are, and since when",
  access: platform,
  params: none,
  query: none,
  body: z.undefined(),
  reply: z.object({
    /** When it was last looked at; null shortly after a start. */
    lookedAt: z.iso.datetime().nullable(),
    version: z.string(),
    /** What is not well, the longest first. */
    troubles: z.array(Component).max(COMPONENTS_AT_MOST),
    hasMoreTroubles: z.boolean(),
    /** The parts of the server itself that are well. */
    ofServer: z.array(Component),
    /** How many of the buildings' components there are, by kind. */
    counts: z.array(z.object({ kind: ComponentKind, well: z.number().int(), troubles: z.number().int() })),
  }),
});

export const readDiagnosis = endpoint({
  method: "GET",
  path: "/api/{product}/system-state/diagnosis",
  summary: "A text about this installation for whoever helps, without anybody in it",
  access: platform,
  params: none,
  query: none,
  body: z.undefined(),
  reply: z.object({ name: notPersonal("of a file", z.string()), text: z.string() }),
});
