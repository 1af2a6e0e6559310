// @ts-check

/** @type {readonly import("../plant.mjs").Fault[]} */
export const visits = [
  {
    name: "a code is authorised a second time",
    file: "apps/server/src/features/visits/visits.queries.ts",
    find: '    .where("authorised_at", "is", null)\n    .where("replaced_at", "is", null)\n    .returning("id")',
    put: '    .where("replaced_at", "is", null)\n    .returning("id")',
    tests: ["apps/server/src/features/visits/verify-code.test.ts"],
  },
  {
    name: "a code of another building is good here",
    file: "apps/server/src/features/visits/visits.queries.ts",
    find: '    .where("visits.building_id", "=", buildingId)\n    .where("visits.code_digest"',
    put: '    .where("visits.code_digest"',
    tests: ["apps/server/src/features/visits/verify-code.test.ts"],
  },
  {
    name: "yesterday's code is good today",
    file: "apps/server/src/features/visits/visits.queries.ts",
    find: '    .where("visits.expires_at", ">", now)\n',
    put: "",
    tests: ["apps/server/src/features/visits/verify-code.test.ts"],
  },
  {
    name: "a door is opened for a visit that was not authorised",
    file: "apps/server/src/features/visits/visits.queries.ts",
    find: '    .where("authorised_at", "is not", null)\n',
    put: "",
    tests: ["apps/server/src/features/visits/visit-door.test.ts"],
  },
  {
    name: "a door is opened for yesterday's visit",
    file: "apps/server/src/features/visits/visits.queries.ts",
    find: '    .where("authorised_at", "is not", null)\n    .where("expires_at", ">", now)',
    put: '    .where("authorised_at", "is not", null)',
    tests: ["apps/server/src/features/visits/visit-door.test.ts"],
  },
  {
    name: "a door is opened for another building's visit",
    file: "apps/server/src/features/visits/visits.queries.ts",
    find: '    .where("id", "=", visitId)\n    .where("building_id", "=", buildingId)',
    put: '    .where("id", "=", visitId)',
    tests: ["apps/server/src/features/visits/visit-door.test.ts"],
  },
  {
    name: "a doorman whose time ran out is told of visits",
    file: "apps/server/src/features/visits/visits.queries.ts",
    find: ".selectFrom(livingSpaces(now))",
    put: '.selectFrom("spaces")',
    tests: ["apps/server/src/spaces-that-ran-out.test.ts"],
  },
  {
    name: "a code is shown without a line in the audit",
    file: "apps/server/src/features/visits/verify-code.ts",
    find: 'action: "visits.shown",',
    put: 'action: "visits.authorised",',
    tests: ["apps/server/src/features/visits/verify-code.test.ts"],
  },
  {
    name: "a person repeats somebody else's authorisation",
    file: "apps/server/src/features/visits/verify-code.ts",
    find: "requestId !== undefined && row.requestId === requestId && row.authoriserId === actor.id",
    put: "requestId === undefined || row.requestId === requestId",
    tests: ["apps/server/src/features/visits/verify-code.test.ts"],
  },
  {
    name: "a device is shown the code that another one was given",
    file: "apps/server/src/features/visits/visits.queries.ts",
    find: '    .where("device_digest", "=", deviceDigest)\n',
    put: "",
    tests: ["apps/server/src/features/visits/ask-for-code.test.ts"],
  },
  {
    name: "the digest of a code is the same in every building",
    file: "apps/server/src/platform/code-pool.ts",
    find: "where.buildingId, where.day, code",
    put: "where.day, code",
    tests: ["apps/server/src/features/visits/visit-codes.test.ts"],
  },
  {
    name: "the digest of a code is the same every day",
    file: "apps/server/src/platform/code-pool.ts",
    find: "where.buildingId, where.day, code",
    put: "where.buildingId, code",
    tests: ["apps/server/src/features/visits/visit-codes.test.ts"],
  },
];
