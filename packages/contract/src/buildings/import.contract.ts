import { z } from "zod";
import { endpoint, whoMay } from "../lib/endpoint.ts";

/** Bytes of a spreadsheet at most: that of any file of a form. */
export const SHEET_BYTES = 5 * 1024 * 1024;
/** Rows below the headers at most. */
export const SHEET_ROWS = 20_000;

/** What happens, or would happen, with one row. `error` stops the whole import. */
export const RowOutcome = z.enum(["create", "update", "same", "error"]);
export type RowOutcome = z.infer<typeof RowOutcome>;

export const ImportedRow = z.object({
  /** As the spreadsheet counts it, from 1: a title and the headers are rows too. */
  row: z.number().int(),
  outcome: RowOutcome,
  /** What is done, or why it cannot be, each a Spanish sentence. */
  words: z.array(z.string()),
});
export type ImportedRow = z.infer<typeof ImportedRow>;

/** Names one import to the screen that asked for it: letters and digits of its own choice. */
const ImportId = z.string().regex(/^[\w-]{8,60}$/);

/**
 * Says row by row what a spreadsheet would do to a building, and does it with `apply`: all or nothing. With an
 * error in any row nothing is done, and `isApplied` is false. Refusals: SHEET_NOT_VALID (422) with the reason in
 * `errors`, IMPORT_CHANGED (409) when somebody else changed the same things meanwhile. Whoever hangs up before
 * all is saved has cancelled it, and nothing is; which of the two came first, `import:progress` says.
 */
export const importPeople = endpoint({
  method: "POST",
  path: "/api/{product}/buildings/{id}/import",
  summary: "Bring apartments, people and cards into a building from a spreadsheet (CSV or XLSX), or try it",
  access: whoMay("buildings.administer", { building: "id" }),
  params: z.strictObject({ id: z.uuid() }),
  query: z.strictObject({}),
  body: z.strictObject({
    file: z.file().min(1).max(SHEET_BYTES),
    apply: z.enum(["true", "false"]).default("false"),
    /** With it, the session that asks hears how far it is. */
    importId: ImportId.optional(),
  }),
  isForm: true,
  reply: z.object({ isApplied: z.boolean(), rows: z.array(ImportedRow) }),
});

/**
 * Server → the session that asked: how far its import is. `saved` and `dropped` end one that was to be applied; they
 * come also when the answer could not. Neither does where the line to the database broke, and nobody knows which it was.
 */
export const importEvents = {
  "import:progress": z.object({
    importId: ImportId,
    stage: z.enum(["reading", "checking", "saving", "saved", "dropped"]),
    /** Rows that are done, of all; both 0 while the file is read. */
    row: z.number().int(),
    rows: z.number().int(),
  }),
} as const;
export type ImportProgress = z.infer<(typeof importEvents)["import:progress"]>;
