/** What the page of a person asks of their visits. */
export { countVisitsOf } from "./visits-of-person.queries.ts";
