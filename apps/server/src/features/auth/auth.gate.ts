import type { Clock } from "../../platform/clock.ts";
import type { Actor, Person } from "../../platform/context.ts";
import type { Database } from "../../platform/database.ts";
import { findActors, findPerson, type OpenSession, touchSession } from "./auth.queries.ts";
import type { SessionTokens } from "./session-tokens.ts";

/** How old the note of a session's last use may be before it is written again. */
const TOUCH_AFTER_MS = 5 * 60_000;

/** Answers for the gate: who is behind a token or a session. */
export function actorsOf(db: Database, clock: Clock, tokens: SessionTokens) {
  const actorsOfSessions = async (sessionIds: readonly string[]): Promise<Actor[]> =>
    (await findActors(db, sessionIds, clock.now())).map(actorOf);
  return {
    actorsOfSessions,
    actorOfSession: async (sessionId: string): Promise<Actor | null> =>
      (await actorsOfSessions([sessionId]))[0] ?? null,
    personOf: (userId: string): Promise<Person | null> => findPerson(db, userId, clock.now()),
    async actorOfToken(token: string): Promise<Actor | null> {
      const sessionId = await tokens.sessionOf(token);
      if (sessionId === null) {
        return null;
      }
      const now = clock.now();
      const [session] = await findActors(db, [sessionId], now);
      if (!session) {
        return null;
      }
      const since = new Date(now.getTime() - TOUCH_AFTER_MS);
      if (session.lastUsedAt === null || session.lastUsedAt < since) {
        await touchSession(db, sessionId, now, since);
      }
      return actorOf(session);
    },
  };
}

const actorOf = ({ lastUsedAt: _, ...actor }: OpenSession): Actor => actor;
