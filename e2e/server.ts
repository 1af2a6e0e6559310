/*
 * What stories use of the server. They get it as one file, which `build-server.ts` makes of this one as a run begins:
 * importing the sources took each process of a run three seconds of a core, and the file takes one.
 */
export { type App, buildApp } from "../apps/server/src/app.ts";
export { Demonstration } from "../apps/server/src/demo/demonstration.ts";
export {
  announceRequest,
  requestAccess,
} from "../apps/server/src/features/access-requests/access-requests.service.ts";
export { hashPassword } from "../apps/server/src/features/auth/passwords.ts";
export { newAccessKey } from "../apps/server/src/platform/access-key.ts";
export { type Database, openDatabase } from "../apps/server/src/platform/database.ts";
export { readEnv } from "../apps/server/src/platform/env.ts";
export { newDemonstration, startDemonstrations } from "../apps/server/testing/demonstration.ts";
export { asked } from "../apps/server/testing/test-requests.ts";
export { PushedClock } from "../apps/server/testing/test-server.ts";
export { postAsProvider, startTelephoneProvider } from "../apps/server/testing/test-telephone.ts";
