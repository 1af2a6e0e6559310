// @ts-check

/** @type {readonly import("../plant.mjs").Fault[]} */
export const users = [
  {
    name: "a leader removes an owner",
    file: "apps/server/src/features/users/members.service.ts",
    find: 'may(actor, "access-requests.decide-owners", home) ||\n  !roles',
    put: "true ||\n  !roles",
    tests: ["apps/server/src/features/users/members.test.ts"],
  },
  {
    name: "somebody removes themselves",
    file: "apps/server/src/features/users/members.service.ts",
    find: "if (userId === actor.id) {",
    put: 'if (userId === "") {',
    tests: ["apps/server/src/features/users/members.test.ts"],
  },
  {
    name: "a removed person is still told to belong",
    file: "apps/server/src/features/users/members.queries.ts",
    find: 'await trx.updateTable("spaces").set({ status: "ENDED", ended_at: now }).where("id", "in", ids).execute();',
    put: 'await trx.updateTable("spaces").set({ ended_at: now }).where("id", "in", ids).execute();',
    tests: ["apps/server/src/features/users/members.test.ts"],
  },
  {
    name: "an apartment stays active without anybody who leads it",
    file: "apps/server/src/features/users/members.service.ts",
    find: "await refreshActive(trx, where.apartmentId, now);",
    put: "",
    tests: ["apps/server/src/features/users/members.test.ts"],
  },
  {
    name: "whoever is removed is not told",
    file: "apps/server/src/features/users/members.service.ts",
    find: "    await writeRemoval(services, trx, {\n      ...found.home,",
    put: "    void (async () => ({}))();\n    void ({\n      ...found.home,",
    tests: ["apps/server/src/features/auth/standing.test.ts"],
  },
  {
    name: "faces of a family are shown without a line in the audit",
    file: "apps/server/src/features/users/members.service.ts",
    find: "if (faces > 0) {",
    put: "if (faces < 0) {",
    tests: ["apps/server/src/features/users/members.test.ts"],
  },
  {
    name: "a stay ends only when somebody looks",
    file: "apps/server/src/features/users/members.queries.ts",
    find: '.where("ends_at", "<=", now)',
    put: '.where("ends_at", ">", now)',
    tests: ["apps/server/src/features/users/members.test.ts"],
  },
];
