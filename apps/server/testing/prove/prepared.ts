import type { KeyObject } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import pino from "pino";
import { buildApp } from "../../src/app.ts";
import { openFilesKey } from "../../src/features/audit/files-keys.ts";
import { SessionTokens } from "../../src/features/auth/session-tokens.ts";
import { invite } from "../../src/features/controllers/controllers.service.ts";
import { openAccessKey } from "../../src/platform/access-key.ts";
import { systemClock } from "../../src/platform/clock.ts";
import { type Database, openDatabase } from "../../src/platform/database.ts";
import { DiskFiles } from "../../src/platform/disk-files.ts";
import { startEmbeddedPostgres } from "../../src/platform/embedded-postgres.ts";
import { readEnv } from "../../src/platform/env.ts";
import { EncryptedFiles, type FileStore } from "../../src/platform/files.ts";
import { migrate } from "../../src/platform/migrate.ts";
import { openSessionSecret } from "../../src/platform/session-secret.ts";
import { SignedTokens } from "../../src/platform/signed-tokens.ts";
import { newControllerKey } from "../controller-key.ts";
import { factoriesFor } from "../factories.ts";

const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined };

/** A controller of the building, as itself: it signs in with its own key. */
export interface PreparedController {
  id: string;
  key: KeyObject;
  doorId: string;
  cameraId: string;
}

/** Whom there is in an installation that will be tried. */
export interface Prepared {
  buildingId: string;
  administrator: { headers: { authorization: string } };
  controllers: PreparedController[];
}

/** Makes an installation in this folder, with a building, its controllers and who administers it, and leaves it closed. */
export async function prepareInstallation(dataDir: string, controllers: number): Promise<Prepared> {
  await mkdir(dataDir, { recursive: true });
  return withDatabase(dataDir, async (db, postgres) => {
    await migrate(db);
    const env = readEnv({ PORT: "0", DATA_DIR: dataDir, LOG_LEVEL: "silent" });
    const { key: filesKey } = await openFilesKey(db, env, systemClock);
    const { secret: sessionSecret } = await openSessionSecret(env, db);
    const { key: accessKey } = await openAccessKey(env);
    const app = await buildApp({
      env,
      db,
      owner: postgres,
      files: new EncryptedFiles(new DiskFiles(join(dataDir, "files")), filesKey),
      filesKey,
      accessKey,
      sessionSecret,
      log: pino({ level: "silent" }),
    });
    const make = factoriesFor(app.services, new SessionTokens(new SignedTokens(sessionSecret)));
    const building = await make.newBuilding();
    const administrator = await make.newPerson({ userType: "ADMIN" });
    const paired: PreparedController[] = [];
    for (let count = 0; count < controllers; count += 1) {
      const door = await make.newDoor(building);
      const { publicKey, privateKey } = newControllerKey();
      const reply = await app.http.inject({
        method: "POST",
        url: "/api/controllers/pairing",
        payload: {
          code: await invite(app.services, building.id),
          publicKey,
        },
      });
      const { controllerId } = reply.json<{ controllerId: string }>();
      await db.updateTable("doors").set({ controller_id: controllerId }).where("id", "=", door.id).execute();
      paired.push({ id: controllerId, key: privateKey, doorId: door.id, cameraId: door.cameraId });
    }
    await app.close();
    return { buildingId: building.id, administrator, controllers: paired };
  });
}

/** Looks at an installation that nobody serves now. */
export async function inspectInstallation<Result>(
  dataDir: string,
  look: (db: Database, files: FileStore) => Promise<Result>,
): Promise<Result> {
  return withDatabase(dataDir, async (db) => {
    const env = readEnv({ DATA_DIR: dataDir });
    const { key } = await openFilesKey(db, env, systemClock);
    return look(db, new EncryptedFiles(new DiskFiles(join(dataDir, "files")), key));
  });
}

type Connection = Awaited<ReturnType<typeof startEmbeddedPostgres>>["connection"];

async function withDatabase<Result>(
  dataDir: string,
  act: (db: Database, connection: Connection) => Promise<Result>,
): Promise<Result> {
  const postgres = await startEmbeddedPostgres({ dataDir, log: quiet });
  const db = openDatabase(postgres.connection, () => undefined);
  try {
    return await act(db, postgres.connection);
  } finally {
    await db.destroy();
    await postgres.stop();
  }
}
