// @ts-check
import { accessRequests } from "./faults/access-requests.mjs";
import { alarms } from "./faults/alarms.mjs";
import { audit } from "./faults/audit.mjs";
import { auth } from "./faults/auth.mjs";
import { calls } from "./faults/calls.mjs";
import { cards } from "./faults/cards.mjs";
import { contract } from "./faults/contract.mjs";
import { controller } from "./faults/controller.mjs";
import { controllerAccess } from "./faults/controller-access.mjs";
import { controllerClips } from "./faults/controller-clips.mjs";
import { controllers } from "./faults/controllers.mjs";
import { doors } from "./faults/doors.mjs";
import { noticeRules } from "./faults/notices.mjs";
import { passes } from "./faults/passes.mjs";
import { personalData } from "./faults/personal-data.mjs";
import { platform } from "./faults/platform.mjs";
import { users } from "./faults/users.mjs";
import { visits } from "./faults/visits.mjs";

/**
 * Mistakes that a test has to notice, each of which a person would suffer from. Whoever mends a fault that reached
 * somebody adds it here: that it can come back unseen is the second fault.
 * @type {readonly import("./plant.mjs").Fault[]}
 */
export const faults = [
  ...accessRequests,
  ...alarms,
  ...audit,
  ...auth,
  ...calls,
  ...cards,
  ...contract,
  ...controller,
  ...controllerAccess,
  ...controllerClips,
  ...controllers,
  ...doors,
  ...noticeRules,
  ...passes,
  ...personalData,
  ...platform,
  ...users,
  ...visits,
];
