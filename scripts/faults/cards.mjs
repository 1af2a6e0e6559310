// @ts-check

/** @type {readonly import("../plant.mjs").Fault[]} */
export const cards = [
  {
    name: "a card is given to somebody who was not validated",
    file: "apps/server/src/features/cards/card-holders.ts",
    find: "if (!user.verified) {",
    put: "if (user.verified === undefined) {",
    tests: ["apps/server/src/features/cards/cards.routes.test.ts"],
  },
  {
    name: "a tag is given twice",
    file: "apps/server/src/features/cards/cards.service.ts",
    find: '    if (!inserted) {\n      throw new Refused("CARD_TAKEN");\n    }',
    put: "    if (!inserted) {\n      return { id: wanted.userId, tag, type: wanted.type, active: true, lastTimeUsed: null };\n    }",
    tests: ["apps/server/src/features/cards/cards.routes.test.ts"],
  },
  {
    name: "deleting a card leaves no line in the audit with whose it was",
    file: "apps/server/src/features/cards/cards.service.ts",
    find: "detail: { userId: card.userId },",
    put: "detail: { userId: actor.id },",
    tests: ["apps/server/src/features/cards/cards.routes.test.ts"],
  },
  {
    name: "a tag that is no hexadecimal number is taken",
    file: "apps/server/src/features/cards/cards.service.ts",
    find: "if (tag === null) {",
    put: 'if (tag === "") {',
    tests: ["apps/server/src/features/cards/cards.routes.test.ts"],
  },
  {
    name: "a read tag goes to who may not administer any more",
    file: "apps/server/src/features/cards/reader-setups.ts",
    find: 'if (!setup || !actor || !may(actor, "buildings.administer", { buildingId })) {',
    put: "if (!setup || !actor) {",
    tests: ["apps/server/src/features/cards/reader-setups.test.ts"],
  },
];
