export { RingingOverlay } from "./RingingOverlay.tsx";
export { ringing } from "./ringing-calls.ts";
export { runningCall } from "./running-call.ts";
