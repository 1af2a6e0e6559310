/** What the search from everywhere asks of cards. */
export { findCardsBeginning } from "./found-cards.queries.ts";
