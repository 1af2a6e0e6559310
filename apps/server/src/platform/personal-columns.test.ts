import { readFile } from "node:fs/promises";
import type { PersonalKind } from "@umbral/contract/lib/personal";
import { describe, expect, it } from "vitest";

/*
 * Which columns hold what the contract marks as personal where it travels. A column that looks personal by its name and
 * stands not here makes this fail: whoever adds one says what it tells of a person, or why it tells nothing.
 */
const columns: Readonly<Record<string, PersonalKind | `of nobody: ${string}`>> = {
  "users.name": "identity",
  "users.called": "identity",
  "users.alias": "identity",
  "users.cedula": "identity",
  "users.document_type": "identity",
  "users.email": "contact",
  "users.phone": "contact",
  "users.photo_file_id": "image",
  "users.password_hash": "secret",
  "users.token_firebase": "secret",
  "user_search.name_key": "identity",
  "user_search.words": "identity",
  "user_identities.photo_file_id": "image",
  "user_identities.front_file_id": "image",
  "user_identities.back_file_id": "image",
  "invitations.name": "identity",
  "invitations.cedula": "identity",
  "invitations.document_type": "identity",
  "invitations.email": "contact",
  "invitations.phone": "contact",
  "invitations.code_way": "of nobody: by mail or SMS",
  "invitations.code_digest": "secret",
  "invitations.token_hash": "secret",
  "invitation_cards.tag": "movement",
  "cards.tag": "movement",
  "link_tokens.email": "contact",
  "link_tokens.token_hash": "secret",
  "recovery_requests.cedula": "identity",
  "recovery_requests.network": "movement",
  "recovery_codes.digest": "secret",
  "registration_claims.code_digest": "secret",
  "second_factors.secret": "secret",
  "sessions.user_agent": "movement",
  "sign_in_networks.network": "movement",
  "terms_acceptances.address": "movement",
  "outbox.recipient": "contact",
  // Sealed: what a message says, links and codes too.
  "outbox.words": "secret",
  "push_devices.name": "movement",
  "push_devices.token": "secret",
  "push_devices.token_hash": "secret",
  "bell_test_devices.name": "movement",
  "visitors.name": "identity",
  "visitors.photo_file_id": "image",
  "visitors.document_file_id": "image",
  "visits.photo_file_id": "image",
  "visits.closed_code": "secret",
  "visits.code_digest": "secret",
  "visits.device_digest": "movement",
  "access_entries.body": "movement",
  "door_pins.digest": "secret",
  "kiosks.code_digest": "secret",
  "shift_pin_failures.document_digest": "identity",
  "access_events.tag": "movement",
  // As it was told, a card's tag too; for 90 days.
  "facts_set_aside.body": "movement",
  "access_events.picture_file_id": "image",
  "open_door_events.picture_file_id": "image",
  "intrusion_pictures.file_id": "image",
  // Names and values of persons lie here and not in the lines, so that somebody can be forgotten.
  "audit_values.value": "identity",
  "passkeys.name": "of nobody: of a thing, as its owner calls it",
  "apartments.name": "of nobody: of a place",
  "apartments.address": "of nobody: where a home lies, not whose it is",
  "buildings.name": "of nobody: of a place",
  "buildings.address1": "of nobody: of a place",
  "towers.name": "of nobody: of a place",
  "floors.name": "of nobody: of a place",
  "floors.plan_file_id": "of nobody: of a place",
  "kiosks.name": "of nobody: of a thing",
  "cameras.name": "of nobody: of a thing",
  "doors.name": "of nobody: of a thing",
  "inputs.name": "of nobody: of a thing",
  "intrusion_events.input_name": "of nobody: of a thing",
  "controllers.name": "of nobody: of a thing",
  "access_levels.name": "of nobody: of doors and hours",
  "access_schedules.name": "of nobody: of hours",
  "building_holidays.name": "of nobody: of a day",
  "access_events.door_name": "of nobody: of a thing",
  "access_entries.digest": "of nobody: tells whether two lists are the same",
  "access_heads.digest": "of nobody: tells whether two lists are the same",
  "open_door_events.door_name": "of nobody: of a thing",
  "intrusion_events.door_name": "of nobody: of a thing",
  "intrusion_events.camera_name": "of nobody: of a thing",
  "settings.name": "of nobody: of a setting",
  "controllers.pairing_code_hash": "of nobody: of a controller",
  "audit_seals.digest": "of nobody: of a line in its chain",
};

const LOOKS_PERSONAL =
  /(^|_)(name|names|alias|called|cedula|document|birth|plate|email|mail|phone|recipient|photo|picture|face|image|front|back|address|address1|network|tag|agent|password|secret|token|code|digest|words|signature|file)(_|$)/;

const snake = (name: string): string => name.replace(/([a-z0-9])([A-Z])/g, "$1_$2").toLowerCase();

/** Every column of the migrated database that holds a text or bytes, as `table.column`. */
async function textColumns(): Promise<string[]> {
  const source = await readFile(new URL("./tables.generated.ts", import.meta.url), "utf8");
  return [...source.matchAll(/export interface (\w+) \{\n([\s\S]*?)\n\}/g)]
    .filter(([, table]) => table !== "DB")
    .flatMap(([, table = "", body = ""]) =>
      [...body.matchAll(/^ {2}(\w+): (.*);$/gm)]
        .filter(([, , type = ""]) => !/boolean|number|Date|Int8/.test(type))
        .map(([, column]) => `${snake(table)}.${column}`),
    );
}

describe("a column that looks personal", () => {
  it("says what it tells of a person, or that it tells nothing", async () => {
    const all = await textColumns();
    expect(all.length).toBeGreaterThan(150);
    const looking = all.filter((column) => LOOKS_PERSONAL.test(column.slice(column.indexOf(".") + 1)));
    expect(looking.filter((column) => !(column in columns))).toEqual([]);
    // And none is named that is gone.
    expect(Object.keys(columns).filter((column) => !all.includes(column))).toEqual([]);
  });
});
