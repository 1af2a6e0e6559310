/**
 * The tables of the controller's store. `user_version` counts how many of these steps were taken. A step adds; one that
 * takes away what the programs before it need says so: `pragma application_id = N`, N being how many steps a program has
 * to know from then on.
 */
export const schemaSteps: readonly string[] = [
  `
  create table registration (
    only_one integer primary key check (only_one = 1),
    controller_id text not null,
    building_id text not null
  ) strict;

  create table configuration (
    only_one integer primary key check (only_one = 1),
    revision text not null,
    body text not null
  ) strict;

  -- Each time a relay was to move. The row is there before the relay moves; what came of it, after.
  create table moves (
    opening_id text primary key,
    order_id text unique,
    door_id text not null,
    action integer not null,
    origin text not null,
    -- Wall time, as facts tell it.
    at text not null,
    state text not null check (state in ('intent', 'moved', 'failed', 'expired')),
    -- The process that wrote the row, and its monotonic clock then: what "minutes ago" means for pruning.
    run text not null,
    run_ms real not null
  ) strict;

  -- What happened and the server has not acknowledged yet.
  create table facts (
    seq integer primary key,
    body text not null,
    jpeg blob
  ) strict;

  create table fact_counter (
    only_one integer primary key check (only_one = 1),
    last_seq integer not null,
    acknowledged integer not null
  ) strict;
  insert into fact_counter values (1, 0, 0);
  `,
  `
  -- Intrusions that go on, and when each was last seen to.
  create table intrusions (
    id text primary key,
    last_at text not null
  ) strict;
  `,
  `
  -- The digest of the pairing code that was tried last: it stays in the settings, and is worth nothing any more.
  create table spent_code (
    only_one integer primary key check (only_one = 1),
    digest text not null
  ) strict;
  `,
  `
  -- The server's key that signs access lists: the first that was heard is believed, and no other.
  create table access_key (
    only_one integer primary key check (only_one = 1),
    x text not null
  ) strict;

  -- Entries of access lists, beside one another: the one that is kept, and one that is arriving or was left behind.
  create table access_entries (
    list integer not null,
    key text not null,
    body text not null,
    primary key (list, key)
  ) strict, without rowid;

  -- Which of them is kept, and what it is.
  create table access_list (
    only_one integer primary key check (only_one = 1),
    list integer not null,
    epoch integer not null,
    number integer not null,
    digest text not null
  ) strict;

  -- What was last known of the time, for the process after this one. All in milliseconds.
  create table kept_time (
    only_one integer primary key check (only_one = 1),
    wall_ms real not null,
    correction_ms real not null,
    is_trusted integer not null,
    -- The run of the machine, and for how long it had been up then; null where it has no name.
    machine text,
    up_ms real not null,
    absent_ms real not null
  ) strict;
  `,
  `
  -- The keys of readers' secure channels, each by the pairing that it was made for, and encrypted with the controller's own key.
  create table reader_keys (
    pairing text primary key,
    sealed blob not null,
    -- The reader proved that it holds it.
    is_installed integer not null default 0
  ) strict;
  `,
  `
  -- Times in which a door is free. The row is there before its relay moves, and gone when the end is told.
  create table free_periods (
    id text primary key,
    door_id text not null,
    origin text not null,
    -- Wall time when it was last seen to go on.
    last_at text not null,
    state text not null check (state in ('intent', 'free'))
  ) strict;

  -- Emergencies that free doors, and until when by the server's clock: for the process after this one.
  create table emergencies (
    cause text primary key,
    until_ms real not null
  ) strict;
  `,
  `
  -- Wrong codes at each keypad that were not forgiven: how long it waits.
  create table keypads (
    door_id text primary key,
    wrong_codes integer not null
  ) strict;
  `,
  `
  -- How far the events of each board on the network are kept. The row moves in the transaction of the fact.
  create table board_events (
    serial integer primary key,
    last_index integer not null,
    -- Facts of the next event that are kept already.
    part integer not null,
    -- What the last event was.
    mark text not null,
    -- Events that the board wrote over before they were fetched.
    lost integer not null
  ) strict;
  `,
  `
  -- How many came in by each pass with a number, as this controller counted them, and when the last one did by the
  -- server's clock. The row moves in the transaction of the door's intent.
  create table pass_uses (
    pass_id text primary key,
    used integer not null,
    entered_ms real not null
  ) strict;

  -- What the desk asked for and was granted: asked again it is the first time again.
  create table pass_requests (
    request_id text primary key,
    at_ms real not null
  ) strict;
  `,
  `
  -- Clips of cameras, whose files lie beside this one. The row is there before its file, and the file is whole before the row
  -- says how long it is.
  create table clips (
    id text primary key,
    camera_id text not null,
    cause text not null,
    cause_id text not null,
    codec text not null,
    -- Wall times of the first and the last picture, and until when it is kept where the building says nothing any more.
    started_at text not null,
    ended_at text,
    expires_at text not null,
    bytes integer
  ) strict;
  create index clips_by_end on clips (ended_at);
  `,
  `
  -- Whether the date was sure by which an emergency was written down.
  alter table emergencies add column is_certain integer not null default 1;

  -- Fire panels that are on, and whether what theirs meant for doors is over: silenced, or its time is. The row goes when
  -- the panel is seen at rest.
  create table fire_panels (
    input_id text primary key,
    is_over integer not null
  ) strict;
  `,
  `
  -- Nothing above this was ever told to the server. Written before it is told, so that the process after this one knows.
  alter table fact_counter add column told integer not null default 0;
  update fact_counter set told = last_seq;
  `,
  `
  -- There while nobody has seen to what lies beside a store that began empty: files of clips whose rows went with the one before.
  create table unseen_clips (
    only_one integer primary key check (only_one = 1)
  ) strict;
  `,
  `
  -- The relays of former doors that did not say yet that they let go, and the wall time at which each is given up.
  create table former_relays (
    id text primary key,
    door text not null,
    until_ms real not null
  ) strict;
  `,
];

