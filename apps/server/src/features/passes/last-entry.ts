/** For the rooms that tell a home who came. */
export { findLastEntry } from "./last-entry.queries.ts";
