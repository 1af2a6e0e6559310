import type { Candidate } from "./peer.ts";
import { connectionOf, type NamedDescription, usernameFragmentsOf } from "./session-description.ts";

/** Candidates that came before the description they belong to; more would be somebody's mischief. */
const EARLY_AT_MOST = 64;

/** What the two sides have agreed on so far, as one of them knows it. */
export interface Agreement {
  /** The offer that waits for its answer. */
  readonly openOffer: string | null;
  /** Which connection of the other side ours agreed with. */
  readonly agreedWith: string | null;
  /** The ways in that the other side's description named. */
  readonly known: ReadonlySet<string>;
  readonly early: readonly Candidate[];
}

export const nothingAgreed: Agreement = {
  openOffer: null,
  agreedWith: null,
  known: new Set(),
  early: [],
};

/** A connection is given up: what came too early for it may be for the next one. */
export const givenUp = ({ early }: Agreement): Agreement => ({ ...nothingAgreed, early });

export const offered = (agreement: Agreement, offerId: string): Agreement => ({
  ...agreement,
  openOffer: offerId,
});

/** Only what was agreed can be mended; an offer still open is of no use to who has just come. */
export const canBeMended = ({ agreedWith, openOffer }: Agreement): boolean =>
  agreedWith !== null && openOffer === null;

/** Does this description come from the connection that ours agreed with? */
export const isOfSameConnection = ({ agreedWith }: Agreement, sdp: string): boolean =>
  agreedWith !== null && agreedWith === connectionOf(sdp);

/**
 * - `fits`: it answers the open offer
 * - `late`: it answers an older one, or none
 * - `loaded-anew`: of the other page nothing is left that could be mended
 */
export function judgeAnswer(
  agreement: Agreement,
  { sdp, offerId }: NamedDescription,
): "fits" | "late" | "loaded-anew" {
  const { openOffer, agreedWith } = agreement;
  if (openOffer === null || (offerId !== null && offerId !== openOffer)) {
    return "late";
  }
  return agreedWith === null || isOfSameConnection(agreement, sdp) ? "fits" : "loaded-anew";
}

/** The other side's description holds. @returns the candidates that waited for it, too */
export function agreed(
  { early }: Agreement,
  sdp: string,
): { agreement: Agreement; ready: readonly Candidate[] } {
  const agreement = { ...nothingAgreed, agreedWith: connectionOf(sdp), known: usernameFragmentsOf(sdp) };
  return {
    agreement: { ...agreement, early: early.filter((candidate) => !isExpected(agreement, candidate)) },
    ready: early.filter((candidate) => isExpected(agreement, candidate)),
  };
}

/** Is it of the description that holds? */
export const isExpected = ({ known }: Agreement, { usernameFragment }: Candidate): boolean =>
  usernameFragment === null ? known.size > 0 : known.has(usernameFragment);

/** Keeps one for the description that it came before. */
export const keptForLater = (agreement: Agreement, candidate: Candidate): Agreement => ({
  ...agreement,
  early: [...agreement.early, candidate].slice(-EARLY_AT_MOST),
});
