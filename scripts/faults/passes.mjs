// @ts-check

const atDesk = ["apps/server/src/features/passes/pass-desk.test.ts"];
const lists = ["apps/server/src/features/passes/guest-list.test.ts"];

/** @type {readonly import("../plant.mjs").Fault[]} */
export const passes = [
  {
    name: "two desks let in the same person of a list",
    file: "apps/server/src/features/passes/enter-by-pass.ts",
    find: "await refuseUnlessAwaited(trx, passId, nameId);",
    put: "",
    tests: ["apps/server/src/features/passes/party-names.test.ts"],
  },
  {
    name: "a controller counts one person of a list twice",
    file: "apps/server/src/features/passes/pass-names.queries.ts",
    find: 'eb("claim_id", "is", null),',
    put: 'eb("claim_id", "is not", null),\n        eb("claim_id", "is", null),',
    tests: ["apps/server/src/features/passes/party-names.test.ts"],
  },
  {
    name: "whoever came is taken off a party's list",
    file: "apps/server/src/features/passes/name-list.ts",
    find: "left.some(({ cameAt }) => cameAt !== null) ? null : list",
    put: "list",
    tests: ["apps/server/src/features/passes/name-list.test.ts"],
  },
  {
    name: "a guest comes in by a pass that ended while they stood at the desk",
    file: "apps/server/src/features/passes/enter-by-pass.ts",
    find: "await refuseUnlessHolds(services, trx, desk, pass, people);",
    put: "",
    tests: atDesk,
  },
  {
    name: "one press at a desk counts twice",
    file: "apps/server/src/features/passes/enter-by-pass.ts",
    find: "const isKnown = await isSameMovement(trx, movement);",
    put: "const isKnown = false as boolean;",
    tests: atDesk,
  },
  {
    name: "a press of somebody else's counts as one's own",
    file: "apps/server/src/features/passes/pass-movements.ts",
    find: "(before.byUser ?? byUser) === byUser",
    put: "true",
    tests: atDesk,
  },
  {
    name: "a building that asks for a document lets in without one",
    file: "apps/server/src/features/passes/enter-by-pass.ts",
    find: 'asks.document === "must" && !given.document',
    put: 'asks.document === "must" && !given.picture',
    tests: atDesk,
  },
  {
    name: "a picture is kept that the building does not ask for",
    file: "apps/server/src/features/passes/enter-by-pass.ts",
    find: 'asks === "no" || sent === undefined',
    put: "sent === undefined",
    tests: atDesk,
  },
  {
    name: "a pass of another building is let in",
    file: "apps/server/src/features/passes/pass-desk.queries.ts",
    find: '.where("passes.building_id", "=", buildingId)\n    .where((eb) =>',
    put: ".where((eb) =>",
    tests: atDesk,
  },
  {
    name: "more guests go out than are inside",
    file: "apps/server/src/features/passes/leave-by-pass.ts",
    find: "const inside = pass.entered - pass.left;",
    put: "const inside = pass.entered;",
    tests: atDesk,
  },
  {
    name: "codes of passes are guessed besides those of visits",
    file: "apps/server/src/features/passes/find-pass.ts",
    find: "{ actor, buildingId },",
    put: "{ actor: { id: buildingId }, buildingId },",
    tests: atDesk,
  },
  {
    name: "a visit's code typed at the desk's field counts as a wrong one",
    file: "apps/server/src/features/passes/find-pass.ts",
    find: "(await isCodeOfVisit(services, typed))",
    put: "((await isCodeOfVisit(services, typed)) && false)",
    tests: atDesk,
  },
  {
    name: "a guest whose hours are over stands among the others",
    file: "apps/server/src/features/passes/guest-list.ts",
    find: "!holdsAt(hours, local, isHoliday)",
    put: "holdsAt(hours, local, isHoliday)",
    tests: lists,
  },
  {
    name: "who went out is inside for good",
    file: "apps/server/src/features/passes/pass-desk.queries.ts",
    find: "passes.entered > passes.went_out",
    put: "passes.entered > 0",
    tests: lists,
  },
  {
    name: "a pass is expected on a day that its hours do not have",
    file: "apps/server/src/features/passes/pass-desk.queries.ts",
    find: '.where((eb) => eb.or([eb("passes.hours", "is", null), eb("today.id", "is not", null)]))',
    put: "",
    tests: lists,
  },
  {
    name: "a face under a legal hold runs out with the others",
    file: "apps/server/src/features/passes/pass-desk.queries.ts",
    find: 'isNotHeld("passes.made_by")',
    put: "sql`true`",
    tests: lists,
  },
  {
    name: "a controller that is away lets everybody in",
    file: "apps/server/src/features/passes/enter-by-pass.ts",
    find: 'decided === "away"',
    put: "false as boolean",
    tests: ["apps/server/src/features/passes/pass-decider.test.ts"],
  },
];
