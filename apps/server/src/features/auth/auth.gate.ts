import type { Clock } from "../../platform/clock.ts";
import type { Actor, Person } from "../../platform/context.ts";
import type { Database } from "../../platform/database.ts";
import { findActors, findPerson } from "./auth.queries.ts";
import type { SessionTokens } from "./session-tokens.ts";

/** Answers for the gate: who is behind a token or a session. */
export function actorsOf(db: Database, clock: Clock, tokens: SessionTokens) {
  const actorsOfSessions = (sessionIds: readonly string[]): Promise<Actor[]> =>
    findActors(db, sessionIds, clock.now());
  const actorOfSession = async (sessionId: string): Promise<Actor | null> =>
    (await actorsOfSessions([sessionId]))[0] ?? null;
  return {
    actorOfSession,
    actorsOfSessions,
    personOf: (userId: string): Promise<Person | null> => findPerson(db, userId, clock.now()),
    async actorOfToken(token: string): Promise<Actor | null> {
      const sessionId = await tokens.sessionOf(token);
      return sessionId === null ? null : actorOfSession(sessionId);
    },
  };
}
