// @ts-check

/** @type {readonly import("../plant.mjs").Fault[]} */
export const doors = [
  {
    name: "a door opens for who may not open it",
    file: "apps/server/src/features/doors/doors.service.ts",
    find: "if (!reaches(actor, door)) {",
    put: "if (!reaches(actor, door) && false) {",
    tests: ["apps/server/src/features/doors/doors.routes.test.ts"],
  },
  {
    name: "a door that cannot close is ordered to",
    file: "apps/server/src/features/doors/doors.service.ts",
    find: "if (press.action === DOOR_CLOSE && !canClose(door.local_id)) {",
    put: "if (false as boolean) {",
    tests: ["apps/server/src/features/doors/doors.routes.test.ts"],
  },
  {
    name: "a door is opened from a call that is not answered",
    file: "apps/server/src/features/doors/doors.queries.ts",
    find: '    .where("building_id", "=", buildingId)\n    .where("status", "=", "CONTESTADA")',
    put: '    .where("building_id", "=", buildingId)',
    tests: [
      "apps/server/src/features/doors/doors.routes.test.ts",
      "apps/server/src/features/calls/door-panel.test.ts",
    ],
  },
  {
    name: "a door is opened from a call of another building",
    file: "apps/server/src/features/doors/doors.queries.ts",
    find: '    .where("building_id", "=", buildingId)\n    .where("status", "=", "CONTESTADA")',
    put: '    .where("status", "=", "CONTESTADA")',
    tests: [
      "apps/server/src/features/doors/doors.routes.test.ts",
      "apps/server/src/features/calls/door-panel.test.ts",
    ],
  },
  {
    name: "a door is opened from somebody else's call",
    file: "apps/server/src/features/doors/doors.queries.ts",
    find: '    .where("callee_id", "=", calleeId)\n',
    put: "",
    tests: [
      "apps/server/src/features/doors/doors.routes.test.ts",
      "apps/server/src/features/calls/door-panel.test.ts",
    ],
  },
  {
    name: "a door of another building is found by its id",
    file: "apps/server/src/features/doors/doors.queries.ts",
    find: '    .select(["id", "name", "building_id", "tower_id", "floor_id", "local_id", "scope"])\n    .where("building_id", "=", buildingId)',
    put: '    .select(["id", "name", "building_id", "tower_id", "floor_id", "local_id", "scope"])',
    tests: ["apps/server/src/features/doors/doors.routes.test.ts"],
  },
  {
    name: "an order is settled twice",
    file: "apps/server/src/features/doors/doors.queries.ts",
    find: '    .where("id", "=", orderId)\n    .where("outcome", "is", null)',
    put: '    .where("id", "=", orderId)',
    tests: ["apps/server/src/features/doors/doors.routes.test.ts"],
  },
  {
    name: "a fact of another building settles an order",
    file: "apps/server/src/features/doors/doors.queries.ts",
    find: '    .where("id", "=", orderId)\n    .where("building_id", "=", buildingId)',
    put: '    .where("id", "=", orderId)',
    tests: [
      "apps/server/src/features/doors/doors.routes.test.ts",
      "apps/server/src/features/controllers/controllers.test.ts",
    ],
  },
  {
    name: "a door that opened late is not told to who pressed",
    file: "apps/server/src/features/doors/door-facts.ts",
    find: "await markLate(trx, order.id);",
    put: "",
    tests: ["apps/server/src/features/doors/doors.routes.test.ts"],
  },
  {
    name: "an opening without a known order is told as an app's",
    file: "apps/server/src/features/doors/door-facts.ts",
    find: 'return fact.origin === "APP" || fact.origin === "CALL" ? "UNKNOWN" : fact.origin;',
    put: "return fact.origin;",
    tests: [
      "apps/server/src/features/doors/doors.routes.test.ts",
      "apps/server/src/features/doors/openings.test.ts",
      "apps/server/src/features/controllers/controllers.test.ts",
    ],
  },
  {
    name: "an opening for a visit is told as an app's",
    file: "apps/server/src/features/doors/door-facts.ts",
    find: 'return "CODE";',
    put: 'return "APP";',
    tests: [
      "apps/server/src/features/visits/visit-door.test.ts",
      "apps/server/src/features/doors/doors.routes.test.ts",
    ],
  },
];
