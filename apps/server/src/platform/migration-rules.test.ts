import { describe, expect, it } from "vitest";
import { isAtLeast, readMigration, servesFrom } from "./migration-rules.ts";

describe("a migration only adds", () => {
  it.each([
    "create table notes (id uuid primary key, text text not null, unique (id, text)); create unique index on notes (text);",
    "create table notes (id uuid); alter table notes add constraint short check (true), alter column id set not null;",
    "alter table users add column note text check (length(note) <= 200), add column seen boolean not null default false;",
    "create index users_newest on users (created_at); create or replace function f() returns int language sql as $$ drop table users; $$;",
    "alter table visits drop constraint visits_state; alter table visits add constraint visits_state check (state in ('a', 'b'));",
    "alter table users alter column note set default ''; -- drop table users\nupdate users set note = 'rename to; drop column' where note is null;",
    "create trigger after_it after insert on users for each row execute function f(); drop trigger before_it on users;",
  ])("%s", (text) => {
    expect(readMigration(text).takesAway).toEqual([]);
    expect(servesFrom(text)).toBe("0.0.0");
  });
});

describe("a migration takes away what an older program may need", () => {
  it.each([
    "drop table visits;",
    "DROP INDEX visits_one_live;",
    "alter table users drop column called;",
    "alter table users drop called;",
    "alter table users add column note text, drop column called;",
    "alter table users rename column deed to action;",
    "alter table users rename to people;",
    "alter table users alter column cedula type integer using 1;",
    "alter table users alter cedula set data type integer;",
    "alter table users alter column note set not null;",
    "alter table users alter column cedula drop not null;",
    "alter table users alter column created_at drop default;",
    "alter table users add column note text not null;",
    "alter table users add constraint grown check (age > 17);",
    "alter table users add unique (phone);",
    "create unique index users_phone on users (phone);",
    "create table notes (id uuid); delete from visits where true;",
    "truncate outbox;",
  ])("%s", (text) => {
    expect(readMigration(text).takesAway).toHaveLength(1);
    expect(servesFrom(text)).toBeNull();
    expect(servesFrom(`-- unused since 0.4.0: the home keeps it\n${text}`)).toBe("0.4.0");
  });
});

it("a version is at least another one number by number", () => {
  const versions = ["0.0.0", "0.1.0", "0.1.2", "0.1.10", "0.2.0", "1.0.0"];
  for (const [place, version] of versions.entries()) {
    expect(versions.map((other) => isAtLeast(version, other))).toEqual(
      versions.map((_, other) => other <= place),
    );
  }
});
