import { arch, release, type as system, totalmem } from "node:os";
import { sql } from "kysely";
import type { Services } from "../../platform/context.ts";
import { serverVariables } from "../../platform/env.ts";
import { lastLines, logsFolder } from "../../platform/log-file.ts";
import { appliedMigrations } from "../../platform/migrate.ts";
import { version } from "../../platform/version.ts";
import { findStates } from "./component-states.queries.ts";
import { harmlessLine } from "./harmless-lines.ts";

const LINES = 500;

/** Settings whose value tells nothing of anybody and opens nothing. Of the others it is said whether they are there. */
const SHOWN =
  /^(PORT|DEMO|PRODUCT|LOG_LEVEL|ALLOW_PLAIN_LINE|FILES_KEY_LOST|BACKUP_HOUR|BACKUP_KEEP_[A-Z]+|[A-Z]+_PICTURES_DAYS)$/;

/** Shown are short words and numbers alone. */
const SHORT = /^[a-z0-9-]{1,12}$/;

/**
 * What whoever helps needs to know of an installation, as a text to look through before it is sent: versions, settings by
 * name, states by id, figures and the last lines of the log. Nobody is in it: no names, addresses or numbers of people.
 * @param variables the settings as they were given
 * @param metrics the figures as Prometheus reads them; null where the server does not answer
 */
export async function diagnose(
  { db, clock, env }: Pick<Services, "db" | "clock" | "env">,
  variables: Readonly<Record<string, string | undefined>>,
  metrics: () => Promise<string | null>,
): Promise<{ name: string; text: string }> {
  const now = clock.now();
  const { rows } = await sql<{
    version: string;
  }>`select current_setting('server_version') as version`.execute(db);
  const diagnosis = {
    madeAt: now.toISOString(),
    versions: {
      umbral: version,
      node: process.version,
      postgres: rows[0]?.version.split(" ")[0] ?? null,
      system: `${system()} ${release()} ${arch()}`,
      memoryBytes: totalmem(),
    },
    migrations: await appliedMigrations(db),
    settings: settingsOf(variables),
    // Without their names: what somebody called a device may be their own.
    states: (await findStates(db)).map(({ name: _, buildingName: __, ...state }) => state),
    metrics: (await metrics())?.split("\n").filter((line) => line !== "" && !line.startsWith("#")) ?? null,
    log: lastLines(logsFolder(env.dataDir), LINES).flatMap((line) => harmlessLine(line) ?? []),
  };
  const at = now.toISOString().slice(0, 16).replace(/[-:]/g, "");
  return { name: `umbral-diagnostico-${at}.json`, text: `${JSON.stringify(diagnosis, null, 1)}\n` };
}

function settingsOf(variables: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    serverVariables.map((name) => {
      const value = variables[name];
      if (value === undefined || value === "") {
        return [name, "(sin poner)"];
      }
      return [name, SHOWN.test(name) && SHORT.test(value) && !/\d{6}/.test(value) ? value : "(puesta)"];
    }),
  );
}
