// @ts-check

/** @type {readonly import("../plant.mjs").Fault[]} */
export const audit = [
  {
    name: "a line of the audit is sealed without the one before it",
    file: "apps/server/src/features/audit/audit-chain.ts",
    find: 'before?.toString("hex") ?? "",',
    put: '"",',
    tests: ["apps/server/src/features/audit/audit-chain.test.ts"],
  },
  {
    name: "a line of the audit may move to another chain",
    file: "apps/server/src/features/audit/audit-chain.ts",
    find: "    chain,\n    String(position),",
    put: "    String(position),",
    tests: ["apps/server/src/features/audit/audit-chain.test.ts"],
  },
  {
    name: "who did it is not part of the seal",
    file: "apps/server/src/features/audit/audit-chain.ts",
    find: 'actorId ?? "",',
    put: '"",',
    tests: ["apps/server/src/features/audit/audit-chain.test.ts"],
  },
];
