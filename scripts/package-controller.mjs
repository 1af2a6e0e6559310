// @ts-check
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign } from "node:crypto";
import { readFileSync } from "node:fs";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { bundle } from "./build.mjs";
import { SBOM, writeSbom } from "./component-list.mjs";
import { bringNode, copyPackages, cpuOf, install, ownArch, sealFolder, sizeOf } from "./packaging.mjs";
import { root, say } from "./run.mjs";

/** @typedef {{ arch?: string, node?: boolean, key?: string | undefined, out?: string }} Wishes */

/**
 * Makes the package of a building's controller: one file that a person runs on the building's machine, with what runs
 * and nothing else, and beside it its signature.
 * @param {Wishes} wishes `arch`: arm64 or amd64, this machine's own by itself; `node`: brings Node.js; `key`: the file
 *   of the key that signs it; `out`: the folder
 * @returns {Promise<{ file: string, bytes: number }>} the package, and the size of what runs without Node.js
 */
export async function packageController({ arch = ownArch(), node = false, key, out = "dist" }) {
  const work = await mkdtemp(join(tmpdir(), "umbral-package-"));
  try {
    const folder = join(work, "package");
    const bytes = await makeControllerFolder(folder, { arch, node, key });
    const version = (await readFile(join(folder, "VERSION"), "utf8")).trim();
    const file = resolve(root, out, `umbral-controller-${version}-linux-${arch}${node ? "-node" : ""}.run`);
    await seal(folder, file, key);
    await cp(join(folder, SBOM), `${file}.${SBOM}`);
    return { file, bytes };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/**
 * That package as a folder.
 * @param {string} folder made anew
 * @param {Wishes} [wishes]
 * @returns {Promise<number>} the bytes of what runs without Node.js
 */
export async function makeControllerFolder(folder, { arch = ownArch(), node = false, key } = {}) {
  const cpu = cpuOf(arch);
  const work = await mkdtemp(join(tmpdir(), "umbral-controller-"));
  try {
    const { version } = JSON.parse(await readFile(join(root, "apps/controller/package.json"), "utf8"));
    const packages = await bundle("apps/controller", folder);
    const installed = await install(join(work, "npm"), "@umbral/controller", cpu);
    await copyPackages(packages, installed, join(folder, "node_modules"));
    await cp(join(root, "deploy/controller"), folder, { recursive: true });
    await cp(join(root, "deploy/shared.sh"), join(folder, "shared.sh"));
    await cp(join(root, "LICENSE"), join(folder, "LICENSE"));
    await writeFile(join(folder, "VERSION"), `${version}\n`);
    await writeFile(join(folder, "ARCH"), `${arch}\n`);
    const bytes = await sizeOf(folder);
    const brought = node ? await bringNode(work, cpu, folder) : undefined;
    if (key) {
      const publicKey = createPublicKey(createPrivateKey(readFileSync(key)));
      await writeFile(join(folder, "release.pub"), publicKey.export({ type: "spki", format: "pem" }));
    }
    await writeSbom(folder, { name: "umbral-controller", version, node: brought });
    return bytes;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/**
 * One file of a package's folder, and its signature.
 * @param {string} folder @param {string} file @param {string | undefined} key
 */
export async function seal(folder, file, key) {
  await sealFolder(folder, file);
  if (key) {
    await writeFile(`${file}.sig`, signatureOf(file, key));
  }
}

/** @param {string} file where the key that signs packages is written: the public half goes with them */
export async function newReleaseKey(file) {
  const { privateKey } = generateKeyPairSync("ed25519");
  await writeFile(file, privateKey.export({ type: "pkcs8", format: "pem" }), { mode: 0o600, flag: "wx" });
}

/**
 * The same sentence is read by deploy/controller/verify.mjs.
 * @param {string} file @param {string} key the file of a private key
 */
export function signatureOf(file, key) {
  const digest = createHash("sha512").update(readFileSync(file)).digest("hex");
  const said = Buffer.from(`umbral controller package ${digest}\n`);
  return `${sign(null, said, createPrivateKey(readFileSync(key))).toString("base64")}\n`;
}

async function main() {
  const { values } = parseArgs({
    options: {
      arch: { type: "string" },
      node: { type: "boolean" },
      key: { type: "string" },
      out: { type: "string" },
      "new-key": { type: "string" },
    },
  });
  const newKey = values["new-key"];
  if (newKey !== undefined) {
    await newReleaseKey(newKey);
    say(
      `La llave quedó en ${newKey}. Guárdala fuera de este equipo: quien la tiene actualiza los controladores.`,
    );
    return;
  }
  const { file, bytes } = await packageController(values);
  say(`${file}: ${Math.round(bytes / 1_000_000)} MB sin Node.js.`);
  if (values.key === undefined) {
    say("Sin firma (--key): sirve para instalar, no para actualizar.");
  }
}

if (process.argv[1] === join(root, "scripts/package-controller.mjs")) {
  try {
    await main();
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}
