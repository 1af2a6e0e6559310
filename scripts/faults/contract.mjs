// @ts-check

/** @type {readonly import("../plant.mjs").Fault[]} */
export const contract = [
  {
    name: "a leader decides for the apartment next door",
    file: "packages/contract/src/lib/policy.ts",
    find: "return place.apartmentId !== undefined && place.apartmentId === space.apartmentId;",
    put: "return place.apartmentId !== undefined;",
    tests: ["packages/contract/src/lib/policy.test.ts"],
  },
  {
    name: "a permission of one building holds in another",
    file: "packages/contract/src/lib/policy.ts",
    find: "space.buildingId === place.buildingId && reaches",
    put: "reaches",
    tests: ["packages/contract/src/lib/policy.test.ts"],
  },
  {
    name: "the lobby gets the panel of the door",
    file: "packages/contract/src/lib/policy.ts",
    find: '"calls.door-panel":                 ["self",      "self",     "self",     "no",',
    put: '"calls.door-panel":                 ["self",      "self",     "self",     "self",',
    tests: ["packages/contract/src/lib/policy.test.ts"],
  },
  {
    name: "the telephone of who asks for access carries no mark",
    file: "packages/contract/src/access-requests/access-requests.contract.ts",
    find: 'phone: personal("contact", z.string()),',
    put: "phone: z.string(),",
    tests: ["packages/contract/src/personal-marks.test.ts"],
  },
];
