import { ControllerStatus } from "@umbral/contract/controllers/controllers.contract";
import type { Buildings } from "@umbral/contract/lib/policy";
import type { Trouble } from "@umbral/contract/overview/overview.contract";
import type { Services } from "../../platform/context.ts";
import { otherListSince } from "./access-comparison.ts";
import type { ControllerHub } from "./controller-hub.ts";
import { findNames, findPaired, findUnreadInputs } from "./controller-troubles.queries.ts";

/** Controllers that are away, what those that are there say of their disk, their list and their devices, and inputs that hang on none. */
export async function troublesOfControllers(
  { db, clock }: Services,
  hub: ControllerHub,
  buildings: Buildings,
): Promise<Trouble[]> {
  const [paired, unread, present] = await Promise.all([
    findPaired(db, buildings),
    findUnreadInputs(db, buildings),
    hub.lines.presentControllers(),
  ]);
  const there = paired
    .filter(({ id }) => present.has(id))
    .map((row) => ({ ...row, said: ControllerStatus.safeParse(row.status).data }));
  const faults = there.flatMap(({ id: controllerId, buildingId, said }) =>
    [
      ...(said?.faults ?? []),
      ...(said?.relaysNotAtRest ?? []).map((id) => ({ device: "relay" as const, id })),
    ].map((fault) => ({ ...fault, controllerId, buildingId })),
  );
  const names = await findNames(db, faults);
  return [
    ...paired
      .filter(({ id }) => !present.has(id))
      .map(({ id, name, buildingId, lastSeenAt, doors, cameras }) => ({
        kind: "controller-away" as const,
        id,
        name,
        buildingId,
        since: lastSeenAt?.toISOString() ?? null,
        takesAlong: { doors: doors ?? 0, cameras: cameras ?? 0 },
      })),
    ...there.flatMap(({ id, name, buildingId, said }) =>
      said?.diskFailingSince
        ? [{ kind: "controller-disk" as const, id, name, buildingId, since: said.diskFailingSince }]
        : [],
    ),
    ...there.flatMap(({ id, name, buildingId, ...list }) => {
      const since = otherListSince(list, clock.now());
      return since === null
        ? []
        : [{ kind: "controller-list" as const, id, name, buildingId, since: since.toISOString() }];
    }),
    ...unread.map((input) => ({ ...input, kind: "input" as const, since: null })),
    ...faults.flatMap(({ device, id, buildingId }) => {
      const name = names.get(id);
      // What was deleted since is nobody's trouble.
      return name === undefined ? [] : [{ kind: device, id, name, buildingId, since: null }];
    }),
  ];
}
