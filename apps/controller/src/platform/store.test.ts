import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "libsql";
import { expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { isSpent } from "../features/controllers/registration.ts";
import { SetupMistake } from "./env.ts";
import { schemaSteps } from "./store.queries.ts";
import { openStore } from "./store.ts";

/** A data folder that a newer version left behind. */
function folderOfTomorrow(steps: string): string {
  const dataDir = mkdtempSync(join(tmpdir(), "umbral-store-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const db = new Database(join(dataDir, "controller.db"));
  db.exec([...schemaSteps, steps, `pragma user_version = ${schemaSteps.length + 1}`].join(";"));
  db.close();
  return dataDir;
}

it("uses what a newer version wrote when that one left it so, as after an update that is taken back", () => {
  const store = openStore(folderOfTomorrow("create table of_tomorrow (x text)"));
  onTestFinished(() => store.close());
  expect(isSpent(store, "a-code")).toBe(false);

  const changed = folderOfTomorrow("drop table spent_code; pragma application_id = 1000");
  expect(() => openStore(changed)).toThrow(SetupMistake);
});

it("says that it began empty until what lies beside it is seen to, and one that was there before says it never", () => {
  const Row = z.object({ only_one: z.number() });
  const isUnseen = (dataDir: string) => {
    const store = openStore(dataDir);
    onTestFinished(() => store.close());
    return store.query("select only_one from unseen_clips", Row).all().length > 0;
  };
  const newFolder = () => {
    const dataDir = mkdtempSync(join(tmpdir(), "umbral-store-"));
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    return dataDir;
  };
  expect(isUnseen(newFolder())).toBe(true);
  const known = newFolder();
  const db = new Database(join(known, "controller.db"));
  db.exec([...schemaSteps.slice(0, 1), "pragma user_version = 1"].join(";"));
  db.close();
  expect(isUnseen(known)).toBe(false);
});
