// @ts-check

/** @type {readonly import("../plant.mjs").Fault[]} */
export const accessRequests = [
  {
    name: "a request is decided twice",
    file: "apps/server/src/features/access-requests/decisions.ts",
    find: 'if (request.status !== "PENDING") {',
    put: "if (false as boolean) {",
    tests: ["apps/server/src/features/access-requests/decisions.test.ts"],
  },
  {
    name: "a request is approved after its own end date",
    file: "apps/server/src/features/access-requests/decisions.ts",
    find: "request.ends_at <= at",
    put: "request.ends_at < new Date(0)",
    tests: ["apps/server/src/features/access-requests/decisions.test.ts"],
  },
  {
    name: "approving an owner leaves the apartment inactive",
    file: "apps/server/src/features/access-requests/decisions.ts",
    find: 'if (approved && verdict.kind === "owners") {',
    put: 'if (!approved && verdict.kind === "owners") {',
    tests: ["apps/server/src/features/access-requests/decisions.test.ts"],
  },
  {
    name: "a request of another apartment is decided under one's own",
    file: "apps/server/src/features/spaces/spaces.queries.ts",
    find: 'eb.or([eb("apartment_id", "=", apartmentOrBuilding), eb("building_id", "=", apartmentOrBuilding)]),',
    put: "eb.lit(true),",
    tests: ["apps/server/src/features/access-requests/decisions.test.ts"],
  },
  {
    name: "an owner's request is decided in the list of residents",
    file: "apps/server/src/features/access-requests/decisions.ts",
    find: "request === undefined || kindOfRole(request.role) !== verdict.kind",
    put: "request === undefined",
    tests: ["apps/server/src/features/access-requests/decisions.test.ts"],
  },
  {
    name: "rejecting gives the space",
    file: "apps/server/src/features/spaces/membership.queries.ts",
    find: 'status: decision.approved ? "APPROVED" : "REJECTED"',
    put: 'status: "APPROVED" as const',
    tests: ["apps/server/src/features/access-requests/decisions.test.ts"],
  },
  {
    name: "the faces in a list of requests are shown without a line in the audit",
    file: "apps/server/src/features/access-requests/decisions.ts",
    find: "if (first && faces > 0) {",
    put: "if (first && faces < 0) {",
    tests: ["apps/server/src/features/access-requests/decisions.test.ts"],
  },
  {
    name: "a decision leaves no line in the audit with who made it",
    file: "apps/server/src/features/access-requests/decisions.ts",
    find: 'action: approved ? "access-requests.approved" : "access-requests.rejected"',
    put: 'action: "access-requests.approved"',
    tests: ["apps/server/src/features/access-requests/decisions.test.ts"],
  },
  {
    name: "what an owner says of living there is lost on the way to the database",
    file: "apps/server/src/features/spaces/membership.queries.ts",
    find: '  livesHere: "lives_here",\n',
    put: "",
    tests: ["apps/server/src/features/registration/optional-fields.test.ts"],
  },
];
