import { createPublicKey, verify } from "node:crypto";
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { accessPageText } from "@umbral/contract/access-control/access-list";
import { afterEach, beforeEach, expect, it } from "vitest";
import { AccessSigner, accessKeyFile, openAccessKey } from "./access-key.ts";
import { readEnv } from "./env.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "umbral-access-key-"));
});
afterEach(() => rm(folder, { recursive: true }));
const envOf = (more: Record<string, string> = {}) => readEnv({ DATA_DIR: folder, ...more });

it("is made once, in a file that only its owner reads, beside the files' key wherever that lies", async () => {
  const made = await openAccessKey(envOf());
  const again = await openAccessKey(envOf());
  expect([made.isNew, again.isNew]).toEqual([true, false]);
  expect(new AccessSigner(again.key).publicKey).toEqual(new AccessSigner(made.key).publicKey);
  expect((await stat(accessKeyFile(envOf()))).mode & 0o777).toBe(0o600);
  expect(accessKeyFile(envOf({ FILES_KEY_FILE: "/srv/keys/files.key" }))).toBe("/srv/keys/access.key");
});

it("signs a page, so that its public half tells it from another", async () => {
  const signer = new AccessSigner((await openAccessKey(envOf())).key);
  const { body, signature } = signer.sign('{"to":1}');
  const key = createPublicKey({ key: signer.publicKey, format: "jwk" });
  const isSigned = (text: string) =>
    verify(null, Buffer.from(text), key, Buffer.from(signature, "base64url"));
  expect(isSigned(accessPageText(body))).toBe(true);
  expect(isSigned(accessPageText('{"to":2}'))).toBe(false);
  expect(isSigned(body)).toBe(false);
});

it("is never made anew in the place of one that cannot be read", async () => {
  const path = accessKeyFile(envOf());
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, "nada");
  await expect(openAccessKey(envOf())).rejects.toThrow("La clave que firma las listas de acceso");
  expect(await readFile(path, "utf8")).toBe("nada");
});
