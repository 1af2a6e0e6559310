// @ts-check

/** @type {readonly import("../plant.mjs").Fault[]} */
export const controllers = [
  {
    name: "a fact is kept twice when it is told twice",
    file: "apps/server/src/features/controllers/facts.service.ts",
    find: "if (told.seq === last + 1) {",
    put: "if (told.seq <= last + 1) {",
    tests: ["apps/server/src/features/controllers/facts.test.ts"],
  },
  {
    name: "a fact that came too early is skipped for good",
    file: "apps/server/src/features/controllers/facts.service.ts",
    find: "if (told.seq === last + 1) {",
    put: "if (told.seq > last) {",
    tests: ["apps/server/src/features/controllers/facts.test.ts"],
  },
  {
    name: "people are told of a fact before it is kept",
    file: "apps/server/src/features/controllers/facts.service.ts",
    find: "          tells.push(tell);",
    put: "          tell();",
    tests: ["apps/server/src/features/doors/presses.test.ts"],
  },
  {
    name: "of facts whose transaction is done again people are told twice",
    file: "apps/server/src/features/controllers/facts.service.ts",
    find: "const tells: (() => void)[] = [];",
    put: 'const { tells } = Object.assign(batch, { tells: Reflect.get(batch, "tells") ?? [] });',
    tests: ["apps/server/src/at-the-same-moment.test.ts"],
  },
  {
    name: "a controller is told that facts are kept which are not",
    file: "apps/server/src/features/controllers/facts.service.ts",
    find: "if (last !== row.acknowledged) {",
    put: "if (last === row.acknowledged) {",
    tests: ["apps/server/src/features/controllers/facts.test.ts"],
  },
  {
    name: "a fact that cannot be kept holds back those behind it",
    file: "apps/server/src/features/controllers/facts.service.ts",
    find: "if (faultOfFact(error) === null) {",
    put: "if (faultOfFact(error) !== undefined) {",
    tests: ["apps/server/src/features/controllers/facts-set-aside.test.ts"],
  },
  {
    name: "a fact is set aside because the server is ill",
    file: "apps/server/src/features/controllers/facts-set-aside.ts",
    find: "return REFUSES_CONTENT.test(state) ?",
    put: 'return state !== "" ?',
    tests: ["apps/server/src/features/controllers/facts-set-aside.test.ts"],
  },
];
