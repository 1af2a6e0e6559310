import { RING_MS } from "@umbral/contract/calls/calls.contract";
import type { Insertable } from "kysely";
import type { Services } from "../platform/context.ts";
import type { Trx } from "../platform/database.ts";
import type { Tables } from "../platform/tables.ts";
import { insertRows } from "./seed.queries.ts";

const DAY_MS = 24 * 3_600_000;
const HOUR_MS = 3_600_000;

/** Who calls and who is called in a home of the demonstration. */
export interface DemonstrationHome {
  buildingId: string;
  apartmentId: string;
  lobbyId: string;
  visitorId: string;
  people: readonly { userId: string; spaceId: string }[];
}

type Ending = Pick<
  Insertable<Tables["calls"]>,
  "status" | "answered_by" | "reject_message" | "telephone_said"
> & { talkedMs?: number; isVisitor?: boolean };

/** One a day, each with another end. */
const endings: readonly Ending[] = [
  { status: "TERMINADA", answered_by: "app", talkedMs: 74_000 },
  { status: "RECHAZADA", reject_message: "Nos vemos en la portería" },
  { status: "TERMINADA", answered_by: "telefono", telephone_said: "coming", talkedMs: 60_000 },
  { status: "PERDIDA", isVisitor: true },
  { status: "TERMINADA" },
  { status: "TERMINADA", answered_by: "app", talkedMs: 31_000, isVisitor: true },
  { status: "RECHAZADA" },
];

/** A week of calls at a home, with every way in which one can end. */
export async function seedPastCalls(
  { newId, clock }: Pick<Services, "newId" | "clock">,
  trx: Trx,
  home: DemonstrationHome,
): Promise<void> {
  const now = clock.now().getTime();
  const rows = endings.flatMap(({ talkedMs, isVisitor = false, ...ending }, day) => {
    const createdAt = now - day * DAY_MS - (2 + ((day * 5) % 7)) * HOUR_MS;
    const answeredAt = ending.answered_by === undefined ? null : createdAt + 11_000;
    const decidedAt = createdAt + (ending.status === "PERDIDA" ? RING_MS : 14_000);
    const endedAt = answeredAt === null ? decidedAt : answeredAt + (talkedMs ?? 0);
    const ringingId = newId();
    const by = day % home.people.length;
    return home.people.map(({ userId, spaceId }, index): Insertable<Tables["calls"]> => {
      const isDecider = index === by;
      const isAnswered = isDecider && answeredAt !== null;
      return {
        id: newId(),
        ringing_id: ringingId,
        building_id: home.buildingId,
        apartment_id: home.apartmentId,
        caller_id: isVisitor ? home.visitorId : home.lobbyId,
        caller_session_id: null,
        callee_id: userId,
        callee_session_id: null,
        space_id: spaceId,
        is_from_lobby: !isVisitor,
        status: ending.status ?? "TERMINADA",
        created_at: new Date(createdAt),
        expires_at: new Date(createdAt + RING_MS),
        rung_at: new Date(createdAt),
        ended_at: new Date(isAnswered || answeredAt === null ? endedAt : answeredAt),
        ...(isAnswered
          ? { answered_at: new Date(answeredAt), answered_by: ending.answered_by ?? "app" }
          : {}),
        ...(isDecider && ending.reject_message ? { reject_message: ending.reject_message } : {}),
        ...(isDecider && ending.telephone_said ? { telephone_said: ending.telephone_said } : {}),
      };
    });
  });
  await insertRows(trx, "calls", rows);
}
