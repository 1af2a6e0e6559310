// @ts-check

const quiet = ["apps/server/src/features/notifications/quiet-hours.test.ts"];
const notices = ["apps/server/src/features/notice-rules/notices.test.ts"];

/** @type {readonly import("../plant.mjs").Fault[]} */
export const noticeRules = [
  {
    name: "quiet hours hold a call and an alarm too",
    file: "apps/server/src/features/notifications/push-kinds.ts",
    find: 'pushKinds[kind].inQuietHours === "waits"',
    put: 'pushKinds[kind].inQuietHours !== ("never" as string)',
    tests: quiet,
  },
  {
    name: "what waited is told in hours that are quiet again",
    file: "apps/server/src/features/notifications/quiet-clock.ts",
    find: "people.filter((userId) => !quiet.has(userId)),",
    put: "people,",
    tests: quiet,
  },
  {
    name: "somebody's coming is told before they said yes",
    file: "apps/server/src/features/notice-rules/who-hears.queries.ts",
    find: "and watches.state = 'allowed'",
    put: "and watches.state <> 'refused'",
    tests: notices,
  },
  {
    name: "an owner who lives elsewhere is told of who lives there",
    file: "apps/server/src/features/notice-rules/home-notices.service.ts",
    find: "if (!home) {",
    put: 'if (!home && apartmentId === "") {',
    tests: notices,
  },
  {
    name: "whoever has no account is answered for by anybody of the home",
    file: "apps/server/src/features/notice-rules/home-notices.service.ts",
    find: 'space.apartmentId === apartmentId && space.role === "RESIDENTE_LIDER"',
    put: "space.apartmentId === apartmentId",
    tests: notices,
  },
  {
    name: "a ring's notification is forgotten because another was looked at meanwhile",
    file: "apps/web/src/features/notifications/orderly-shelf.ts",
    find: "const done = last.then(work, work);",
    put: "const done = work();",
    tests: ["apps/web/src/features/notifications/push-worker.test.ts"],
  },
];
