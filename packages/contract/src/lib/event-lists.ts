import { z } from "zod";
import { csvFile, endpoint, whoMay } from "./endpoint.ts";
import { between, chosenRows, Direction, inPagesOf } from "./pages.ts";

/*
 * What happened (doors that opened, what cameras noticed, who did what) is read in three ways: leafed through by
 * the administration, kept by it as a file, and the day's by the desk of one building.
 */

/** In one building or in all that who asks administers, narrowed by what the list has to narrow by. */
const narrowed = <Filters extends z.ZodRawShape>(filters: Filters) => ({
  buildingId: z.uuid().optional(),
  ...filters,
  ...between,
});
const administration = whoMay("buildings.administer", { buildings: "buildingId" });

/** Between these moments records are missing: a backup was restored, and what was told since it was made is lost. */
export const RecordGap = z.object({
  from: z.iso.datetime(),
  until: z.iso.datetime(),
  /** IANA name: its moments are shown in it. */
  timeZone: z.string(),
});
export type RecordGap = z.infer<typeof RecordGap>;

/** Of the time that was asked for; absent where the server knows of none. */
export const recordGaps = { gaps: z.array(RecordGap).optional() };

interface List<Path, Filters> {
  path: Path;
  summary: string;
  filters: Filters;
}

/** @param size events on one page @param events the reply's name for them, with their schema */
export const eventPages = <
  const Path extends `/${string}`,
  Filters extends z.ZodRawShape,
  Events extends z.ZodRawShape,
>({
  path,
  summary,
  filters,
  size,
  events,
}: List<Path, Filters> & { size: number; events: Events }) =>
  endpoint({
    method: "GET",
    path,
    summary,
    access: administration,
    params: z.strictObject({}),
    query: z.strictObject({
      ...narrowed(filters),
      ...inPagesOf(size),
      /** By time: the newest first unless the oldest are asked for. */
      direction: Direction.default("desc"),
    }),
    body: z.undefined(),
    reply: z.object({
      ...events,
      totalPages: z.number().int(),
      /** There are older ones (newer ones, where the oldest come first) than can be leafed to: dates lead there. */
      hasOlder: z.boolean(),
    }),
  });

/** All that the same filters let through, or what was chosen of it, as a file: the newest first. */
export const eventFile = <const Path extends `/${string}`, Filters extends z.ZodRawShape>({
  path,
  summary,
  filters,
}: List<Path, Filters>) =>
  csvFile({
    path,
    summary,
    access: administration,
    params: z.strictObject({}),
    query: z.strictObject({ ...narrowed(filters), ...chosenRows }),
  });

/** Of the day that it is in the building now. Other days are the administration's. @param filters none where it is left out */
export const eventsToday = <
  const Path extends `/${string}`,
  Reply extends z.ZodType,
  Filters extends z.ZodRawShape = Record<never, never>,
>({
  path,
  summary,
  size,
  filters,
  reply,
}: {
  path: Path;
  summary: string;
  size: number;
  filters?: Filters;
  reply: Reply;
}) =>
  endpoint({
    method: "GET",
    path,
    summary,
    access: whoMay("events.watch", { building: "id" }),
    params: z.strictObject({ id: z.uuid() }),
    query: z.strictObject({ ...(filters ?? ({} as Filters)), ...inPagesOf(size) }),
    body: z.undefined(),
    reply,
  });
