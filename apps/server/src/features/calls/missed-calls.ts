import { statusAt } from "@umbral/contract/calls/call-machine";
import type { MissedCall } from "@umbral/contract/calls/lobby-desk.contract";
import type { LobbyCallRow } from "./lobby-desk.queries.ts";

/**
 * Which calls between the lobby and others still wait for somebody: the last one with each home (or with each who
 * called the lobby without one), where nobody answered it. One that was answered or rejected afterwards, either way,
 * settles those before; so does one that rings now. The newest first.
 * @param rows the oldest first
 */
export function missedOf(rows: readonly LobbyCallRow[], now: Date): MissedCall[] {
  const last = new Map<string, LobbyCallRow[]>();
  for (const row of rows) {
    const other = row.apartmentId ?? row.callerId;
    const ringing = last.get(other);
    last.set(other, ringing?.[0]?.ringingId === row.ringingId ? [...ringing, row] : [row]);
  }
  return [...last.values()]
    .flatMap((calls) => {
      const [first] = calls;
      return first !== undefined && isMissed(calls, now) ? [described(first)] : [];
    })
    .sort((one, other) => other.at.localeCompare(one.at));
}

/** Nobody of those who were rung answered or said no; whoever called did not take it back. */
function isMissed(calls: readonly LobbyCallRow[], now: Date): boolean {
  const statuses = calls.map((call) => statusAt(call, now));
  const isTaken = calls.some(({ answeredAt }) => answeredAt !== null) || statuses.includes("RECHAZADA");
  return !isTaken && statuses.includes("PERDIDA") && !statuses.includes("ENTRANTE");
}

const described = ({
  ringingId,
  apartmentId,
  apartmentName,
  towerName,
  ...call
}: LobbyCallRow): MissedCall => ({
  id: ringingId,
  apartment:
    apartmentId === null || apartmentName === null || towerName === null
      ? null
      : { id: apartmentId, name: apartmentName, tower: { name: towerName } },
  isToLobby: call.isToLobby,
  caller: call.isToLobby ? call.callerName : null,
  at: call.at.toISOString(),
});
