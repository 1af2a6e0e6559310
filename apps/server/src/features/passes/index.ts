/** What other rooms may do with passes: write down who came in by one at a door, and tell of it. */
export { type EntryAtDoor, noteEntryAtDoor } from "./door-entries.ts";
export { tellOfMovement, tellOfPass } from "./pass-news.ts";
