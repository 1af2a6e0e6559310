import { chmod, chown, mkdir, mkdtemp, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { chooseIdentity, giveTo } from "./embedded-postgres-identity.ts";

/** Any program that everybody may run stands for PostgreSQL's. */
const program = "/bin/cat";
const somebody = 12_345;
const isRoot = process.getuid?.() === 0;

let base: string;
let dataDir: string;
let pgData: string;

beforeEach(async () => {
  // Everybody may pass through /var/tmp, wherever TMPDIR points.
  base = await mkdtemp("/var/tmp/umbral-test-");
  await chmod(base, 0o755);
  dataDir = join(base, "data");
  pgData = join(dataDir, "postgres");
  await mkdir(pgData, { recursive: true, mode: 0o700 });
});
afterEach(() => rm(base, { recursive: true }));

/** `PATH` leads to `unshare`; without it there is no user namespace. */
const choose = (env: NodeJS.ProcessEnv) => chooseIdentity(dataDir, pgData, program, env);
const withoutNamespaces = { PATH: "/nowhere" };

if (isRoot) {
  describe("chooseIdentity as root", () => {
    it("serves an ordinary user's data as that user", async () => {
      await chown(pgData, somebody, somebody);
      expect(await choose({ PATH: process.env["PATH"] })).toEqual({
        prefix: [],
        ids: { uid: somebody, gid: somebody },
      });
    });

    it("uses the owner of a home where user namespaces are not allowed", async () => {
      await chown(base, somebody, somebody);
      await chmod(base, 0o700);
      expect(await choose(withoutNamespaces)).toEqual({ prefix: [], ids: { uid: somebody, gid: somebody } });
    });

    it("becomes nobody when there is no one else, who sees nothing but the database", async () => {
      const identity = await choose(withoutNamespaces);
      await giveTo(identity, pgData);

      expect(identity.ids?.uid).toBe(65_534);
      expect((await stat(pgData)).uid).toBe(65_534);
      expect((await stat(dataDir)).mode & 0o777).toBe(0o711);
    });

    it("says what to do when nobody else can get there", async () => {
      await chmod(base, 0o700);
      await expect(choose(withoutNamespaces)).rejects.toThrow(/Inicia Umbral con un usuario corriente/);
    });
  });
} else {
  describe("chooseIdentity as an ordinary user", () => {
    it("changes nothing", async () => {
      expect(await choose({ PATH: process.env["PATH"] })).toEqual({ prefix: [], ids: undefined });
    });
  });
}
