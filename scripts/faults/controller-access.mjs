// @ts-check

const ROOM = "apps/controller/src/features/access-control";

/** @type {readonly import("../plant.mjs").Fault[]} */
export const controllerAccess = [
  {
    name: "anybody on the line tells a controller who comes in",
    file: `${ROOM}/access-key.ts`,
    find: "      x !== undefined &&\n      verify(",
    put: "      x !== undefined ||\n      verify(",
    tests: [`${ROOM}/access-list.test.ts`],
  },
  {
    name: "half of a new access list takes the old one's place",
    file: `${ROOM}/access-list.ts`,
    find: 'if (isLast || place === "changes-kept") {',
    put: "if (before) {",
    tests: [`${ROOM}/access-list.test.ts`],
  },
  {
    name: "an access list from before a revocation is taken again",
    file: `${ROOM}/page-rules.ts`,
    find: "epoch < kept.epoch ||",
    put: "",
    tests: [`${ROOM}/access-list.test.ts`],
  },
  {
    name: "a lost card opens for as long as the disk is full",
    file: `${ROOM}/access-list.ts`,
    find: "        this.#unwritten.set(key, body);\n",
    put: "",
    tests: [`${ROOM}/access-list.test.ts`],
  },
  {
    name: "who sets a controller's clock back comes in by an hour that is over",
    file: `${ROOM}/clock-trust.ts`,
    find: "now.wallMs < kept.wallMs",
    put: "now.wallMs < 0",
    tests: [`${ROOM}/clock-trust.test.ts`],
  },
  {
    name: "the days without the server begin anew with each power cut",
    file: `${ROOM}/server-absence.ts`,
    find: "this.#beforeMs = keptMs;",
    put: "this.#beforeMs = 0;",
    tests: [`${ROOM}/server-absence.test.ts`],
  },
  {
    name: "who holds a wrong card to a reader all day fills the disk",
    file: `${ROOM}/reading-limits.ts`,
    find: "return this.#unknown.take(now);",
    put: "return now > 0;",
    tests: [`${ROOM}/access-control.feature.test.ts`],
  },
  {
    name: "a card that a crash interrupted may have opened without a word of it",
    file: "apps/controller/src/features/doors/move-maker.ts",
    find: "known === undefined ? moves.begin(move, now) : ",
    put: "known === undefined ? undefined : ",
    tests: ["apps/controller/src/cards.test.ts"],
  },
  {
    name: "a relay is held beyond its lease",
    file: "apps/controller/src/features/doors/pulsed-relay.ts",
    find: "const lease = this.#clock.after(forMs, () => this.letGo());",
    put: "const lease = this.#clock.after(forMs, () => undefined);",
    tests: ["apps/controller/src/features/doors/pulsed-relay.test.ts"],
  },
  {
    name: "a door is free without a clock",
    file: "packages/contract/src/access-control/decision.ts",
    find: '  if (!isClockTrusted) {\n    return { mode: "normal" };\n  }\n',
    put: "",
    tests: ["packages/contract/src/access-control/decision.test.ts"],
  },
  {
    name: "who goes through a free door forces it",
    file: "apps/controller/src/features/doors/leaf-watch.ts",
    find: "before === undefined || this.#isFree ||",
    put: "before === undefined ||",
    tests: ["apps/controller/src/features/doors/leaf-watch.test.ts"],
  },
];
