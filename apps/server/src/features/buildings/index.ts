/** What other rooms may do to a home. */
export { refreshActive } from "./administering-apartments.queries.ts";
