// @ts-check
// verify.mjs KEY PACKAGE SIGNATURE: ends with 0 when whoever has the key's other half signed the package.
import { createHash, createPublicKey, verify } from "node:crypto";
import { createReadStream, readFileSync } from "node:fs";

const [keyFile, packageFile, signatureFile] = process.argv.slice(2);
if (!keyFile || !packageFile || !signatureFile) {
  process.exit(2);
}
const hash = createHash("sha512");
for await (const part of createReadStream(packageFile)) {
  hash.update(part);
}
const said = Buffer.from(`umbral controller package ${hash.digest("hex")}\n`);
const signature = Buffer.from(readFileSync(signatureFile, "utf8"), "base64");
process.exit(verify(null, said, createPublicKey(readFileSync(keyFile)), signature) ? 0 : 1);
