import type { EventName, HeardEvents } from "./events.ts";

/**
 * What an event is about, and which of its fields names it. `null`: it says all there is to know itself, and nothing
 * that was read before is other because of it.
 */
type SubjectOf<E extends EventName> = { about: string; named?: keyof HeardEvents[E] & string } | null;

/** What each event is about: whoever keeps what was read of that subject reads it again. An event without a line here does not compile. */
export const eventSubjects = {
  "access:changed": { about: "access-requests", named: "buildingId" },
  "alarm:changed": { about: "alarms", named: "buildingId" },
  bell_test: null,
  "bell_test:changed": { about: "bell-test", named: "testId" },
  "blocked_callers:changed": { about: "blocked-callers", named: "apartmentId" },
  "building:changed": { about: "building", named: "buildingId" },
  call_accepted: { about: "calls", named: "callId" },
  "call_accepted:from_other_session": { about: "calls", named: "callId" },
  cam_state: null,
  "card:setup:response": null,
  "door_action:error": null,
  "door_action:late": null,
  door_trouble: null,
  // Of programs, which keep nothing of ours.
  doors_changed: null,
  "door:state": { about: "doors", named: "buildingId" },
  end: { about: "calls", named: "callId" },
  event_access: { about: "access-events", named: "buildingId" },
  // Heard by the part that shows clips: no first screen carries an answer to it.
  event_clip: null,
  event_intrusion: { about: "intrusions", named: "buildingId" },
  event_open_door: { about: "openings", named: "buildingId" },
  home_notice: null,
  "import:progress": null,
  "logbook:changed": { about: "logbook", named: "buildingId" },
  "members:changed": { about: "members", named: "apartmentId" },
  "message:error": null,
  // The page's line hears it, and signs in once more: what hangs on the line asks again then.
  "news:missed": null,
  "parcels:changed": { about: "parcels", named: "buildingId" },
  outside_event: null,
  "notices:changed": { about: "notices", named: "apartmentId" },
  "passes:changed": { about: "passes", named: "buildingId" },
  "push_notification:success": null,
  read_tag: null,
  reject_call: { about: "calls", named: "callId" },
  request: { about: "calls", named: "callId" },
  "request:socket:success": null,
  restablecer: null,
  "sms:success": null,
  "spaces:changed": { about: "everything" },
  "telephone:key": null,
  "twilio:success": null,
  user_event: { about: "alarms", named: "buildingId" },
  "user_event:error": null,
  "visits:changed": { about: "visits", named: "buildingId" },
  webrtc_answer: null,
  webrtc_ice_candidate: null,
  webrtc_offer: null,
} as const satisfies { [E in EventName]: SubjectOf<E> };

export type EventSubject = NonNullable<(typeof eventSubjects)[EventName]>["about"];
