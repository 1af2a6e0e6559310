/** What other rooms may do to a home. */
export { refreshActive } from "./making-apartments.queries.ts";
