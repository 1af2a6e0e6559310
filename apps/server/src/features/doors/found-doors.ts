/** What the search from everywhere asks of doors. */
export { findDoorsNamed } from "./found-doors.queries.ts";
