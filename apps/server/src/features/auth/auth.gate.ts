import { SHIFT_IDLE_MS } from "@umbral/contract/kiosks/kiosks.contract";
import type { Clock } from "../../platform/clock.ts";
import type { Actor, Person } from "../../platform/context.ts";
import type { Database } from "../../platform/database.ts";
import { findActors, findPerson, type OpenSession, touchPresence, touchSession } from "./auth.queries.ts";
import { isLeftAlone, sessionEnd, touchedSince } from "./session-length.ts";
import type { SessionTokens } from "./session-tokens.ts";

/** Answers for the gate: who is behind a token or a session. */
export function actorsOf(db: Database, clock: Clock, tokens: SessionTokens) {
  const openSessions = async (sessionIds: readonly string[], now: Date): Promise<OpenSession[]> =>
    (await findActors(db, sessionIds, now)).filter(
      // A guest's is over when it was to be, however it is used.
      (session) => session.guest !== undefined || !isLeftAlone(session, session.usedAt, now),
    );
  const actorsOfSessions = async (sessionIds: readonly string[]): Promise<Actor[]> =>
    (await openSessions(sessionIds, clock.now())).map(actorOf);
  return {
    actorsOfSessions,
    actorOfSession: async (sessionId: string): Promise<Actor | null> =>
      (await actorsOfSessions([sessionId]))[0] ?? null,
    async isStillThere({ sessionId }: Actor): Promise<boolean> {
      const now = clock.now();
      return touchPresence(db, sessionId, new Date(now.getTime() - SHIFT_IDLE_MS), now);
    },
    personOf: (userId: string): Promise<Person | null> => findPerson(db, userId, clock.now()),
    async actorOfToken(token: string): Promise<Actor | null> {
      const sessionId = await tokens.sessionOf(token);
      if (sessionId === null) {
        return null;
      }
      const now = clock.now();
      const [session] = await openSessions([sessionId], now);
      if (!session) {
        return null;
      }
      const since = touchedSince(session, now);
      if (session.guest === undefined && session.usedAt < since) {
        await touchSession(db, sessionId, { now, since, expiresAt: sessionEnd(session, now) });
      }
      return actorOf(session);
    },
  };
}

const actorOf = ({ usedAt: _, ...actor }: OpenSession): Actor => actor;
