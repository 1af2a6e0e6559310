import type { Principal } from "@umbral/contract/lib/policy";

/** Somebody on whose behalf something is done, and the approved spaces that decide what they may do. */
export interface Person extends Principal {
  id: string;
}

/** Who asks: a person with an open session. */
export interface Actor extends Person {
  sessionId: string;
  /** A second factor was shown in this session, or none is asked of the account (the demonstration's). */
  hasSecondFactor: boolean;
}
