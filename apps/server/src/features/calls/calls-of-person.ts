/** What the page of a person asks of their calls. */
export { countCallsOf } from "./calls-of-person.queries.ts";
