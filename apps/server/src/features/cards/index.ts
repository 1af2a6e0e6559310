/** What other rooms may do to cards; states of somebody's cards are in `card-states.ts`. */
export { findCardByTag, giveCards, noteUseOfCard } from "./cards.queries.ts";
