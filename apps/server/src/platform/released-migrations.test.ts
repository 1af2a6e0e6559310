import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { lastRelease, migrationsOf, type Release, versionsOf } from "../../testing/released.ts";
import { readMigration } from "./migration-rules.ts";
import { packageFolder } from "./package-folder.ts";

describe("migrations since the last release", () => {
  let release: Release;
  let names: string[];
  let changed: string[];
  beforeAll(async () => {
    release = await lastRelease();
    ({ names, changed } = await migrationsOf(release));
  });

  it("come after it, and leave those that it had as they were", async () => {
    const now = (await readdir(join(packageFolder, "migrations"))).sort();
    expect(changed, "a migration that was released is never edited or deleted").toEqual([]);
    expect(now.slice(0, names.length), "a new one has a number above the released ones").toEqual(names);
  });

  it("add, or take away what a released version did not use any more, and say which", async () => {
    const released = versionsOf(await readFile(join(packageFolder, "../../CHANGELOG.md"), "utf8"));
    for (const name of (await readdir(join(packageFolder, "migrations"))).sort().slice(names.length)) {
      const { takesAway, unusedSince } = readMigration(
        await readFile(join(packageFolder, "migrations", name), "utf8"),
      );
      const isSaid = unusedSince !== null && released.includes(unusedSince);
      expect(
        isSaid ? [] : takesAway,
        `${name}: version ${release.version} serves this database too while it is updated. First add and move; take away ` +
          "in a version after the one that needs it no more, with '-- unused since' that version (docs/decisions/upgrades.md)",
      ).toEqual([]);
    }
  });
});
