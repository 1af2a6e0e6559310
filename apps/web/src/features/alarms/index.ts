export { AlarmOverlay } from "./AlarmOverlay.tsx";
export { eventSentences } from "./alarms.strings.ts";
export { IntrusionDetail } from "./IntrusionDetail.tsx";
export { downloadIntrusions, useIntrusions, type WantedIntrusions } from "./intrusions.api.ts";
export { intrusionSentences, lengthOf, placeOf } from "./intrusions.strings.ts";
export { PanicButton } from "./PanicButton.tsx";
export { restartBuilding } from "./restart.ts";
export { SilenceModal } from "./SilenceModal.tsx";
export { UnclosedAlarms } from "./UnclosedAlarms.tsx";
