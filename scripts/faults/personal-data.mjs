// @ts-check

const ERASURE = ["apps/server/src/features/personal-data/erasure.test.ts"];
const EXPORT = ["apps/server/src/features/personal-data/export.test.ts"];
const LIST = ["apps/server/src/features/personal-data/person-tables.test.ts"];
const RETENTION = ["apps/server/src/features/personal-data/retention.test.ts"];
const LIST_FILE = "apps/server/src/features/personal-data/person-tables.ts";

/** @type {readonly import("../plant.mjs").Fault[]} */
export const personalData = [
  {
    name: "whoever is erased keeps the pictures of their openings",
    file: LIST_FILE,
    find: '    erased: { emptied: ["picture_file_id"] },',
    put: '    erased: { stays: "what was seen" },',
    tests: LIST,
  },
  {
    name: "the bytes of an erased person's pictures stay",
    file: "apps/server/src/features/personal-data/erasure.service.ts",
    find: "  await removeBytes(services, erased.pictures);",
    put: "  void files;",
    tests: ERASURE,
  },
  {
    name: "an invitation of an erased person stays with their name",
    file: LIST_FILE,
    find: '    whose: { cedula: "cedula", email: "email", phone: "phone" },',
    put: '    whose: { columns: ["conflicts_with"] },',
    tests: ERASURE,
  },
  {
    name: "the note of an alarm names who was erased",
    file: "apps/server/src/features/personal-data/erasure.ts",
    find: "    await strikeOut(trx, text, struck, ERASED_NAME);",
    put: "    void text;",
    tests: ERASURE,
  },
  {
    name: "somebody is erased whatever was typed",
    file: "apps/server/src/features/personal-data/erasure.ts",
    find: "  if (!isThem(person, typed)) {",
    put: "  if (!isThem(person, person.cedula ?? typed)) {",
    tests: ERASURE,
  },
  {
    name: "a legal hold holds nobody",
    file: "apps/server/src/features/personal-data/erasure.ts",
    find: "  if (await findHold(trx, userId)) {",
    put: "  if (false as boolean) {",
    tests: ERASURE,
  },
  {
    name: "a legal hold does not keep a document",
    file: "apps/server/src/features/accounts/identities.queries.ts",
    find: '    .where(isNotHeld("user_identities.user_id"))\n',
    put: "",
    tests: RETENTION,
  },
  {
    name: "a legal hold keeps no pictures of what somebody did",
    file: "apps/server/src/platform/legal-holds.ts",
    find: "where legal_holds.user_id = ",
    put: "where legal_holds.placed_by = ",
    tests: RETENTION,
  },
  {
    name: "somebody's own data is handed over without their password",
    file: "apps/server/src/features/personal-data/export.service.ts",
    find: "const { passwordHash } = await askPasswordAgain(services, actor, currentPassword);",
    put: "const passwordHash = currentPassword && undefined;",
    tests: EXPORT,
  },
  {
    name: "a building takes what is kept of somebody who is elsewhere too",
    file: "apps/server/src/features/accounts/own-people.ts",
    find: "all.some((id) => !administered.includes(id))",
    put: "all.every((id) => !administered.includes(id))",
    tests: EXPORT,
  },
  {
    name: "what others looked at in another building is told",
    file: "apps/server/src/features/personal-data/personal-data.service.ts",
    find: "    buildings: administeredBy(actor),",
    put: '    buildings: administeredBy(actor) && "everywhere",',
    tests: RETENTION,
  },
];
