// @ts-check

/** @type {readonly import("../plant.mjs").Fault[]} */
export const alarms = [
  {
    name: "an alarm of another building is closed under one's own building's id",
    file: "apps/server/src/features/alarms/alarms.queries.ts",
    find: '    .where("id", "=", alarmId)\n    .where("building_id", "=", buildingId)\n    .forUpdate()',
    put: '    .where("id", "=", alarmId)\n    .forUpdate()',
    tests: ["apps/server/src/features/alarms/alarm-guards.test.ts"],
  },
  {
    name: "an alarm of another building is read under one's own building's id",
    file: "apps/server/src/features/alarms/alarms.queries.ts",
    find: '    .where("alarms.id", "=", alarmId)\n    .where("alarms.building_id", "=", buildingId)',
    put: '    .where("alarms.id", "=", alarmId)',
    tests: ["apps/server/src/features/alarms/alarm-guards.test.ts"],
  },
  {
    name: "an alarm is closed while it sounds",
    file: "apps/server/src/features/alarms/alarms.service.ts",
    find: "if (alarm.silencedAt === null) {",
    put: "if (false as boolean) {",
    tests: ["apps/server/src/features/alarms/alarms.test.ts"],
  },
  {
    name: "an alarm is closed a second time",
    file: "apps/server/src/features/alarms/alarms.service.ts",
    find: "if (alarm.closedAt !== null) {",
    put: "if (alarm.closedAt === undefined) {",
    tests: ["apps/server/src/features/alarms/alarms.test.ts"],
  },
  {
    name: "'Entendido' leaves no line in the audit",
    file: "apps/server/src/features/alarms/alarms.service.ts",
    find: "    if (seen) {",
    put: "    if (!seen) {",
    tests: ["apps/server/src/features/alarms/alarm-guards.test.ts"],
  },
  {
    name: "silencing one building silences all",
    file: "apps/server/src/features/alarms/alarms.queries.ts",
    find: '    .where("building_id", "=", buildingId)\n    .where("silenced_at", "is", null)\n    .returning("id")',
    put: '    .where("silenced_at", "is", null)\n    .returning("id")',
    tests: ["apps/server/src/features/alarms/alarm-guards.test.ts"],
  },
  {
    name: "who was removed, or whose space ran out, hears the alarms of the building",
    file: "apps/server/src/features/alarms/alarm-hearers.queries.ts",
    find: ".selectFrom(livingSpaces(now))",
    put: '.selectFrom("spaces")',
    tests: ["apps/server/src/features/alarms/alarm-messages.test.ts"],
  },
  {
    name: "a drill does not say that it is one",
    file: "apps/server/src/features/alarms/alarm-words.ts",
    find: "drill ? `Simulacro",
    put: "drill && false ? `Simulacro",
    tests: ["apps/server/src/features/alarms/alarm-messages.test.ts"],
  },
  {
    name: "whoever joins an alarm sends its messages outside again",
    file: "apps/server/src/features/alarms/alarm-hearers.queries.ts",
    find: 'or("told.alarm_id", "=", alarmId),',
    put: 'or("told.alarm_id", "=", userId),',
    tests: ["apps/server/src/features/alarms/alarm-messages.test.ts"],
  },
  {
    name: "an alarm that nobody was told of is never told",
    file: "apps/server/src/features/alarms/alarm-clock.ts",
    find: "changedAt.getTime() < now - UNTOLD_AFTER_MS",
    put: "changedAt.getTime() > now - UNTOLD_AFTER_MS",
    tests: ["apps/server/src/features/alarms/alarms.test.ts"],
  },
  {
    name: "a drill frees the ways out",
    file: "apps/server/src/features/alarms/alarm-doors.ts",
    find: 'alarm.event !== "EMERGENCY" || alarm.drill ||',
    put: 'alarm.event !== "EMERGENCY" ||',
    tests: ["apps/server/src/features/alarms/alarm-doors.test.ts"],
  },
];