/**
 * `exclusive` holds the kernel's lock on the file for as long as the process lives: a second controller
 * cannot open it, and nothing is left to clear when the first is killed. `full` syncs every commit.
 */
export const openingPragmas: readonly string[] = [
  "locking_mode = exclusive",
  "journal_mode = wal",
  "synchronous = full",
  "journal_size_limit = 4194304",
];

/** In the transaction that makes an empty store: a kill behind it leaves clips unseen, and the next start sees to them. */
export const beginsEmpty = "insert into unseen_clips values (1)";

export const readSchemaVersion = "pragma user_version";
export const readOldestReader = "pragma application_id";
export const writeSchemaVersion = (version: number): string => `pragma user_version = ${version}`;

/** Together they change nothing. There and back, because SQLite does not write what stays as it was. */
export const diskQueries = {
  there: "update fact_counter set last_seq = last_seq + 1",
  back: "update fact_counter set last_seq = last_seq - 1",
} as const;

export const registrationQueries = {
  read: "select controller_id as controllerId, building_id as buildingId from registration",
  write: `
    insert into registration (only_one, controller_id, building_id) values (1, ?, ?)
    on conflict (only_one) do update set controller_id = excluded.controller_id, building_id = excluded.building_id`,
  readSpentCode: "select digest from spent_code",
  writeSpentCode: `
    insert into spent_code (only_one, digest) values (1, ?)
    on conflict (only_one) do update set digest = excluded.digest`,
} as const;

export const configurationQueries = {
  read: "select body from configuration",
  write: `
    insert into configuration (only_one, revision, body) values (1, ?, ?)
    on conflict (only_one) do update set revision = excluded.revision, body = excluded.body`,
} as const;
