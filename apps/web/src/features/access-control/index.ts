export { AccessTab } from "./AccessTab.tsx";
export { AccessTrial } from "./AccessTrial.tsx";
export { useAccess } from "./access.api.ts";
export { capital } from "./access.strings.ts";
export { Fact } from "./Fact.tsx";
export { OwnPins } from "./OwnPins.tsx";
export { PersonAccess } from "./PersonAccess.tsx";
export { useFieldRefusal } from "./useFieldRefusal.ts";
