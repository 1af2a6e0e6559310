export { RingingOverlay, ringing } from "./ring/index.ts";
export { runningCall } from "./talk/index.ts";
