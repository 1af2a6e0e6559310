export { RingingOverlay } from "./RingingOverlay.tsx";
export { ringing } from "./ringing-calls.ts";
