import { intrusionWords } from "@umbral/contract/alarms/intrusion-words";
import { clipCauseOf } from "@umbral/contract/clips/clip-words";
import type { CameraEvent } from "@umbral/contract/clips/clips.contract";
import { originWords } from "@umbral/contract/doors/opening-words";

/** What happened, as a row says it. */
export const titleOf = ({ intrusion, ...event }: CameraEvent): string =>
  intrusion === null ? clipCauseOf(event) : intrusionWords[intrusion];

/** Where, by whom and how, as far as it is known; "" where nothing is. */
export const detailOf = ({ doorName, userName, origin, isCertain }: CameraEvent): string =>
  [
    doorName,
    userName,
    origin === null ? null : isCertain ? originWords[origin] : `${originWords[origin]} (posible)`,
  ]
    .filter((part) => part !== null)
    .join(" · ");
