import type { AlarmPerson } from "@umbral/contract/alarms/alarms.contract";
import type { Door } from "@umbral/contract/doors/doors.contract";

/** The building's entrance, by its relay (decisions §5). */
const ENTRANCE = "1";

type Seen = Pick<Door, "localId" | "cameras" | "floor">;

/** The camera that sees where an alarm is: one of the floor of whoever raised it, else of the entrance. */
export function cameraOfAlarm(
  doors: readonly Seen[],
  apartment: AlarmPerson["apartment"],
): Door["cameras"][number] | undefined {
  const seen = doors.filter(({ cameras }) => cameras.length > 0);
  const there =
    seen.find(({ floor }) => floor.id === apartment?.floor.id) ??
    seen.find(({ localId }) => localId === ENTRANCE);
  return there?.cameras[0];
}
