// @ts-check

/** @type {readonly import("../plant.mjs").Fault[]} */
export const controller = [
  {
    name: "an order moves a relay after its time",
    file: "apps/controller/src/features/doors/doors.feature.ts",
    find: "if (timeLeft <= 0) {",
    put: "if (timeLeft <= -1_000_000) {",
    tests: ["apps/controller/src/features/doors/doors.feature.test.ts"],
  },
  {
    name: "an order that waited behind a slow relay moves late",
    file: "apps/controller/src/features/doors/doors.feature.ts",
    find: '    if (clock.now() >= deadline) {\n      return "expired";\n    }',
    put: "",
    tests: ["apps/controller/src/features/doors/doors.feature.test.ts"],
  },
  {
    name: "an order is obeyed twice",
    file: "apps/controller/src/features/doors/doors.feature.ts",
    find: "    if (seen) {\n      return seen.outcome;\n    }",
    put: "",
    tests: ["apps/controller/src/features/doors/doors.feature.test.ts"],
  },
  {
    name: "an order that the process before obeyed is obeyed again",
    file: "apps/controller/src/features/doors/doors.feature.ts",
    find: "    if (before) {\n      return before;\n    }",
    put: "",
    tests: ["apps/controller/src/features/doors/doors.feature.test.ts", "apps/controller/src/kills.test.ts"],
  },
  {
    name: "a full disk locks people out",
    file: "apps/controller/src/features/doors/doors.feature.ts",
    find: 'log.error({ err: error, openingId: move.openingId }, "a move could not be written down beforehand");',
    put: "throw error;",
    tests: ["apps/controller/src/features/doors/doors.feature.test.ts"],
  },
  {
    name: "a pulse never ends",
    file: "apps/controller/src/features/doors/pulsed-relay.ts",
    find: "this.#cancelEnd = this.#clock.after(pulseMs, () => this.#shut());",
    put: "",
    tests: ["apps/controller/src/features/doors/pulsed-relay.test.ts"],
  },
  {
    name: "a relay that is stopped keeps its current",
    file: "apps/controller/src/features/doors/pulsed-relay.ts",
    find: "    this.#watchdog = undefined;\n    this.#coil.cut();\n  }",
    put: "    this.#watchdog = undefined;\n  }",
    tests: ["apps/controller/src/features/doors/pulsed-relay.test.ts"],
  },
  {
    name: "nothing shuts a relay that never answers",
    file: "apps/controller/src/features/doors/pulsed-relay.ts",
    find: "this.#watch(pulseMs + WATCHDOG_ANSWER_MS);",
    put: "",
    tests: ["apps/controller/src/features/doors/pulsed-relay.test.ts"],
  },
  {
    name: "a move that a crash interrupted is not told",
    file: "apps/controller/src/features/doors/doors.feature.ts",
    find: "facts.record(factOf(move), () => moves.giveUp(move.openingId));",
    put: "moves.giveUp(move.openingId);",
    tests: ["apps/controller/src/features/doors/doors.feature.test.ts"],
  },
];
