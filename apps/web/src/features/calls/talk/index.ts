export { usePreparedCall } from "./usePreparedCall.ts";
