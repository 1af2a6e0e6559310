import type { Tables } from "./tables.ts";

/**
 * Which room a table belongs to: it alone writes it, and it alone may read it but for what `readElsewhere` allows.
 * Others ask its functions, or read a view that it offers (`livingSpaces` of the room `spaces`).
 */
export const tableOwners = {
  settings: "platform",
  files: "platform",
  attempts: "platform",
  write_probes: "platform",
  backup_runs: "platform",
  buildings: "buildings",
  towers: "buildings",
  floors: "buildings",
  apartments: "buildings",
  users: "accounts",
  user_identities: "accounts",
  user_search: "users",
  people_seen: "users",
  invitations: "users",
  invitation_cards: "users",
  terms_acceptances: "registration",
  registration_claims: "registration",
  sessions: "auth",
  sign_in_networks: "auth",
  second_factors: "auth",
  passkeys: "auth",
  passkey_challenges: "auth",
  recovery_codes: "auth",
  recovery_requests: "auth",
  link_tokens: "auth",
  kiosks: "kiosks",
  shift_pins: "kiosks",
  shift_pin_failures: "kiosks",
  spaces: "spaces",
  card_holders: "spaces",
  controllers: "controllers",
  controller_absences: "controllers",
  facts_set_aside: "controllers",
  former_devices: "controllers",
  cameras: "cameras",
  doors: "doors",
  inputs: "inputs",
  door_cameras: "doors",
  door_orders: "doors",
  door_free_periods: "doors",
  door_leaves: "doors",
  favourite_doors: "doors",
  open_door_events: "doors",
  calls: "calls",
  call_legs: "calls",
  blocked_callers: "calls",
  lobby_favourites: "calls",
  visitors: "calls",
  visits: "visits",
  push_devices: "notifications",
  bell_tests: "notifications",
  bell_test_devices: "notifications",
  outbox: "notifications",
  audit_lines: "audit",
  audit_values: "audit",
  audit_seals: "audit",
  audit_unsealed: "audit",
  files_keys: "audit",
  access_entries: "access-control",
  access_heads: "access-control",
  access_events: "access-control",
  access_stale: "access-control",
  alarms: "alarms",
  alarm_people: "alarms",
  intrusion_events: "alarms",
  intrusion_pictures: "alarms",
  door_pins: "access-control",
  cards: "cards",
  reader_setups: "cards",
  access_schedules: "access-control",
  access_levels: "access-control",
  access_level_doors: "access-control",
  access_grants: "access-control",
  building_holidays: "access-control",
  legal_holds: "personal-data",
} as const satisfies Record<keyof Tables, string>;

/** A room that owns tables, or reads those of others alone. */
type Room = (typeof tableOwners)[keyof Tables] | "access-requests";

const PEOPLE = "names whom its rows are about";
const PLACES = "names where its rows are about";
const HISTORY = "a building that anything belongs to, or that has a past, is not deleted";

/**
 * Which rooms read a table of another in a query of their own, and why it is not asked of the owner: mostly because a
 * list that is searched, sorted and cut into pages is one query. A reason that is needed no longer has to be taken
 * out (a test sees to it), so that this only gets shorter.
 */
