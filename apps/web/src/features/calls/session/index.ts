export { beginCall } from "./begin-call.ts";
export type { CallSession, CallToEnter } from "./call-session.ts";
export type { CallActions, CallEnd, CallPhase, CallView } from "./call-view.ts";
