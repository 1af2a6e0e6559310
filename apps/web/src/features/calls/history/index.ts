export { BlockedCallers } from "./BlockedCallers.tsx";
export { askAndBlock, isBlockable } from "./block-caller.ts";
export { CallHistory } from "./CallHistory.tsx";
