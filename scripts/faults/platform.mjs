// @ts-check

/** @type {readonly import("../plant.mjs").Fault[]} */
export const platform = [
  {
    name: "whoever belongs to no building learns that it exists",
    file: "apps/server/src/platform/gate.ts",
    find: "if (found === null || !belongsTo(actor, found.buildingId)) {",
    put: "if (found === null) {",
    tests: ["apps/server/src/policy-matrix.test.ts"],
  },
  {
    name: "a permission holds anywhere once it holds somewhere",
    file: "apps/server/src/platform/gate.ts",
    find: "if (!may(actor, permission, found)) {",
    put: "if (!maySomewhere(actor, permission)) {",
    tests: ["apps/server/src/policy-matrix.test.ts"],
  },
  {
    name: "a stranger acts in somebody else's call",
    file: "apps/server/src/platform/gate.ts",
    find: "(parties.callerId !== actor.id && parties.calleeId !== actor.id)",
    put: "false",
    tests: ["apps/server/src/features/calls/call-moves.test.ts"],
  },
  {
    name: "a signed address of a picture never runs out",
    file: "apps/server/src/platform/signed-address.ts",
    find: "until >= this.#clock.now().getTime()",
    put: "until > 0",
    tests: [
      "apps/server/src/features/users/profile.routes.test.ts",
      "apps/server/src/platform/kept-pictures.test.ts",
    ],
  },
  {
    name: "a signature of one picture opens another",
    file: "apps/server/src/platform/signed-address.ts",
    find: "fileId}:",
    put: "until}:",
    tests: [
      "apps/server/src/features/users/profile.routes.test.ts",
      "apps/server/src/platform/kept-pictures.test.ts",
    ],
  },
  {
    name: "a picture keeps its metadata and its size",
    file: "apps/server/src/platform/pictures.ts",
    find: ".autoOrient()",
    put: "",
    tests: [
      "apps/server/src/platform/pictures.test.ts",
      "apps/server/src/features/registration/hostile-uploads.test.ts",
    ],
  },
  {
    name: "a loopback route answers the whole network",
    file: "apps/server/src/platform/route.ts",
    find: "if (!cameDirectlyFromThisMachine(request)) {",
    put: "if (false as boolean) {",
    tests: ["apps/server/src/app.test.ts"],
  },
  {
    name: "a proof of a push is taken for anything",
    file: "apps/server/src/platform/push-proofs.ts",
    find: "claimed === purpose && until",
    put: "until",
    tests: ["apps/server/src/platform/push-proofs.test.ts"],
  },
  {
    name: "a message of nobody's is heard",
    file: "apps/server/src/platform/messages.ts",
    find: "if (!entry || payload.length > 1) {",
    put: "if (!entry) {",
    tests: ["apps/server/src/app.test.ts", "apps/server/src/features/calls/calls.routes.test.ts"],
  },
  {
    name: "a proof of a push never runs out",
    file: "apps/server/src/platform/push-proofs.ts",
    find: "until >= this.#clock.now().getTime() ?",
    put: "until > 0 ?",
    tests: ["apps/server/src/platform/push-proofs.test.ts"],
  },
];
