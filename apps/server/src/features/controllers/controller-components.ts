import { ControllerStatus } from "@umbral/contract/controllers/controllers.contract";
import type { ComponentKind } from "@umbral/contract/system-state/system-state.contract";
import type { Services } from "../../platform/context.ts";
import { comparisonOf } from "./access-comparison.ts";
import { findDevices } from "./controller-components.queries.ts";
import type { ControllerHub } from "./controller-hub.ts";
import { findPaired, findUnreadInputs } from "./controller-troubles.queries.ts";

/** A controller's wall clock that is further off than this writes hours that nobody recognises. */
const CLOCK_OFF_MS = 60_000;

/** The kinds of what hangs in a building. */
export const controllerKinds = [
  "controller",
  "controller-disk",
  "controller-clock",
  "controller-list",
  "camera",
  "reader",
  "contact",
  "relay",
  "input",
] as const satisfies readonly ComponentKind[];

/**
 * How every paired controller and each of its devices is now. Of what hangs on one that is away, or that does not say, nobody knows
 * (`isWell` is null). What no controller reads, because the main one was taken away, is not well.
 */
export async function componentsOfControllers({ db, bus }: Pick<Services, "db" | "bus">, hub: ControllerHub) {
  const [paired, devices, unread, present] = await Promise.all([
    findPaired(db, "everywhere"),
    findDevices(db),
    findUnreadInputs(db, "everywhere"),
    hub.lines.presentControllers(),
  ]);
  const said = new Map(
    paired
      .filter(({ id }) => present.has(id))
      .map(({ id, status }) => [id, ControllerStatus.safeParse(status).data]),
  );
  const faults = new Map(
    [...said].map(([id, status]) => [
      id,
      status?.faults && new Set(status.faults.map((fault) => `${fault.device} ${fault.id}`)),
    ]),
  );
  const relays = new Map(
    [...said].map(([id, status]) => [
      id,
      status?.relaysNotAtRest && new Set(status.relaysNotAtRest.map((doorId) => `relay ${doorId}`)),
    ]),
  );
  return [
    ...paired.flatMap(({ id, buildingId, name, lastSeenAt, ...list }) => {
      const status = said.get(id);
      const one = { id, buildingId, name, since: null, figure: null };
      const failingSince = status?.diskFailingSince ?? null;
      const clockOffMs = status?.clockErrorMs ?? null;
      const comparison = comparisonOf(list);
      return [
        {
          ...one,
          kind: "controller" as const,
          // It may be at another process, of which nothing is heard.
          isWell: present.has(id) || (bus?.isAway ? null : false),
          since: present.has(id) ? null : lastSeenAt,
        },
        {
          ...one,
          kind: "controller-disk" as const,
          isWell: status ? failingSince === null : null,
          since: failingSince === null ? null : new Date(failingSince),
        },
        {
          ...one,
          kind: "controller-clock" as const,
          isWell: clockOffMs === null ? null : Math.abs(clockOffMs) <= CLOCK_OFF_MS,
        },
        {
          ...one,
          kind: "controller-list" as const,
          // A change on its way is over by the next look. When it fell behind nobody noted: it counts from the first look.
          isWell: present.has(id) ? (comparison?.state ?? "same") === "same" : null,
        },
      ];
    }),
    ...unread.map((input) => ({
      ...input,
      kind: "input" as const,
      isWell: false,
      since: null,
      figure: null,
    })),
    ...devices.map(({ kind, id, buildingId, controllerId, name }) => {
      const faulty = (kind === "relay" ? relays : faults).get(controllerId);
      const isWell = faulty === undefined ? null : !faulty.has(`${kind} ${id}`);
      return { kind, id, buildingId, name, isWell, since: null, figure: null };
    }),
  ];
}
