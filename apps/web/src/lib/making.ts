import { queryClient } from "./queries.ts";

/** After a place or a device of a building was made, changed or deleted: what is shown is asked for again. */
export const refreshEverything = (): Promise<void> => queryClient.invalidateQueries();
