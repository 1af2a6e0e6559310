export { RingingOverlay } from "./RingingOverlay.tsx";
