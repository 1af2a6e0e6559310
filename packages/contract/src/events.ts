import type { z } from "zod";
import { accessEvents } from "./access-control/access-events.contract.ts";
import { accessRequestEvents } from "./access-requests/access-requests.contract.ts";
import { alarmEvents } from "./alarms/alarms.contract.ts";
import { intrusionEvents } from "./alarms/intrusions.contract.ts";
import { authEvents } from "./auth/auth.contract.ts";
import { buildingEvents } from "./buildings/building-news.contract.ts";
import { importEvents } from "./buildings/import.contract.ts";
import { blockedCallerEvents } from "./calls/blocked-callers.contract.ts";
import { callEvents } from "./calls/calls.contract.ts";
import { cameraEvents } from "./cameras/cameras.contract.ts";
import { cardEvents } from "./cards/cards.contract.ts";
import { clipEvents } from "./clips/clips.contract.ts";
import { doorEvents } from "./doors/doors.contract.ts";
import { outsideEvents } from "./integrations/outside-events.contract.ts";
import { messageEvents } from "./lib/message.ts";
import { logbookEvents } from "./logbook/logbook.contract.ts";
import { noticeEvents } from "./notice-rules/notice-rules.contract.ts";
import { notificationEvents } from "./notifications/bell-test.contract.ts";
import { parcelEvents } from "./parcels/parcels.contract.ts";
import { passEvents } from "./passes/passes.contract.ts";
import { memberEvents } from "./users/members.contract.ts";
import { visitEvents } from "./visits/visits.contract.ts";

/** Everything that a browser may hear, by event. A room that adds events adds its map here, and nowhere else. */
export const peopleEvents = {
  ...accessEvents,
  ...accessRequestEvents,
  ...alarmEvents,
  ...authEvents,
  ...blockedCallerEvents,
  ...buildingEvents,
  ...callEvents,
  ...cameraEvents,
  ...cardEvents,
  ...clipEvents,
  ...doorEvents,
  ...importEvents,
  ...intrusionEvents,
  ...logbookEvents,
  ...memberEvents,
  ...messageEvents,
  ...noticeEvents,
  ...notificationEvents,
  ...parcelEvents,
  ...outsideEvents,
  ...passEvents,
  ...visitEvents,
} as const;
export type PeopleEvents = typeof peopleEvents;
export type EventName = keyof PeopleEvents;

/** What each event carries, as it is heard. */
export type HeardEvents = { [E in EventName]: z.output<PeopleEvents[E]> };
