export { BlockedCallers } from "./BlockedCallers.tsx";
export { askAndBlock, isBlockable } from "./block-caller.ts";
export { CallHistory } from "./CallHistory.tsx";
export { useLastVisitor } from "./call-history.api.ts";
export { AT_ENTRANCE, endingOf, titleOf } from "./past-call-words.ts";
