/** What came of one case. */
export type Outcome =
  /** Answered as what it should be. */
  | "done"
  /** Refused in words. */
  | "refused"
  /** Not even looked at, because it was too often. */
  | "held"
  /** A device of the building, or its controller, did not do it. */
  | "away"
  /** The database did not answer in time. */
  | "unavailable"
  /** The same, or not answered at all, while the server's process got no processor: the machine's failure. */
  | "starved"
  /** Answered as a fault of the server's, or as nothing that the contract knows. */
  | "fault"
  /** Not answered at all. */
  | "silent";

/** The same, and the server's word for it where it refused. */
export interface Answer {
  outcome: Outcome;
  code?: string | undefined;
  /** What came in the place of a good answer, for who looks for the reason of a fault. */
  said?: string | undefined;
}