export const readElsewhere: Partial<Record<keyof Tables, Partial<Record<Room, string>>>> = {
  users: {
    "access-control": PEOPLE,
    "access-requests": PEOPLE,
    alarms: PEOPLE,
    audit: PEOPLE,
    auth: "who signs in: password, kind and state of the account are decided about together with the session",
    buildings: "an import looks for the accounts of its rows, and a bell names whom it rings",
    calls: PEOPLE,
    cards: PEOPLE,
    doors: PEOPLE,
    kiosks: PEOPLE,
    "personal-data": PEOPLE,
    platform: "what somebody is called is looked for in the lists of events of all rooms",
    registration: "whoever registers has an account or not, and that is decided under a lock",
    spaces: "who may do something somewhere is active",
    users: "people are searched, listed and shown there, with where they are and what they hold",
    visits: PEOPLE,
  },
  buildings: {
    accounts: "pictures of documents are kept as long as their person's buildings say",
    "access-control":
      "names the building, knows how long it keeps its events, and what its list says of itself",
    "access-requests": PLACES,
    alarms: "names the building, and knows how long it keeps its events",
    audit: PLACES,
    calls: "names the building, and whether it opens by telephone",
    controllers: "hands a controller its building's siren and time zone",
    doors: PLACES,
    kiosks: PLACES,
    "personal-data": PLACES,
    registration: PLACES,
    spaces: PLACES,
    users: PLACES,
    visits: "names the building, and its day is by its own clock",
  },
  apartments: {
    "access-control": "the way home is that of the tower and the floor of a home",
    "access-requests": PLACES,
    alarms: PLACES,
    audit: PLACES,
    calls: PLACES,
    doors: PLACES,
    "personal-data": PLACES,
    registration: PLACES,
    spaces: "names the home",
    users: PLACES,
  },
  towers: {
    alarms: "an alarm says on which floor of which tower it was raised",
    calls: "the lobby's homes to ring are listed with their tower",
    doors: "a door stands in a tower, and is listed with its name",
  },
  floors: {
    alarms: "an alarm says on which floor it was raised",
    doors: "a door stands on a floor's plan",
  },
  invitations: { buildings: "an import compares its rows with who is invited already" },
  invitation_cards: { buildings: "an import compares its tags with those that are promised" },
  cards: {
    "access-control": "an access list is of cards and their holders",
    buildings: "an import compares its tags with those that are given",
    users: "people are searched and listed with their tags",
  },
  controllers: {
    buildings: "the list of buildings says which are connected",
    cameras: "a camera is watched through the controller of its building",
    doors: "a door says since when its controller is away",
  },
  cameras: {
    alarms: "an intrusion keeps the name that its camera had",
    audit: PLACES,
    buildings: HISTORY,
    controllers: "hands a controller its cameras",
    doors: "a door is listed with its cameras",
  },
  doors: {
    "access-control": "a level is one of doors, and a decision keeps the name that its door had",
    alarms: "an intrusion keeps the name that its door had",
    audit: PLACES,
    buildings: "counts doors of a building and of a floor, and keeps a floor that has one",
    cameras: "a camera is listed with its doors",
    cards: "a reader is a door's",
    controllers: "hands a controller its doors",
    inputs: "an input is listed with its door",
    "personal-data": PLACES,
  },
  inputs: {
    alarms: "what an input noticed keeps the name that it had",
    controllers: "hands a controller its inputs",
  },
  access_heads: { controllers: "compares the list that a controller has with what it should have" },
  door_cameras: {
    cameras: "a camera is listed with its doors",
    controllers: "hands a controller the cameras of each door",
  },
  door_orders: { calls: "a call is listed with whether it opened a door, which admits its caller" },
  open_door_events: { buildings: HISTORY },
  alarms: { buildings: HISTORY },
  calls: {
    buildings: HISTORY,
    doors: "an order for a door is decided about together with the call that it comes from",
  },
  visitors: { doors: "an order for a door is decided about together with the visitor whom it lets in" },
  visits: { buildings: HISTORY, calls: "a visit that was let in admits whoever calls" },
  sessions: {
    notifications: "a device is pushed to while its session is open",
  },
  kiosks: { auth: "a session at a device of the lobby is one of its building's lobby alone" },
  legal_holds: { platform: "nothing of somebody under a legal hold runs out, in whatever room" },
  files: { audit: "a database that has anything under the files' key is not opened with another" },
  second_factors: { audit: "a database that has anything under the files' key is not opened with another" },
};

/** Where a query is told its table by whoever asks, and why. */
export const namedByOthers: Record<string, string> = {
  "platform/database-role.ts": "gives the server's role its rights over the tables",
  "platform/event-pages.ts": "pages of the table of the room that asks",
  "features/personal-data/personal-rows.queries.ts":
    "somebody's rows in every table, told by one list, which the database's own foreign keys are compared with",
  "platform/kept-addresses.queries.ts":
    "closes what old versions left readable, in every column that holds a device",
  "platform/migrate.ts": "the migrations are what makes the tables",
  "platform/pictures.queries.ts":
    "a picture goes when no table points at it, which the database itself knows",
};
