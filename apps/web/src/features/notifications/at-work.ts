import { pushRegistration } from "./push.ts";

export { leaveWithSession } from "./push.ts";

/** After each refresh of the person the registration is looked at (specification §4, push token). */
export const refreshPush = (): Promise<void> => pushRegistration.refresh();
