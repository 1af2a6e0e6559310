export { openWhenLoaded } from "./open-when-loaded.ts";
export { runningCall } from "./running-call.ts";
export { usePreparedCall } from "./usePreparedCall.ts";
