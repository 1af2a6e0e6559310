import type { LineDetail, LineKind, NoteCategory } from "@umbral/contract/logbook/logbook-lines";

/** What the database notices by itself, of facts that come in its tables (migration 0100), is nobody's to write. */
export type NotedKind = Extract<
  LineKind,
  | "PASS_REFUSED"
  | "PARCEL_RECEIVED"
  | "PARCEL_HANDED_OVER"
  | "PARCEL_RETURNED"
  | "PARCEL_MOVED"
  | "BILLS_RECEIVED"
  | "BILLS_HANDED_OUT"
>;

/** Whom a line names, under what they are called now. Without an id it is nobody whom the platform knows. */
export interface Named {
  id: string | null;
  name: string;
}

/** What every line tells. */
export interface LineOf {
  buildingId: string;
  at: Date;
  /** Who did it; what they are called is found. */
  actorId: string | null;
  /** The pass, parcel or other thing that it tells of. */
  subjectId: string | null;
  apartmentId: string | null;
  /** The guest, or whoever took a parcel. */
  person?: Named | undefined;
  /** Plain words and figures, of nobody. */
  detail?: Omit<LineDetail, "home"> | undefined;
}

/** A line that people write themselves: this room's, and of whoever hands over a shift. */
export type WrittenLine = LineOf & {
  kind: "NOTE" | "CORRECTION" | "SHIFT_HANDED_OVER";
  category?: NoteCategory | undefined;
  correctsId?: string | undefined;
  requestId?: string | undefined;
  text?: string | undefined;
  incoming?: Named | undefined;
  /** What was open, a line each. */
  open?: string | undefined;
  /** SHA-256 of its pictures. */
  pictures?: readonly string[] | undefined;
};
