import { z } from "zod";
import { endpoint, whoMay } from "../lib/endpoint.ts";
import { notPersonal, personal } from "../lib/personal.ts";
import { Role } from "../lib/roles.ts";

/*
 * Moving out is one act: what somebody is in a building ends together with what they carry for it (decisions §8). What
 * it will do is read before it is done.
 */

const none = z.strictObject({});
const byPerson = z.strictObject({ id: z.uuid(), userId: z.uuid() });
const byHome = z.strictObject({ id: z.uuid() });
const ofBuilding = whoMay("buildings.administer", { building: "id" });
const ofHome = whoMay("buildings.administer", { apartment: "id" });

/** What ends for whom. */
export const Leaving = z.object({
  people: z.array(
    z.object({
      id: z.uuid(),
      name: personal("identity", z.string()),
      /** What they are no longer. */
      roles: z.array(Role),
      /** What they wait for, which is refused with it. Absent of whoever waits for nothing. */
      asked: z.array(Role).optional(),
      /** They are nothing else in the building, but perhaps a visitor: levels that they have by name end with it. */
      leavesBuilding: z.boolean(),
      levels: z.array(notPersonal("of doors and hours", z.string())),
      /** How many cards they hold. */
      cards: z.number().int(),
      /** They are nothing anywhere else: their cards go, and are free for others, and their sessions end. */
      losesCards: z.boolean(),
    }),
  ),
  /** Those of the home who have no account. Their cards go. */
  cardHolders: z.array(
    z.object({ id: z.uuid(), name: personal("identity", z.string()), cards: z.number().int() }),
  ),
  /** Those who could still accept an invitation to the home, which is taken back with it. Absent where nobody could. */
  invitations: z
    .array(z.object({ id: z.uuid(), name: personal("identity", z.string()), role: Role }))
    .optional(),
});
export type Leaving = z.infer<typeof Leaving>;

/** Refusals: PERSON_NOT_IN_BUILDING (404), MEMBER_IS_YOU (409), PLATFORM_ONLY (403) for another administrator. */
export const readLeaving = endpoint({
  method: "GET",
  path: "/api/{product}/buildings/{id}/people/{userId}/leaving",
  summary: "What will end when somebody leaves a building",
  access: ofBuilding,
  params: byPerson,
  query: none,
  body: z.undefined(),
  reply: z.object({ leaving: Leaving }),
});

/** All of it or nothing. Refusals: as those of reading it. */
export const leaveBuilding = endpoint({
  method: "POST",
  path: "/api/{product}/buildings/{id}/people/{userId}/leave",
  summary: "End all that somebody is and holds in a building, at once",
  access: ofBuilding,
  params: byPerson,
  query: none,
  body: z.strictObject({}).optional(),
  reply: z.object({ leaving: Leaving }),
});

/** Refusals: MEMBER_IS_YOU (409) for a home of one's own. */
export const readHomeLeaving = endpoint({
  method: "GET",
  path: "/api/{product}/apartments/{id}/leaving",
  summary: "What will end when everybody of a home moves out",
  access: ofHome,
  params: byHome,
  query: none,
  body: z.undefined(),
  reply: z.object({ leaving: Leaving }),
});

/**
 * Whoever is something else in the building stays that, and every invitation to the home is taken back. Nobody there is no
 * refusal. Refusals: as those of reading it.
 */
export const leaveHome = endpoint({
  method: "POST",
  path: "/api/{product}/apartments/{id}/leave",
  summary: "End all that the people of a home are and hold there, at once",
  access: ofHome,
  params: byHome,
  query: none,
  body: z.strictObject({}).optional(),
  reply: z.object({ leaving: Leaving }),
});
